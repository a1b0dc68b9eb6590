import { expect } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { asFunction } from '../iam/recorder.ts';
import type { DataOfWorkers } from '../of-capabilities.ts';
import { rowsOf } from './world.ts';

/** A company's workforce, and its comparison with the authorities' records. */
export const dataOfWorkers: DataOfWorkers = {
  places: ['workforce', 'reconciliation#'],
  leave: async ({ service, queues, customerID, company }) => {
    const { caller: office, accountId, services } = service;
    const { tgss, sepe } = service.demo.certificates;
    const saved = await office.call('PUT', `/workforce/${customerID}`, { json: { rows: rowsOf(company) } });
    expect(saved.body).toMatchObject({ success: true });
    const begun = await office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });
    const { id } = begun.body.data.reconciliation;
    for (let rounds = 0; rounds < 60; rounds++) {
      await queues.makeAll(4);
      const comparison = (await stores.reconciliation.getReconciliation(accountId, id))!;
      const { state } = await asFunction('due-filings', () => driveReconciliation(services, comparison));
      if (state === 'ended') break;
    }
  },
};
