import type { Document } from '../../document.ts';
import type { Exchange } from '../exchange.ts';
import { openProsa, pressProsa } from './prosa.ts';
import { fetchPdf } from './prosa-document.ts';
import type { CurrentRegistration } from './remove-registration.ts';

/** Report of the registrations that a worker has had in an account (vida laboral). */
export const lifeReport: Exchange<'reading', CurrentRegistration, Document> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'INAF0014 life work report',
  standing: {
    state: 'assumed',
    note: 'Assumed altogether: the application and its form.',
    ifWrong:
      'Nothing: the applications INAF0004 to INAF0013, which public programs use, all make reports, and its one press ' +
      'names a worker and an account only.',
  },
  script: function* ({ regimen, ccc, nss }) {
    const page = yield* pressProsa(yield* openProsa('INAF0014'), {
      button: 'ENVIO_3',
      changes: { NA5NumSegSocialCompleto: nss, CC1EmpresaAut: `${regimen}${ccc}` },
    });
    return yield* fetchPdf(page, 'vida-laboral');
  },
};
