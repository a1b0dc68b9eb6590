/** Lifetime of an API token in days, at most. */
export const API_TOKEN_DAYS = 400;
