/** The operation by which a notification is opened, by authority. Opening it has legal effect. */
const OPENED_BY: Record<string, string> = {
  dehu: 'acceptNotification',
  tgss: 'acceptSocialSecurityNotification',
  aeat: 'acceptTaxNotification',
};

/** An obligation, as far as it says whether it is about a notification. */
interface Opened {
  rule: { id: string; authority: string };
}

/** The operation that opens the notification of an obligation; `undefined` for all other obligations. */
export const openingOf = ({ rule }: Opened): string | undefined =>
  rule.id.startsWith('notificacion-') ? OPENED_BY[rule.authority] : undefined;

/** Whether an operation opens a notification. */
export const isOpening = (operation: string): boolean => Object.values(OPENED_BY).includes(operation);
