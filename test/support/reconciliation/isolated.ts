import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { ulid } from 'ulid';
import {
  packed,
  type Reconciliation,
} from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';
import { stores } from '../../../functions/stores.ts';
import type { Gateway } from '../gateway.ts';
import type { Isolated } from '../of-capabilities.ts';

/** A comparison of a company that has ended. */
const reconciliationOf = async ({ token }: Gateway, company: number, now: Date): Promise<string> => {
  const named = { certificateId: '0'.repeat(32), clientId: 0, fingerprint: '0'.repeat(64) };
  const comparison: Reconciliation = {
    id: ulid(),
    accountId: String(decodeJwt(token).acc),
    clientId: 0,
    company,
    cif: 'B99990017',
    accounts: [],
    from: '2026-01-01',
    today: '2026-11-20',
    state: 'ended',
    actor: { userId: randomUUID(), token: { kind: 'session', id: randomUUID(), generation: 0 } },
    certificates: { tgss: named, sepe: named },
    createdAt: now.toISOString(),
    asked: 0,
    answered: 0,
    failed: 0,
    believed: packed([]),
    result: packed({ differences: [], notCompared: [] }),
  };
  await stores.reconciliation.createReconciliation(comparison, now);
  return comparison.id;
};

/** Comparisons, which belong to the company that is compared. */
export const isolated: Isolated = {
  field: 'reconciliationId',
  ofOthers: async ({ own, other, sibling, foreign, now }) => ({
    toAccount: { "another tenant's": await reconciliationOf(other, foreign.id, now) },
    toClient: { "another company's": await reconciliationOf(own, sibling.id, now) },
  }),
};
