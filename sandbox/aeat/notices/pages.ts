/** Pages of notifications. Comments mark the parts that are as the portal writes them; the rest is invented. */

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

/** Natural days after which an unopened notification counts as served. */
const DAYS = 10;
/** Rows on a page, as at the portal. */
const PAGE = 20;

/**
 * When and how a notification counts as served; `undefined` while it is pending. The wording of an expired one is
 * invented.
 */
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

/** A row with its link; a pending notification shows no subject. */
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

/** The search form with its results: at most one page of them, and the total. */
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

/** The page for signing for a pending notification; its script names the signer. Showing it opens nothing. */
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

/** An opened notification, also shown right after the signature: the day, and the code of its acknowledgement. */
export const openedPage = ({ concept, opened }: AeatNotice): Answer =>
  page('Notificación', [
    `<p>Concepto: ${escapeHtml(concept)}</p>`,
    `<p>Fecha notificación: ${dashed(opened!.day)}</p>`,
    `<a href='${DOCUMENT_PATH}?CSV=${opened!.csv}'>Acuse de recibo</a>`,
  ]);
