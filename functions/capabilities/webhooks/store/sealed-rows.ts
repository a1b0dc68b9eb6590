import type { SealedRows } from '../../../../shared/stores/sealed.ts';
import { WEBHOOKS } from './webhook-keys.ts';

interface Kept {
  sealed: string;
}

/** The rows of webhooks, with the secrets that sign their requests. */
export const sealedRows: SealedRows[] = [
  {
    table: 'ACCOUNTS_TABLE',
    key: 'pk',
    begins: WEBHOOKS,
    attribute: 'secrets',
    secretsOf: ({ secrets }) => (secrets as Kept[]).map((secret) => secret.sealed),
    valueWith: ({ secrets }, texts) =>
      (secrets as Kept[]).map((secret, place) => ({ ...secret, sealed: texts[place] })),
    belongingOf: ({ id }) => ({ purpose: 'webhook', subject: String(id) }),
    keyOf: ({ pk, sk }) => ({ pk, sk }),
  },
];
