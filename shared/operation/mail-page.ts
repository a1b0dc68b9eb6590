/** The page on which mails are ended, which links in mails open. */
export const unsubscribePage = (origin: string): string => `${origin}/api/v4/mails/unsubscribe`;
