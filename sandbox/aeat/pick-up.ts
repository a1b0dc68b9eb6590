import { dashed, madridDay } from '../calendar.ts';
import { escapeHtml } from '../html.ts';
import type { Answer, Call, Environment } from '../portal.ts';
import { isReady } from './issuing.ts';
import { page, VIEWER_PATH } from './pages.ts';
import type { Taxpayer } from './procedure.ts';
import type { Certificate } from './records.ts';

export const PICK_UP_PATH = '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones';
/** The procedure whose certificates are picked up. */
const PROCEDURE = 'G3032';

const row = (certificate: Certificate, ready: boolean): string => {
  const { requested, choice, payerName, csv } = certificate;
  const cells = [
    dashed(madridDay(new Date(requested))),
    choice,
    escapeHtml(payerName),
    ready ? 'EMITIDO' : 'EN TRAMITACION',
    ready ? `<a href='${VIEWER_PATH}?CSV=${csv}'>Ver certificado</a>` : '',
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
};

/** The list of an applicant's requests, the newest first, with the codes of the certificates that are ready. */
export function pickUp({ state, now }: Environment, call: Call, applicant: Taxpayer): Answer {
  const own = state.aeat.certificates
    .filter((each) => each.kind === 'CONTRATISTAS' && each.applicant === applicant.nif)
    .toReversed();
  const listed = call.query.get('fTramite') === PROCEDURE ? own : [];
  if (listed.length === 0) return page('Recogida de certificados', ['<p>No hay solicitudes.</p>']);
  return page('Recogida de certificados', [
    '<table>',
    '<thead><tr><th>Fecha</th><th>NIF pagador</th><th>Pagador</th><th>Estado</th><th>Documento</th></tr></thead>',
    '<tbody>',
    ...listed.map((certificate) => row(certificate, isReady(certificate, now(), call.scenario))),
    '</tbody>',
    '</table>',
  ]);
}
