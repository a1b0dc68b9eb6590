/** A process of `npm run fuzz`: a service with its own stand-ins and account, and a share of the events. */
import { realServices } from '../../functions/services.ts';
import { sessionOf } from '../support/accounts.ts';
import { groups } from '../support/infra/groups.ts';
import { startService } from '../support/local-service.ts';
import { uncounted } from './memory.ts';
import { type FuzzPlan, type FuzzReport, runFuzz } from './run-fuzz.ts';

/** The message to the parent at the end. */
export type FromProcess = FuzzReport;

process.on('disconnect', () => process.exit());
process.once('message', async (plan: FuzzPlan) => {
  const { demo, services, email, close } = await startService({
    stores: { ...realServices.stores, rateWindows: uncounted(realServices.stores) },
  });
  const report = await runFuzz(
    { demo, groups, services, caller: () => sessionOf(demo.baseUrl, email) },
    plan,
  );
  await close();
  process.send!(report satisfies FromProcess);
});
