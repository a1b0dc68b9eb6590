import { answerWith } from './portal.ts';

/** Pages of the Prosa applications as TGSS writes them, with their contents. */

/** An XML page. */
export const xml = (content: string) =>
  answerWith(
    `<?xml version="1.0" encoding="ISO-8859-1"?>
<?xml-stylesheet type="text/xsl" href="/ProsaInternet/xsl/ficha.xsl"?>
<ProsaXMLData><SPM.TICKET id="SPM.TICKET">T2</SPM.TICKET><SPM.IDSESSION id="SPM.IDSESSION">${SESSION}</SPM.IDSESSION>${content}</ProsaXMLData>`,
    { contentType: 'text/xml; charset=ISO-8859-1' },
  );

/** An HTML page. */
export const plain = (body: string) => answerWith(`<html><body>${body}</body></html>`);

/** The session part of addresses. */
export const SESSION = ';jsessionid=0000a:b';
/** The address to which forms are sent, escaped for HTML. */
export const ACTION =
  '/ProsaInternet/OnlineAccessUtf8;jsessionid=0000a:b?ARQ.SPM.TICKET=T1&amp;SPM.CONTEXT=internet&amp;ARQ.SPM.TMS_NAVEGACION=5';

/** A form with a ticket of its session. */
export const form = (controls: string, id = 'FORMULARIO_1') =>
  `<form id="${id}" name="${id}" method="post" action="${ACTION}">
<input id="ARQ_SPM_TICKET" value="T1"/><input id="ARQ_SPM_TMS_NAVEGACION" value="5"/>
${controls}
</form>`;

/** Text fields. */
export const inputs = (...names: string[]) =>
  names.map((name) => `<input type="text" id="${name}" name="${name}" value=""/>`).join('\n');
/** A list of options. */
export const select = (name: string, ...values: string[]) =>
  `<select name="${name}">${values.map((value) => `<option value="${value}">${value}</option>`).join('')}</select>`;
/** A button for an action. */
export const button = (id: string, action: string) =>
  `<button id="${id}" name="SPM.ACC.${action}" value="${action}">${action}</button>`;
export const radio = (id: string, name: string, value: string) =>
  `<input type="radio" id="${id}" name="${name}" value="${value}"/>`;
/** A message in an HTML page. */
export const htmlMessage = (kind: 'ERROR' | 'INFO', text: string) => `<p class="${kind} mensaje">${text}</p>`;
/** A message in an XML page. */
export const message = (kind: 'ERROR' | 'INFO', text: string) =>
  `<MESSAGES id="MESSAGES"><MESSAGE><TIPO>${kind}</TIPO><TEXTO><![CDATA[${text}]]></TEXTO></MESSAGE></MESSAGES>`;
/** A link to a document. */
export const link = (type = 'DOCUMENTO') =>
  `<prevdocumentoseinformes id="prevdocumentoseinformes"><a data-pc_tipo="documento" href="/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1&amp;TYPEVIEW=${type}">TA</a></prevdocumentoseinformes>`;

/** The page that asks to confirm. */
export const confirmation = () =>
  plain(
    form(
      `<input type="hidden" name="OPCION" value="A"/>${button('ENVIO_20', 'CONFIRMAR')}${button('ENVIO_21', 'ATRAS')}`,
    ),
  );
/** The same page as XML. */
export const confirmationData = (content = '') =>
  xml(`<page_name><![CDATA[B_02_Confirmacion_Pagina]]></page_name>${content}`);
/** The page after a success, as XML and as HTML. */
export const done = () => xml(message('INFO', 'OPERACION REALIZADA CORRECTAMENTE'));
export const donePage = () => plain(htmlMessage('INFO', 'OPERACION REALIZADA CORRECTAMENTE') + link());
/** A page with a refusal. */
export const refusedPage = (text: string) => xml(message('ERROR', text));
