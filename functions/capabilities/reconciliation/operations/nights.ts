import * as z from 'zod';
import { bool, text } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { differenceKey, exampleDifference, shownDifference, toDifference } from '../fields/difference.ts';
import {
  customerID,
  exampleReconciliation,
  reconciliationId,
  shownNightly,
  toNightly,
} from '../fields/reconciliation.ts';
import type {} from '../shown.ts';

/** Operations on nightly comparisons, and on what they report. */

export const switchNightly = resource({
  id: 'switchNightly',
  method: 'PUT',
  path: '/reconciliations/nightly/{customerID}',
  summary: 'Cuadrar una empresa cada noche, o dejar de hacerlo',
  description:
    'Cada noche, entre las 22:00 y las 6:00 (hora peninsular), se hace un cuadre como el de POST /reconciliations, con los certificados que ' +
    'aquí se dan y en nombre de quien lo activa. Si hay diferencias que la noche anterior no había, o que han cambiado, hay un aviso ' +
    '(drift.found). GET /workforce/{customerID} dice cuándo es el siguiente y cuál fue el último.',
  access: 'files',
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
  onlyDefined: true,
  rate: 'write',
  standing: 'chosen',
  takesCertificate: 'afterwards',
  alsoAnswers: { 404: 'El cliente no existe.', 409: 'El cliente no tiene plantilla guardada.' },
  request: z.object({
    customerID,
    enabled: bool('Verdadero lo activa, con el certificado de X-Cert-Secret; falso lo desactiva.'),
    cert_secret_sepe: text(1000, 'Certificado ante el SEPE, si es otro.').optional(),
  }),
  response: shownNightly,
  example: {
    request: { customerID: 10_000, enabled: true },
    response: { enabled: true, next_at: '2026-11-24T00:17:00.000Z', last: null },
  },
  run: async ({ customerID, enabled, cert_secret_sepe }, { reconciliation, authorityNow }) => {
    const company = await reconciliation.company(customerID);
    if (enabled) {
      const today = madridDay(authorityNow);
      return { data: toNightly(await reconciliation.switchOn(company, { cert_secret_sepe, today })) };
    }
    await reconciliation.switchOff(company);
    return { data: toNightly(await reconciliation.nightly(company)) };
  },
});

export const acceptDifference = resource({
  id: 'acceptDifference',
  method: 'POST',
  path: '/reconciliations/{reconciliationId}/accept',
  summary: 'Aceptar una diferencia de un cuadre',
  description:
    'Los cuadres nocturnos de la empresa dejan de avisar de ella hasta que cambie uno de sus dos valores. Se sigue viendo, con accepted.',
  access: 'files',
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cuadre no existe.' },
  request: z.object({ reconciliationId, key: differenceKey }),
  response: shownDifference,
  example: {
    request: { reconciliationId: exampleReconciliation.id, key: exampleDifference.key },
    response: { ...exampleDifference, accepted: true },
  },
  run: async ({ reconciliationId, key }, { reconciliation }) => ({
    data: toDifference(await reconciliation.accept(reconciliationId, key)),
  }),
});

export const unacceptDifference = resource({
  id: 'unacceptDifference',
  method: 'DELETE',
  path: '/reconciliations/{reconciliationId}/accept/{key}',
  summary: 'Dejar de aceptar una diferencia de un cuadre',
  description:
    'Como si no se hubiera aceptado, también en los demás cuadres de la empresa: si el cuadre nocturno siguiente la encuentra, avisa de ella. ' +
    'Si no estaba aceptada, no cambia nada.',
  access: 'files',
  noted: { none: 'it is work with data of workers, and changes nothing of the account' },
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cuadre no existe.' },
  request: z.object({ reconciliationId, key: differenceKey }),
  response: shownDifference,
  example: {
    request: { reconciliationId: exampleReconciliation.id, key: exampleDifference.key },
    response: exampleDifference,
  },
  run: async ({ reconciliationId, key }, { reconciliation }) => ({
    data: toDifference(await reconciliation.unaccept(reconciliationId, key)),
  }),
});
