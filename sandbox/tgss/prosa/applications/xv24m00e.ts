import { slashed } from '../../../calendar.ts';
import { isConsolidated, remove, stayToLeave } from '../../affiliation.ts';
import { resolution } from '../documents.ts';
import { input, printType } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { readAccount, readWorker, wantsDocument } from '../reading.ts';
import { Rejection, TEXTS } from '../rejection.ts';

const page: Page = {
  title: 'Eliminación de alta consolidada',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (typed) => [
    ...input('NA5NumSegSocialCompleto', 'Número de afiliación', 12, typed),
    ...input('CC1EmpresaAut', 'Régimen y cuenta de cotización', 15, typed),
    ...printType(typed),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'Continuar',
      text: 'Continuar',
      press(form, desk) {
        desk.submitted('anulacion-alta');
        const account = readAccount(form, desk);
        const worker = readWorker(form, desk);
        const stay = stayToLeave(desk, worker, account);
        if (!isConsolidated(desk, stay.alta)) throw new Rejection(TEXTS.notConsolidated);
        desk.file('anulacion-alta', () => remove(desk, stay));
        return {
          ...page,
          message: { type: 'INFO', text: TEXTS.removed },
          offers: desk.resolution(wantsDocument(form), 'Resolución de eliminación de alta', () =>
            resolution(desk, 'RESOLUCION SOBRE ELIMINACION DE ALTA', worker, account, 'ALTA ELIMINADA', [
              ['FECHA REAL DE ALTA', slashed(stay.alta.date)],
            ]),
          ),
        };
      },
    },
  ],
};

/** Takes back a registration that has come to pass. There is one form, and it files. */
export const xv24m00e: Application = { code: 'XV24M00E', start: () => page };
