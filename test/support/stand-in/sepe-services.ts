import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { expect } from 'vitest';
import type { ClientOptions, StandIn } from './stand-in.ts';

export const SEND = '/ccomunicacto/services/SWComunicacionDatos';
export const QUERY = '/ccomunicacto/services/SWConsultaDatos';
export const SEND_NAMESPACE = 'http://comunicacion.serviciosWeb.comunicacto';
const QUERY_NAMESPACE = 'http://consultaDatos.serviciosWeb.comunicacto';
const CERTIFICATES_NAMESPACE = 'http://webservice.certificados.prestaciones.spee.es';
const NO_USER = { sUsuarioConectado: '', sUsuarioPrincipal: '', sPassword: '' };
const ACCESS = { usuarioConectado: '', usuarioPrincipal: '', password: '', idioma: '14', comunidad: '99' };

/** The answer to a shipment that was accepted, with its number. */
export const NUM_ENVIO =
  /^<\?xml version='1.0' encoding='ISO-8859-1'\?><COMUNICACION><NUM_ENVIO>(C\d{7})<\/NUM_ENVIO><\/COMUNICACION>$/;
/** The answer to a refused shipment, with its reason. */
export const ERROR =
  /^<\?xml version='1.0' encoding='ISO-8859-1'\?><COMUNICACION><ERROR>([^<]+)<\/ERROR><\/COMUNICACION>$/;

interface SoapOptions extends ClientOptions {
  /** Whether to send values in CDATA sections instead of escaping them. */
  cdata?: boolean;
}

const escaped = (text: string) =>
  text.replace(/[&<>]|[^\x20-\x7e\n]/gu, (character) => `&#${character.codePointAt(0)};`);

/** The texts of all elements with a name. */
export const texts = (root: XmlElement, name: string): string[] =>
  root.children.flatMap((node) => {
    if (node.type !== 'element') return [];
    const child = node as XmlElement;
    return [...(child.name === name ? [child.text] : []), ...texts(child, name)];
  });

/** SEPE's web services. */
export const sepeServices = (standIn: StandIn) => {
  /** Calls an operation. Returns its result. */
  const soap = async (
    path: string,
    namespace: string,
    operation: string,
    fields: Record<string, string>,
    { cdata, ...options }: SoapOptions = {},
  ): Promise<string> => {
    const content = Object.entries(fields).map(
      ([name, value]) => `<${name}>${cdata ? `<![CDATA[${value}]]>` : escaped(value)}</${name}>`,
    );
    const { status, bytes, headers } = await standIn.client(options).send(path, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body: `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><${operation} xmlns="${namespace}">${content.join('')}</${operation}></S:Body></S:Envelope>`,
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/xml/);
    return new RegExp(`<${operation}Return>(.*)</${operation}Return>`, 's')
      .exec(bytes.toString('utf8'))![1]!
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  };

  /** Sends a document. */
  const send = (operation: string, documento: string, options: SoapOptions = {}, access = {}) =>
    soap(SEND, SEND_NAMESPACE, operation, { documento, ...ACCESS, ...access }, options);

  /** Asks for the answer to a shipment. */
  const query = (id: string, options: SoapOptions = {}, access = {}) =>
    soap(QUERY, QUERY_NAMESPACE, 'servicioConsulta', { id_envio: id, ...ACCESS, ...access }, options);

  /** Calls a service of Certific@2. */
  const certificateService = (
    service: 'Entrada' | 'Consulta',
    fields: Record<string, string>,
    options: SoapOptions = {},
  ) =>
    soap(
      `/DCertificadosWeb/services/ServicioWeb${service}`,
      CERTIFICATES_NAMESPACE,
      'ejecuta',
      fields,
      options,
    );

  return {
    send,
    query,
    certificateService,

    /** Sends the document of a company certificate. */
    sendCertificate: (sXML: string, access: Record<string, string> = NO_USER) =>
      certificateService('Entrada', { ...access, sXML, sIdioma: '14', sComunidad: '99' }),

    /** Sends a document, asks for its answer at once, and reads it. */
    file: async (operation: string, documento: string, options: SoapOptions = {}) => {
      const answer = await send(operation, documento, options);
      const id = NUM_ENVIO.exec(answer)?.[1];
      expect(id, answer).toBeDefined();
      const text = await query(id!, { ...options, scenario: undefined });
      const { root } = parseXml(text);
      const one = (name: string) => texts(root!, name)[0];
      return { text, root: root!, one, errors: texts(root!, 'ERROR') };
    },
  };
};
