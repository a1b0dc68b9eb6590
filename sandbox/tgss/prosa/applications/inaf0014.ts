import { staysOf } from '../../account-lists.ts';
import { lifeWork } from '../documents.ts';
import { input } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { readAccount, readWorker } from '../reading.ts';
import { Rejection, TEXTS } from '../rejection.ts';

const page: Page = {
  title: 'Informe de vida laboral de afiliado en una cuenta',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (typed) => [
    ...input('NA5NumSegSocialCompleto', 'Número de afiliación', 12, typed),
    ...input('CC1EmpresaAut', 'Régimen y cuenta de cotización', 15, typed),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'AC_GENERAR',
      text: 'Generar informe',
      press(form, desk) {
        const account = readAccount(form, desk);
        const worker = readWorker(form, desk);
        const stays = staysOf(desk.state, worker.nss, account.ccc).toReversed();
        if (stays.length === 0) throw new Rejection(TEXTS.noData);
        const report = lifeWork(desk, worker, account, structuredClone(stays));
        return {
          ...page,
          message: { type: 'INFO', text: TEXTS.reportMade },
          offers: [desk.offer('Informe de vida laboral', report, 'INFORME')],
        };
      },
    },
  ],
};

/** A worker's life work in one account. */
export const inaf0014: Application = { code: 'INAF0014', start: () => page };
