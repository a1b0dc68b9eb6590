/** The most members of a list that a note names. */
const MOST_LISTED = 20;

/** Names in one text. */
export const listed = (names: string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} y ${names.length - MOST_LISTED} más`
    : names.join(', ');
