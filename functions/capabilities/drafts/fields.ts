/** Days after its last change until a draft is deleted. */
export const KEPT_DAYS = 7;

/** Most drafts that a user may have. */
export const MOST_DRAFTS = 50;
