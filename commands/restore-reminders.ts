import { remindersOfCertificate } from '../functions/capabilities/events/reminders.ts';
import { putReminders } from '../functions/capabilities/events/store/reminders.ts';
import { parseCertificate } from '../shared/stores/certificate-row.ts';
import { rowsUnder } from '../shared/stores/dynamo/read-keys.ts';
import { accountsKey } from '../shared/stores/keyspace.ts';

/**
 * Writes the reminders of an account's certificates that expire, after the table of events was lost, which has no
 * backup. It can be repeated: a reminder that exists stays as it is.
 * @returns the number of reminders
 */
export const restoreReminders = async (accountId: string, now: Date): Promise<number> => {
  const certificates = await rowsUnder(accountsKey.certificates(accountId), parseCertificate);
  const reminders = certificates.flatMap((row) => remindersOfCertificate(row, now));
  await putReminders(reminders, now);
  return reminders.length;
};
