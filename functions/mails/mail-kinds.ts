/**
 * Mails that a user may choose. `certificates`: one expires in 30 days, 7 or 1. `unknown`: the outcome of a filing has been
 * unknown for 15 minutes. `digest`: each morning, what the user has to look at.
 */
export const MAIL_KINDS = ['certificates', 'unknown', 'digest'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
