import { randomUUID } from 'node:crypto';
import { stores } from '../../../functions/stores.ts';
import type { Client, NewClient } from '../../../shared/stores/clients/company.ts';

/** Client companies for tests of the store. They have no access unless a test gives it, because that is quicker. */

const letters = (howMany: number) => randomUUID().replaceAll('-', '').slice(0, howMany);

export const aCif = () => letters(9).toUpperCase();

export const anEmail = () => `${letters(12)}@example.com`;

export const contributionAccount = (number: number, alias = 'Cuenta') => ({
  regimen: '0111',
  ccc: String(number).padStart(11, '0'),
  alias,
});

type WithEmail = NewClient & { email: string };

export const company = (given: Partial<WithEmail> = {}): WithEmail => ({
  name: 'Empresa',
  email: anEmail(),
  cif: aCif(),
  companyName: 'EMPRESA S.L.',
  accounts: [contributionAccount(1)],
  ...given,
});

/** Creates a client, and expects that it is new. */
export const created = async (
  accountId: string,
  given: Partial<WithEmail> = {},
  now = new Date(),
): Promise<Client & { email: string }> => {
  const sent = company(given);
  const saved = await stores.clients.saveClient(accountId, sent, now);
  if (saved.outcome !== 'created') throw new Error(saved.outcome);
  return { ...saved.client, email: sent.email };
};
