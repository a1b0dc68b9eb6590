import type { Form } from '../../form.ts';
import { escapeHtml, HTML, htmlAnswer, htmlDocument, latin1 } from '../../html.ts';
import type { Answer } from '../../portal.ts';
import { hidden } from './elements.ts';
import type { Page } from './page.ts';
import { STYLESHEET, shownData, stylesheet } from './stylesheet.ts';

/** How a page is shown: as HTML, as data with a stylesheet, or, on the newer hosts, as data in a script of HTML. */
export type Shape = 'html' | 'data' | 'script';

/** The parts of a page's addresses. */
export interface PageLocation {
  /** Host of the request. */
  host: string;
  shape: Shape;
  session: string;
  ticket: string;
  /** Milliseconds, for the navigation parameter of the portal. */
  time: number;
}

/** A page, with the values that were posted to it. */
export interface Shown {
  page: Page;
  posted: Form;
}

const FRONT_END = '/ProsaInternet/OnlineAccessUtf8';
const XML = 'text/xml; charset=ISO-8859-1';

const address = ({ session, ticket, time }: PageLocation) =>
  `${FRONT_END};jsessionid=${session}?ARQ.SPM.TICKET=${ticket}&amp;SPM.CONTEXT=internet&amp;ARQ.SPM.TMS_NAVEGACION=${time}`;

/** Hidden inputs of a form; older pages have fewer. */
const hiddenLines = ({ plain }: Page, { ticket, time, shape }: PageLocation): string[] => {
  const fields: [string, string][] = [
    ['ARQ.SPM.TICKET', ticket],
    ['SPM.CONTEXT', 'internet'],
    shape === 'html' ? ['ARQ.SPM.TMS_NAVEGACION', String(time)] : ['ARQ.SPM.IDIOMA', 'ES'],
  ];
  const newer: [string, string][] = [
    ['ARQ.SPM.OUT', 'XML_STYLESHEET'],
    ['ES_FW4', '1'],
    ['SPM.ISPOPUP', '0'],
    ['SPM.HAYJS', '1'],
  ];
  return [...fields, ...(plain ? [] : newer)].map(([name, value]) =>
    hidden(name, value, name.replaceAll('.', '_')),
  );
};

const formLines = ({ page, posted }: Shown, location: PageLocation): string[] => [
  `<form id="${page.form}" name="${page.form}" method="post" action="${address(location)}" accept-charset="UTF-8">`,
  ...hiddenLines(page, location),
  ...page.body(posted),
  ...page.buttons.map(({ id, action, text }) =>
    page.plain
      ? `<input type="submit" id="${id}" name="SPM.ACC.${action}" value="${escapeHtml(text)}"/>`
      : `<button type="submit" id="${id}" name="SPM.ACC.${action}" value="${action}">${escapeHtml(text)}</button>`,
  ),
  '</form>',
];

const documentLines = ({ documentLinks = [] }: Page): string[] =>
  documentLinks.length === 0
    ? []
    : [
        '<div id="CONTENEDOR_prevdocumentoseinformes"><ul id="prevdocumentoseinformes">',
        ...documentLinks.map(
          ({ text, href }) =>
            `<li><a data-pc_tipo="documento" href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`,
        ),
        '</ul></div>',
      ];

/** The message area exists only if there is an error, because without it clients assume success. */
const messageLines = ({ message, plain }: Page): string[] => {
  if (!message) return [];
  const text = escapeHtml(message.text);
  return message.type === 'ERROR'
    ? [
        // Clients of the older pages look for this class alone.
        `<div id="ARQContenMensaje"><ul><li class="${plain ? '' : 'ERROR mensaje '}mensajeError">${text}</li></ul></div>`,
      ]
    : [`<p class="INFO mensaje">${text}</p>`];
};

/** The page as HTML, each element with its end. */
const htmlLines = (shown: Shown, location: PageLocation): string[] => {
  const { page } = shown;
  const { data = [] } = page;
  return [
    '<html lang="es">',
    '<head>',
    '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"/>',
    `<title>${escapeHtml(page.title)} - Entorno de pruebas</title>`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(page.title)}</h1>`,
    ...messageLines(page),
    ...(page.plain ? data : shownData(data)),
    ...formLines(shown, location),
    ...documentLines(page),
    '</body>',
    '</html>',
  ];
};

/**
 * The page as data only. Some clients read its message from the CDATA section, others from the text that a browser shows, which
 * is outside it. Assumed: an element repeats the text, and the name of this element.
 */
const dataLines = ({ page }: Shown, { host, session, shape, ticket }: PageLocation): string[] => {
  const { message, name = 'Datos_Pagina', data = [] } = page;
  return [
    `<ProsaXMLData titulo="${escapeHtml(page.title)}">`,
    `<page_name><![CDATA[${name}]]></page_name>`,
    `<SPM.TICKET id="SPM.TICKET">${ticket}</SPM.TICKET>`,
    `<SPM.IDSESSION id="SPM.IDSESSION">;jsessionid=${session}</SPM.IDSESSION>`,
    `<SPM.URLFRONTEND>${shape === 'script' ? '' : `https://${escapeHtml(host)}`}${FRONT_END}</SPM.URLFRONTEND>`,
    '<SPM.CONTEXT>internet</SPM.CONTEXT>',
    '<SPM.LANGUAGE>ES</SPM.LANGUAGE>',
    '<SPM.ISPOPUP>0</SPM.ISPOPUP>',
    ...(message
      ? [
          `<MESSAGES id="MESSAGES"><MESSAGE><TIPO>${message.type}</TIPO><TEXTO><![CDATA[${message.text}]]></TEXTO><DETALLE>${escapeHtml(message.text)}</DETALLE></MESSAGE></MESSAGES>`,
        ]
      : []),
    ...data,
    '</ProsaXMLData>',
  ];
};

const answer = (type: string, lines: string[]): Answer => ({ type, body: latin1(`${lines.join('\n')}\n`) });

const asData = (shown: Shown, location: PageLocation): Answer =>
  answer(XML, [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    `<?xml-stylesheet type="text/xsl" href="${STYLESHEET}?pagina=${location.ticket}"?>`,
    ...dataLines(shown, location),
  ]);

/** The data in a script of an HTML page without a form. */
const asScript = (shown: Shown, location: PageLocation): Answer =>
  htmlAnswer(
    htmlDocument(
      [`<head><title>${escapeHtml(shown.page.title)}</title></head>`],
      [
        `<input type="hidden" id="ARQ.SPM.TICKET" value="${location.ticket}">`,
        `<script id="xslUri" href="${STYLESHEET}?pagina=${location.ticket}" type="text/plain"></script>`,
        `<script id="xml" type="text/plain">${dataLines(shown, location).join('\n')}</script>`,
      ],
    ),
  );

/** The page in its shape. The older pages are HTML for everyone. */
export const render = (shown: Shown, location: PageLocation): Answer => {
  if (shown.page.plain || location.shape === 'html')
    return answer(HTML, ['<!DOCTYPE html>', ...htmlLines(shown, { ...location, shape: 'html' })]);
  return location.shape === 'data' ? asData(shown, location) : asScript(shown, location);
};

/** The stylesheet for the data of a page. */
export const renderStylesheet = (shown: Shown, location: PageLocation): Answer => ({
  type: XML,
  body: latin1(stylesheet(htmlLines(shown, { ...location, shape: 'data' }))),
});
