import type { Form } from '../../form.ts';
import { escapeHtml, HTML, latin1 } from '../../html.ts';
import type { Answer } from '../../portal.ts';
import { hidden } from './elements.ts';
import type { Button, Page } from './page.ts';
import { STYLESHEET } from './stylesheet.ts';

/** The parts of a page's addresses. */
export interface PageLocation {
  /** Host of the request. */
  host: string;
  /** Whether the data are wrapped in HTML. */
  wrapped: boolean;
  session: string;
  ticket: string;
  /** Milliseconds, for the navigation parameter of the portal. */
  time: number;
}

const FRONT_END = '/ProsaInternet/OnlineAccessUtf8';

const address = ({ session, ticket, time }: PageLocation) =>
  `${FRONT_END};jsessionid=${session}?ARQ.SPM.TICKET=${ticket}&amp;SPM.CONTEXT=internet&amp;ARQ.SPM.TMS_NAVEGACION=${time}`;

const formLines = (
  page: Page,
  { posted, location }: { posted: Form; location: PageLocation },
  buttonLine: (button: Button) => string,
) => [
  `<form id="${page.form}" name="${page.form}" method="post" action="${address(location)}" accept-charset="UTF-8">`,
  hidden('ARQ.SPM.TICKET', location.ticket, 'ARQ_SPM_TICKET'),
  hidden('SPM.CONTEXT', 'internet', 'SPM_CONTEXT'),
  hidden('ARQ.SPM.TMS_NAVEGACION', String(location.time), 'ARQ_SPM_TMS_NAVEGACION'),
  ...page.body(posted),
  ...page.buttons.map(buttonLine),
  '</form>',
];

const linkLines = ({ documentLinks = [] }: Page): string[] =>
  documentLinks.map(
    ({ text, href }) => `<a data-pc_tipo="documento" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`,
  );

/** On the newer hosts, what programs that write the form themselves read besides ticket and session. */
const FORM_DATA = [
  `<SPM.URLFRONTEND>${FRONT_END}</SPM.URLFRONTEND>`,
  '<SPM.CONTEXT>internet</SPM.CONTEXT>',
  '<SPM.LANGUAGE>ES</SPM.LANGUAGE>',
  '<SPM.ISPOPUP>0</SPM.ISPOPUP>',
];

/** The page as XML data. The rendering adds what comes before it. */
function xmlLines(page: Page, location: PageLocation, form: string[]): string[] {
  const { message } = page;
  const documents = linkLines(page);
  return [
    `<ProsaXMLData titulo="${escapeHtml(page.title)}">`,
    `<SPM.TICKET id="SPM.TICKET">${location.ticket}</SPM.TICKET>`,
    `<SPM.IDSESSION id="SPM.IDSESSION">;jsessionid=${location.session}</SPM.IDSESSION>`,
    ...(location.wrapped
      ? FORM_DATA
      : [`<SPM.URLFRONTEND>https://${escapeHtml(location.host)}${FRONT_END}</SPM.URLFRONTEND>`]),
    ...(message
      ? [
          `<MESSAGES id="MESSAGES"><MESSAGE><TIPO>${message.type}</TIPO><TEXTO><![CDATA[${message.text}]]></TEXTO></MESSAGE></MESSAGES>`,
        ]
      : []),
    ...(page.data ?? []),
    ...form,
    ...(documents.length > 0
      ? ['<prevdocumentoseinformes id="prevdocumentoseinformes">', ...documents, '</prevdocumentoseinformes>']
      : []),
    '</ProsaXMLData>',
  ];
}

const answer = (type: string, lines: string[]): Answer => ({ type, body: latin1(`${lines.join('\n')}\n`) });

function renderXml(page: Page, posted: Form, location: PageLocation): Answer {
  const form = formLines(
    page,
    { posted, location },
    ({ id, action, text }) =>
      `<button type="submit" id="${id}" name="SPM.ACC.${action}" value="${action}">${escapeHtml(text)}</button>`,
  );
  return answer('text/xml; charset=ISO-8859-1', [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    `<?xml-stylesheet type="text/xsl" href="${STYLESHEET}"?>`,
    ...xmlLines(page, location, form),
  ]);
}

/** On the newer host the same data are in a script of an HTML page. It has no form, because clients would post it. */
function renderScript(page: Page, posted: Form, location: PageLocation): Answer {
  const controls = page.body(posted);
  return answer(HTML, [
    '<!DOCTYPE html>',
    '<html lang="es">',
    `<head><title>${escapeHtml(page.title)}</title></head>`,
    '<body>',
    `<input type="hidden" id="ARQ.SPM.TICKET" value="${location.ticket}">`,
    `<script id="xslUri" href="${STYLESHEET}" type="text/plain"></script>`,
    `<script id="xml" type="text/plain">${xmlLines(page, location, controls).join('\n')}</script>`,
    '</body>',
    '</html>',
  ]);
}

/** The older pages. They have a message area only if there is an error: without it clients assume success. */
function renderPlain(page: Page, posted: Form, location: PageLocation): Answer {
  const { message } = page;
  const documents = linkLines(page);
  return answer(HTML, [
    '<!DOCTYPE html>',
    '<html lang="es">',
    '<head>',
    '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"/>',
    `<title>${escapeHtml(page.title)} - Entorno de pruebas</title>`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(page.title)}</h1>`,
    ...(message?.type === 'ERROR'
      ? [
          `<div id="ARQContenMensaje"><ul><li class="mensajeError">${escapeHtml(message.text)}</li></ul></div>`,
        ]
      : []),
    ...(message?.type === 'INFO' ? [`<p class="INFO mensaje">${escapeHtml(message.text)}</p>`] : []),
    ...(page.data ?? []),
    ...formLines(page, { posted, location }, ({ id, action, text }) => {
      return `<input type="submit" id="${id}" name="SPM.ACC.${action}" value="${escapeHtml(text)}"/>`;
    }),
    ...(documents.length > 0
      ? ['<ul id="prevdocumentoseinformes">', ...documents.map((line) => `<li>${line}</li>`), '</ul>']
      : []),
    '</body>',
    '</html>',
  ]);
}

/** The page in the rendering of its application and its host. */
export function render(page: Page, posted: Form, location: PageLocation): Answer {
  if (page.plain) return renderPlain(page, posted, location);
  return location.wrapped ? renderScript(page, posted, location) : renderXml(page, posted, location);
}
