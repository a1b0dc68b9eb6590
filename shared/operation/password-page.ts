/** The page on which a password is made, which links in mails open. */
export const passwordPage = (origin: string): string => `${origin}/api/v4/password`;
