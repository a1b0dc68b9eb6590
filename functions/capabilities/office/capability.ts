import type { Capability } from '../capability.ts';
import type { OfficePorts } from './shown.ts';

/** What an office keeps of itself and of its client companies, besides the interface. */
export const office: Capability = {
  name: 'office',
  uses: ['batches'],
  ports: (services) => ({
    office: {
      rowsOfFile: async (...[file, mapping]: Parameters<OfficePorts['rowsOfFile']>) =>
        (await import('../batches/rows/sent.ts')).rowsOfFile(services, file, {
          operation: 'companies',
          mapping,
        }),
    },
  }),
};
