import { slashed } from '../../../calendar.ts';
import { isConsolidated, openRegistration, removeRegistration } from '../../affiliation.ts';
import { resolution } from '../documents.ts';
import { input, printType } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { readAccount, readWorker, wantsDocument } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const page: Page = {
  title: 'Eliminación de alta consolidada',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...input('NA5NumSegSocialCompleto', 'Número de afiliación', 12, posted),
    ...input('CC1EmpresaAut', 'Régimen y cuenta de cotización', 15, posted),
    ...printType(posted),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'Continuar',
      text: 'Continuar',
      press(form, context) {
        context.countSubmission('anulacion-alta');
        const account = readAccount(form, context);
        const worker = readWorker(form, context);
        const registration = openRegistration(context, worker, account);
        if (!isConsolidated(context, registration.alta)) throw new ProsaRefusal(TEXTS.notConsolidated);
        context.file('anulacion-alta', () => removeRegistration(context, registration));
        return {
          ...page,
          message: { type: 'INFO', text: TEXTS.removed },
          documentLinks: context.resolutionLinks(
            wantsDocument(form),
            'Resolución de eliminación de alta',
            () =>
              resolution(context, 'RESOLUCION SOBRE ELIMINACION DE ALTA', worker, account, 'ALTA ELIMINADA', [
                ['FECHA REAL DE ALTA', slashed(registration.alta.date)],
              ]),
          ),
        };
      },
    },
  ],
};

/** Removes a consolidated alta. There is one form, and it files. */
export const xv24m00e: Application = { code: 'XV24M00E', start: () => page };
