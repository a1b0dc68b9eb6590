import type { Document } from '../../../kernel/document.ts';
import type { Exchange } from '../../exchange.ts';
import type { WorkerInCcc } from '../worker.ts';
import { askAsOwner } from './authorised-users.ts';
import { fetchPdf } from './document.ts';

/** Report of the registrations that a worker has had in a contribution account (vida laboral). */
export const lifeReport: Exchange<'reading', WorkerInCcc, Document> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'INAF0014 life work report',
  standing: {
    state: 'assumed',
    note: 'Assumed: the application and its form.',
    ifWrong:
      'Nothing: INAF0004 to INAF0013, which public programs use, all make reports; its one press only ' +
      'names worker and contribution account.',
  },
  script: function* ({ regimen, ccc, nss }) {
    const page = yield* askAsOwner('INAF0014', () => ({
      button: 'ENVIO_3',
      changes: { NA5NumSegSocialCompleto: nss, CC1EmpresaAut: `${regimen}${ccc}` },
    }));
    return yield* fetchPdf(page, 'vida-laboral');
  },
};
