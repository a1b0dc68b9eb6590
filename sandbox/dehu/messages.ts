import { randomUUID } from 'node:crypto';
import type { Answer } from '../portal.ts';
import { escapeXml } from '../sepe/xml.ts';

/** Writes the answers of DEHú's services: SOAP 1.1, and SOAP with attachments. */

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const XML = 'text/xml; charset=utf-8';

export const NAMESPACE = 'http://administracion.gob.es/punto-unico-notificaciones/';

/** The publicly known errors of the services. */
export const ERRORS = {
  internal: '2001 Error interno',
  notAuthorised: '4103 Error en el control de acceso, el certificado utilizado no está autorizado',
  concept: '4204 El concepto no coincide con el del envío',
  date: '4207 La fecha enviada se encuentra fuera del margen permitido',
  tooOld: '4224 No se pueden consultar envíos realizados de hace más de 30 días',
} as const;

const envelope = (body: string): string =>
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

export const fault = (text: string): Answer => ({
  status: 500,
  type: XML,
  body: Buffer.from(
    envelope(
      `<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>${escapeXml(text)}</faultstring></SOAP-ENV:Fault>`,
    ),
  ),
});

/** Elements with texts, in order; elements without a text are left out. XML is given as `{ xml }`. */
export type Fields = [name: string, value: string | { xml: string } | undefined][];

export const elements = (fields: Fields): string =>
  fields
    .map(([name, value]) => {
      if (value === undefined) return '';
      return `<ns:${name}>${typeof value === 'string' ? escapeXml(value) : value.xml}</ns:${name}>`;
    })
    .join('');

/** An answer that begins with its code. @param namespace last part of the namespace */
export const success = (name: string, namespace: string, fields: Fields): string => {
  const content = elements([['codigoRespuesta', '200'], ['descripcionRespuesta', 'OK'], ...fields]);
  return envelope(`<ns:${name} xmlns:ns="${NAMESPACE}${namespace}">${content}</ns:${name}>`);
};

/** An answer of XML without attachments. */
export const plain = (xml: string): Answer => ({ type: XML, body: Buffer.from(xml) });

/**
 * XML with an attached document.
 * @param form `swaRef`: SOAP with attachments; `mtom`: XOP
 */
export const withAttachment = (
  xml: string,
  { id, bytes, form }: { id: string; bytes: Uint8Array; form: 'swaRef' | 'mtom' },
): Answer => {
  const boundary = `MIMEBoundary_${randomUUID()}`;
  const type = form === 'mtom' ? 'application/xop+xml' : 'text/xml';
  const rootType = form === 'mtom' ? 'application/xop+xml; charset=UTF-8; type="text/xml"' : XML;
  const part = (headers: string[]) => `\r\n--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`;
  return {
    type: `multipart/related; boundary="${boundary}"; type="${type}"; start="<root@dehu>"`,
    body: Buffer.concat([
      Buffer.from(part([`Content-Type: ${rootType}`, 'Content-ID: <root@dehu>']).slice(2)),
      Buffer.from(xml),
      Buffer.from(
        part(['Content-Type: application/pdf', 'Content-Transfer-Encoding: binary', `Content-ID: <${id}>`]),
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
};
