import { expect } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { asFunction } from '../iam/recorder.ts';
import type { ReadByTools } from '../of-capabilities.ts';

/** A workforce that differs from the authorities' records, and its comparison, which the tool has begun. */
export const read: ReadByTools = {
  prepare: async ({ service: { caller, demo }, customerID }) => {
    const { regimen, ccc } = demo.company;
    const { dni, nss } = demo.worker;
    const rows = [{ regimen, ccc, dni, nss, fecha_alta: '2020-01-01', grupo_cotizacion: '05' }];
    const kept = await caller.call('PUT', `/workforce/${customerID}`, { json: { rows } });
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
  },
  further: async ({ service: { accountId, services }, queues, said, ask }) => {
    const begun = JSON.parse(said.get('createReconciliation')!).data.reconciliation.id;
    for (let state = 'asking'; state === 'asking'; ) {
      await queues.makeAll(4);
      const comparison = (await stores.reconciliation.getReconciliation(accountId, begun))!;
      ({ state } = await asFunction('due-filings', () => driveReconciliation(services, comparison)));
    }
    for (const name of ['getReconciliation', 'getReconciliationResult'])
      said.set(name, await ask(name, { reconciliationId: begun }));
  },
  check: (said) => {
    const { differences } = JSON.parse(said.get('getReconciliation')!).data;
    expect(differences.map(({ kind }: { kind: string }) => kind)).toContain('field');
  },
};
