import { later } from '../../shared/later.tsx';
import type { Capability } from '../capability.ts';

const Operator = later(async () => (await import('./operator-page.tsx')).Operator);

/** The page of the operator of the service. */
export const operator: Capability = {
  name: 'operator',
  pages: {
    operador: {
      title: 'Operador',
      place: 120,
      icon: 'M12 4l7 3v5c0 4-3 7-7 8-4-1-7-4-7-8V7z',
      isForOperators: true,
      show: () => <Operator />,
    },
  },
};
