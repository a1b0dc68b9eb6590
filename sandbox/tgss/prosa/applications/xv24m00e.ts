import { slashed } from '../../../calendar.ts';
import { isConsolidated, openRegistration, removeRegistration } from '../../affiliation.ts';
import { resolution } from '../documents.ts';
import { input, printType } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import { readAccount, readWorker, wantsDocument } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const page: Page = {
  title: 'Eliminación de alta consolidada',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...input({ name: 'NA5NumSegSocialCompleto', size: 12 }, 'Número de afiliación', posted),
    ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
    ...printType(posted),
  ],
  buttons: [
    continueButton('ENVIO_3', (form, context) => {
      context.countSubmission('anulacion-alta');
      const account = readAccount(form, context);
      const worker = readWorker(form, context);
      const registration = openRegistration(context, worker, account);
      if (!isConsolidated(context, registration.alta)) throw new ProsaRefusal(TEXTS.notConsolidated);
      context.file('anulacion-alta', () => removeRegistration(context, registration));
      return {
        ...page,
        message: { type: 'INFO', text: TEXTS.removed },
        documentLinks: context.resolutionLinks(wantsDocument(form), 'Resolución de eliminación de alta', () =>
          resolution(
            context,
            { worker, account },
            {
              title: 'RESOLUCION SOBRE ELIMINACION DE ALTA',
              heading: 'ALTA ELIMINADA',
              lines: [['FECHA REAL DE ALTA', slashed(registration.alta.date)]],
            },
          ),
        ),
      };
    }),
  ],
};

/** Removes a consolidated alta. There is one form, and it files. */
export const xv24m00e: Application = { code: 'XV24M00E', start: () => page };
