/** The pages of notifications. Comments name what is as the portal writes it; the rest is ours. */

import { addDays, dashed, type IsoDate } from '../../calendar.ts';
import { escapeHtml } from '../../html.ts';
import type { Answer } from '../../portal.ts';
import type { State } from '../../state.ts';
import { hidden } from '../elements.ts';
import { DOCUMENT_PATH, page, scriptString } from '../pages.ts';
import { knownTaxpayer, type Taxpayer } from '../procedure.ts';
import type { AeatNotice } from './records.ts';

export const LIST_PATH = '/wlpl/GNNO-JDIT/SvInteresadosQuery';
export const DETAIL_PATH = '/wlpl/GNNO-JDIT/DetalleSede';
export const QUERY = 'es.aeat.gnno.jdit.web.punSede.interesados.query.SvInteresadosQuery';

/** Natural days after which a notification that no one opened counts as served. */
const DAYS = 10;
/** Rows on a page, as at the portal. */
const PAGE = 20;

/** When and how a notification counts as served; `undefined` while it is pending. The words of an expired one are ours. */
export const servedAs = (
  notice: AeatNotice,
  today: IsoDate,
): { day: IsoDate; manner: string } | undefined => {
  if (notice.opened) return { day: notice.opened.day, manner: 'Electrónico accedida' };
  const last = addDays(notice.issued, DAYS);
  if (notice.kind === 'Comunicación' || today <= last) return undefined;
  return { day: addDays(last, 1), manner: 'Electrónico expirada' };
};

const TITLE = 'Consulta de notificaciones y comunicaciones';
/** Titles as of August 2026. */
const COLUMNS = [
  'Nº Certificado',
  'Concepto',
  'Tipo',
  'Titular',
  'Destinatario',
  'Fecha emisión',
  'Fecha notificación',
  'Modo notificación',
  'Leída',
];

const named = ({ nif, name }: Taxpayer) => `${nif} ${name}`;

/** A row, with its link; what is pending has no concept there. */
const row = (
  notice: AeatNotice,
  place: number,
  { state, today }: { state: State; today: IsoDate },
): string => {
  const served = servedAs(notice, today);
  const isPending = notice.kind === 'Notificación' && !served;
  const cells = [
    isPending ? '*** Pendiente de notificar ***' : notice.concept,
    notice.kind,
    named(knownTaxpayer(state, notice.holder)),
    named(knownTaxpayer(state, notice.recipient)),
    dashed(notice.issued),
    dashed(served?.day),
    served?.manner ?? '',
    notice.opened ? 'Sí' : isPending ? '' : 'No',
  ];
  return [
    `<tr  id='filaNum${place}' class='fila_par' >`,
    `<td scope='row'><span id='Ccf_1_${place + 1}'><a href='${DETAIL_PATH}?ncc=${notice.code}' target='_blank'>${notice.code}</a></span></td>`,
    ...cells.map((cell) => `<td scope='row'><span>${escapeHtml(cell)}</span></td>`),
    '</tr>',
  ].join('\n');
};

/** The form with what was found: at most a page of it, and the number of all. */
export const listPage = (found: AeatNotice[], within: { state: State; today: IsoDate }): Answer =>
  page(TITLE, [
    `<h1>${TITLE}</h1>`,
    "<div id='idDivAlertas' class='AEAT_bloque_errores bloque oculto '><ul id='idUlAlertas'></ul></div>",
    `<form id='Query' method='post' action='${LIST_PATH}'>`,
    hidden('CLASGTE', `${PAGE}/${found.length}/20260615000000000000`),
    hidden('NUM_RESULTADOS_RS', String(found.length)),
    hidden('NOM_QUERY', QUERY),
    '</form>',
    ...(found.length === 0
      ? ['<p>No se han obtenido resultados para estos datos</p>']
      : [
          "<table id='GESTOR' summary='TABLA DE DATOS DEL QUERY'>",
          `<thead><tr>${COLUMNS.map((title) => `<th scope='col'>${title}</th>`).join('')}</tr></thead>`,
          "<tbody id='tbodyDatos'>",
          ...found.slice(0, PAGE).map((notice, place) => row(notice, place, within)),
          '</tbody>',
          '</table>',
        ]),
  ]);

/** The page on which a pending notification is signed for: its script has the signer. It opens nothing. */
export const signaturePage = (notice: AeatNotice, signer: Taxpayer): Answer =>
  page(
    'Notificación pendiente',
    [
      '<h1>Acceso a la notificación</h1>',
      `<form id='Form' method='post' action='${DETAIL_PATH}?ncc=${notice.code}'>`,
      ...['accion', 'FIRNIF', 'FIRNOMBRE', 'FIR'].map((name) => hidden(name, '')),
      '</form>',
    ],
    [`<script>var _fbNombre=${scriptString(signer.name)}; var _fbNif=${scriptString(signer.nif)};</script>`],
  );

/** A notification that was opened, also right after the signature: its day, and the code of its acknowledgement. */
export const openedPage = ({ concept, opened }: AeatNotice): Answer =>
  page('Notificación', [
    `<p>Concepto: ${escapeHtml(concept)}</p>`,
    `<p>Fecha notificación: ${dashed(opened!.day)}</p>`,
    `<a href='${DOCUMENT_PATH}?CSV=${opened!.csv}'>Acuse de recibo</a>`,
  ]);
