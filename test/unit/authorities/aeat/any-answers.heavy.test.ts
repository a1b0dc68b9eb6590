import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptance, opened } from '../../../../shared/authorities/aeat/acceptance.ts';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import { modelo111 } from '../../../../shared/authorities/aeat/modelo-111.ts';
import { modelo190, shipmentOfYear } from '../../../../shared/authorities/aeat/modelo-190.ts';
import { listing } from '../../../../shared/authorities/aeat/notices.ts';
import { presentedReturns, returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import { subcontractors } from '../../../../shared/authorities/aeat/subcontractors.ts';
import { taxCompliance } from '../../../../shared/authorities/aeat/tax-compliance.ts';
import { type Exchange, Refusal } from '../../../../shared/authorities/exchange.ts';
import { confirmation, entry, positivePdf, receipt } from '../../../support/portals/aeat.ts';
import { anyAnswer, expectForeseen } from '../../../support/portals/any-answers.ts';
import { play, sourceOf } from '../../../support/portals/portal.ts';
import { tries } from '../../../support/setup/fast-check.ts';

/** Parts of the portal's pages. */
const parts = fc.constantFrom(
  ...[entry, confirmation, receipt, positivePdf].map(sourceOf),
  '<form id="Form">',
  '<form id="Form" action="javascript:x">',
  '</form>',
  '<input name="fIslw">',
  '<input name="FIR"><input name="FIRNIF"><input name="FIRNOMBRE">',
  '_fbNif="',
  "_fbNombre: '\\",
  '<main>',
  '<tr><td>21-11-2026 B12345674</td>',
  '<tr><td>99/99/9999 B12345674 <a href="?CSV=0000000000000000">',
  'CSV=ABCD',
  '<h1>Consulta de notificaciones y comunicaciones</h1><table id="GESTOR"><thead>',
  '<th>Certificado<th>Tipo<th>Titular<th>Fecha emisión<th>Fecha notificación</thead>',
  '<input name="NUM_RESULTADOS_RS" value="2">',
  '<tr id="filaNum0"><td>2699000000001<td>Notificación<td>B12345674 X<td>20-11-2026<td>',
  'Fecha notificación: 21-11-2026',
  'Fecha notificación: 99-99-2026',
  '<servicioConsultasDirectas>',
  '</servicioConsultasDirectas>',
  '<respuestaCorrecta><modelo>111</modelo><nif>B12345674</nif><fechaYHoraPresentacion>2026-13-99T99:99</fechaYHoraPresentacion>',
  '</respuestaCorrecta>',
  '<error><descripcionError>x',
  '{"respuesta":{"correcta":{"Modelo":"111","urlPdf":"http://["}}}',
  '{"respuesta":{"errores":[1,null,"E1 - x"]}}',
  'en mantenimiento',
  '\0',
);
const summary = { nif: 'B12345674', year: '2025', kind: 'normal', records: ['1190', '2190'] };
const declared = {
  cif: 'B12345674',
  razon_social: 'EMPRESA DE EJEMPLO SL',
  ejercicio: '2026',
  periodo: '3T',
  tipo: 'N',
  complementaria: false,
};
const answers = anyAnswer(parts, 'text/html', 'text/html;charset=x');

describe('arbitrary bytes as an answer of the tax agency', () => {
  it.each([
    ['ECOT', taxCompliance, { purpose: 'C1' }],
    ['IAE', economicActivities, { year: 2025 }],
    ['contractors', subcontractors, { nif: 'B12345674', name: '', today: '2026-11-21' }],
    ['list of notifications', listing, { today: '2026-11-21' }],
    ['opening', acceptance, { code: '2699000000001', today: '2026-11-21' }],
    ['what was opened', opened, { code: '2699000000001', today: '2026-11-21' }],
    ['modelo 111', modelo111, declared],
    ['modelo 190', modelo190, summary],
    ['the envío of a year', shipmentOfYear, summary],
    [
      'what was presented',
      presentedReturns,
      { nif: 'B12345674', name: '', modelo: '111', ejercicio: '2026' },
    ],
    ['the receipt of a declaration', returnReceipt, { csv: 'ABCD1234EFGH5678' }],
  ] as [string, Exchange<'reading' | 'submission', unknown, unknown>, unknown][])(
    'any bytes end in a result or one of the three errors: %s',
    async (_, exchange, input) => {
      await fc.assert(
        fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), async (replies) => {
          const { error } = await play(exchange, input, replies);
          expectForeseen(error);
          if (error instanceof Refusal) expect(error.messages[0]?.length).toBeLessThanOrEqual(400);
        }),
        tries(400),
      );
    },
  );
});
