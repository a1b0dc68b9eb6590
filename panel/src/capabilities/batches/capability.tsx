import { later } from '../../shared/later.tsx';
import { addressOf } from '../../shared/route.ts';
import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';
import { Import } from './import.tsx';
import { sections } from './sections.tsx';

const OneBatch = later(async () => (await import('./batch-page.tsx')).OneBatch);

/** Batches: sheets that are tried and filed. */
export const batches: Capability = {
  name: 'batches',
  eventNames,
  pages: {
    importar: {
      title: 'Importar',
      place: 30,
      icon: 'M4 15v4h16v-4M12 4v11M8 11l4 4 4-4',
      isInBar: true,
      show: ({ id, query }) =>
        id ? <OneBatch id={id} isRepeated={query.repetido === '1'} key={id} /> : <Import />,
    },
  },
  today: sections,
  takesFiles: addressOf('importar'),
  firstStep: () => (
    <li key="batches">
      Si son muchos, <a href={addressOf('importar')}>súbalos en una hoja</a>.
    </li>
  ),
};
