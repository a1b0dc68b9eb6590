import { registrationsOf } from '../../account-lists.ts';
import { employmentHistory } from '../documents.ts';
import { input } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { readAccount, readWorker } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const page: Page = {
  title: 'Informe de vida laboral de afiliado en una cuenta',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...input({ name: 'NA5NumSegSocialCompleto', size: 12 }, 'Número de afiliación', posted),
    ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'AC_GENERAR',
      text: 'Generar informe',
      press(form, context) {
        const account = readAccount(form, context);
        const worker = readWorker(form, context);
        const registrations = registrationsOf(context.state, worker.nss, account.ccc).toReversed();
        if (registrations.length === 0) throw new ProsaRefusal(TEXTS.noData);
        const report = employmentHistory(context, { worker, account }, structuredClone(registrations));
        return {
          ...page,
          message: { type: 'INFO', text: TEXTS.reportMade },
          documentLinks: [context.linkDocument('Informe de vida laboral', report, { view: 'INFORME' })],
        };
      },
    },
  ],
};

/** A worker's employment history in one account. */
export const inaf0014: Application = { code: 'INAF0014', start: () => page };
