import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';
import { sections } from './sections.tsx';

const load = () => import('./pages.ts');

/** Workforces, and their comparison with the records of the authorities. */
export const reconciliation: Capability = {
  name: 'reconciliation',
  eventNames,
  today: sections,
  ofCompany: async () => {
    const { Comparison, Workforce } = await load();
    return {
      OfCompany: Workforce,
      instead: ({ cuadre }) => cuadre && <Comparison id={cuadre} key={cuadre} />,
    };
  },
  listedWorker: async (gateway, { company, worker }) =>
    (await gateway.getWorkforce({ customerID: company, worker })).data,
  ofWorkers: async () => (await load()).WorkerList,
};
