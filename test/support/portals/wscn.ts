import { X509Certificate } from 'node:crypto';
import { verify } from '../../../sandbox/dehu/signature.ts';
import { createCertificateAuthority, issueClient } from '../../../sandbox/pki/pki.ts';
import { seed } from '../../../sandbox/seed.ts';
import { childrenOf, find, localName, namespaceOf, readXml } from '../../../sandbox/sepe/xml.ts';
import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import type { Exchange } from '../../../shared/authorities/exchange.ts';
import { answerWith, play, type Reply } from './portal.ts';

/** WSCN, TGSS's service for notifications, replaced by given answers. */

const issued = await issueClient(await createCertificateAuthority(), { person: seed.demo.holder });
/** The certificate with which messages are signed. */
export const credential = { version: '1', key: issued.key, chain: issued.chain };

/** A call as the service receives it. */
export interface Call {
  operation: string;
  /** Its parameters, in order. */
  fields: Record<string, string>;
  commits: boolean;
}

/**
 * Runs an exchange against answers by operation, in order if there are several, and verifies the signature of each message that
 * it sends.
 */
export const playWscn = async <In, Out>(
  {
    exchange,
    input,
    dry = false,
  }: { exchange: Exchange<'reading' | 'submission', In, Out>; input: In; dry?: boolean },
  replies: Record<string, Reply | Reply[]>,
) => {
  const calls: Call[] = [];
  const left = new Map(Object.entries(replies).map(([name, reply]) => [name, [reply].flat()]));
  const ended = await play(
    exchange,
    input,
    ({ method, path, headers, sealed, commits }) => {
      const root = readXml(sealed!(credential));
      const signer = verify(root, new Date());
      if (signer.fingerprint256 !== new X509Certificate(credential.chain).fingerprint256)
        throw new Error('signed by another');
      const [call] = childrenOf(find(root, 'Body')!);
      const operation = localName(call!);
      const address = [method, path, namespaceOf(call!), headers?.soapaction];
      const due = ['POST', '/INFRWSCN/WSCNService', 'http://ws.wscn.infra.gi.org/', `"urn:${operation}"`];
      if (address.join() !== due.join()) throw new Error(`sent to ${address.join()}`);
      const fields = childrenOf(call!).map((field): [string, string] => [field.name, field.text]);
      calls.push({ operation, commits, fields: Object.fromEntries(fields) });
      const inTurn = left.get(operation);
      if (!inTurn) throw new Error(`no reply to ${operation}`);
      return inTurn.length > 1 ? inTurn.shift()! : inTurn[0]!;
    },
    dry,
  );
  return { ...ended, calls };
};

/** A SOAP answer with this body. */
export const soap = (body: string, status = 200): Answer =>
  answerWith(
    Buffer.from(
      `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`,
    ),
    { status, contentType: 'text/xml; charset=utf-8' },
  );

/** The answer of an operation: its element with an error number. */
export const answering = (element: string, content: string, error = '0', words = ''): Answer =>
  soap(
    `<n:r xmlns:n="http://ws.wscn.infra.gi.org/"><${element}>${content}<error><codigo>${error}</codigo>` +
      `<descripcion>${words}</descripcion></error></${element}></n:r>`,
  );

export const fault = soap(
  '<S:Fault><faultcode>S:Server</faultcode><faultstring>x</faultstring></S:Fault>',
  500,
);

/** XML elements with texts. */
export const elements = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

/** A notification in the list of an authorised user. */
export const item = (codigo: string, rest: Record<string, string> = {}, list = 'AutorizadoRED'): string =>
  `<notificaciones${list}>${elements({
    codigo,
    descripcion: 'Providencia',
    descripcionEstado: 'Sin acuse',
    destinatario: 'B99990017',
    estado: '1',
    fechaFinDisponibilidad: '30-11-2026 23:59:59',
    fechaPuestaDisposicion: '20-11-2026 09:15:00',
    nombreAppRazonSocial: 'EMPRESA SL',
    procedimiento: 'RECAUDACIÓN',
    ...rest,
  })}</notificaciones${list}>`;

/** The last page of a list. */
export const listed = (...items: string[]): Answer =>
  answering('listadoNotificaciones', `<hayMas>false</hayMas>${items.join('')}`);
