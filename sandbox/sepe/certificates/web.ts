/** Pages to query company certificates by worker: the newest one is shown at once, the others from a list. */

import { Form } from '../../form.ts';
import { escapeHtml } from '../../html.ts';
import type { Call } from '../../portal.ts';
import { withholdsDocument } from '../../scenario.ts';
import type { Context } from '../context.ts';
import type { CompanyCertificate } from '../records.ts';
import { fieldset } from '../web/frame.ts';
import { blocks } from '../web/views.ts';
import { amount, certificateBlocks, closingBlocks, dayOrDashes } from './blocks.ts';
import { button, page } from './page.ts';
import { attachmentPdf, certificatePdf } from './pdfs.ts';

export const ENTRY = '/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';
export const RESULTS = '/ConsultasCertificadosRTWEB/ActionConsultas.do';
const NOTHING = 'No existen certificados de empresa para el trabajador indicado.';
const REFUSED = 'No se puede realizar la consulta solicitada.';

type Reply = string | { pdf: Promise<Uint8Array> };

const entry = (error = ''): string =>
  page('Consulta de certificados', [
    `<form method="post" action="${RESULTS}">`,
    ...(error ? [`<p class="formAviso">${escapeHtml(error)}</p>`] : []),
    '<label for="nif">NIF/NIE</label> <input type="text" id="nif" name="nif" maxlength="9" value="">',
    button('btBuscar', 'Buscar'),
    '</form>',
  ]);

const COLUMNS = [
  ['anyo', 'Año'],
  ['mes', 'Mes'],
  ['dc', 'Días cotizados'],
  ['bccc', 'Base de contingencias comunes'],
  ['bcd', 'Base de desempleo'],
  ['observaciones', 'Observaciones'],
] as const;

const contributionTable = ({ contributions }: CompanyCertificate): string[] => [
  '<table class="tablaCotizaciones">',
  `<tr>${COLUMNS.map(([id, text]) => `<th id="${id}">${text}</th>`).join('')}</tr>`,
  ...contributions.map((each) => {
    const cells = [
      each.year,
      each.month,
      String(each.days),
      amount(each.baseCommon),
      amount(each.baseUnemployment),
      each.remarks,
    ];
    return `<tr>${cells.map((text, index) => `<td headers="${COLUMNS[index]![0]}">${escapeHtml(text)}</td>`).join('')}</tr>`;
  }),
  '</table>',
];

/** The certificate itself, then its attachments. */
const documentsOf = (certificate: CompanyCertificate) => [
  { name: 'CERTIFICADO DE EMPRESA', date: certificate.entered, source: certificate.origin },
  ...certificate.attachments,
];

const documentTable = (certificate: CompanyCertificate): string[] => [
  '<table class="tablaDocumentos">',
  '<tr><th></th><th>Documento</th><th>Fecha</th><th>Procedencia</th></tr>',
  ...documentsOf(certificate).map(
    ({ name, date, source }, index) =>
      `<tr><td><input type="radio" name="documentoSeleccionado" value="${index}"${index === 0 ? ' checked' : ''}></td><td>${escapeHtml(name)}</td><td>${dayOrDashes(date)}</td><td>${escapeHtml(source)}</td></tr>`,
  ),
  '</table>',
];

/**
 * The page of a certificate. If the worker has others, the first page has a button for the document and one for the
 * list. Otherwise, and for a certificate chosen from the list, the documents are listed.
 */
const view = (
  context: Context,
  certificate: CompanyCertificate,
  { others, chosen }: { others: boolean; chosen: boolean },
): string =>
  page('Certificado de empresa', [
    `<form method="post" action="${RESULTS}">`,
    `<input type="hidden" name="nifConsultado" value="${escapeHtml(certificate.document)}">`,
    `<input type="hidden" name="expediente" value="${certificate.file}">`,
    ...blocks(certificateBlocks(context, certificate)),
    ...fieldset('Cotizaciones', contributionTable(certificate)),
    ...blocks(closingBlocks(certificate)),
    ...(others && !chosen
      ? [button('btGenerarPDF', 'Generar PDF')]
      : [...documentTable(certificate), button('btMostrar', 'Mostrar')]),
    ...(others ? [button('btMasCert', 'Más certificados')] : []),
    '</form>',
  ]);

const LIST_HEADINGS = [
  '',
  'Fecha de entrada',
  'Fecha de recepción',
  'Fecha de reconocimiento',
  'CIF',
  'Código',
  'Fecha de suspensión',
  'Anexado',
  'Origen',
];

const list = (found: CompanyCertificate[]): string =>
  page('Certificados del trabajador', [
    `<form method="post" action="${RESULTS}">`,
    `<input type="hidden" name="nifConsultado" value="${escapeHtml(found[0]!.document)}">`,
    '<table>',
    `<tr>${LIST_HEADINGS.map((text) => `<th>${text}</th>`).join('')}</tr>`,
    ...found.map((each, index) => {
      const cells = [
        dayOrDashes(each.entered),
        dayOrDashes(each.received),
        dayOrDashes(each.recognised),
        each.cif,
        each.file,
        dayOrDashes(each.suspension),
        each.attachments.length > 0 ? 'SI' : 'NO',
        each.origin,
      ];
      return `<tr><td><input type="radio" name="certSeleccionado" value="${index}"></td>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`;
    }),
    '</table>',
    button('btAceptar', 'Aceptar'),
    '</form>',
  ]);

/** A worker's certificates for the accounts on which the holder may act, the newest first. */
const certificatesOf = (context: Context, document: string): CompanyCertificate[] =>
  context.records.certificates
    .filter((each) => each.document === document.toUpperCase() && context.mayActOn(each.ccc))
    .sort((one, other) =>
      one.suspension > other.suspension ? -1 : one.suspension < other.suspension ? 1 : 0,
    );

/** All pages of the query. */
export function certificatePages(context: Context, call: Call): Reply {
  if (call.path === ENTRY || call.method !== 'POST') return entry();
  const posted = Form.parse(call.body, call.headers['content-type']);
  if (context.scenario === 'refused') return entry(REFUSED);
  const found = certificatesOf(context, posted.get('nif') || posted.get('nifConsultado'));
  const [newest] = found;
  if (!newest) return entry(NOTHING);
  const several = found.length > 1;
  if (posted.has('btMasCert')) return list(found);
  if (posted.has('btAceptar')) {
    const chosen = found[Number(posted.get('certSeleccionado') || Number.NaN)];
    return chosen ? view(context, chosen, { others: several, chosen: true }) : list(found);
  }
  if (!posted.has('btMostrar') && !posted.has('btGenerarPDF'))
    return view(context, newest, { others: several, chosen: false });
  const certificate = found.find(({ file }) => file === posted.get('expediente')) ?? newest;
  if (withholdsDocument(context.scenario)) return entry('No se puede mostrar el documento solicitado.');
  const index = Number(posted.get('documentoSeleccionado') || 0);
  const document = documentsOf(certificate)[index];
  return {
    pdf:
      index > 0 && document
        ? attachmentPdf(certificate, document.name, document.date)
        : certificatePdf(context, certificate),
  };
}
