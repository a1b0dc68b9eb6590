import { X509Certificate } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { codeSigned } from '../../../../../sandbox/tgss/notices/acknowledgement.ts';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import {
  AccessDenied,
  NothingFound,
  OutOfService,
  Refusal,
  Unreadable,
} from '../../../../../shared/authorities/exchange.ts';
import { acceptance, opened } from '../../../../../shared/authorities/tgss/wscn/acceptance.ts';
import { html } from '../../../../support/portals/aeat.ts';
import { PDF, type Reply } from '../../../../support/portals/portal.ts';
import {
  answering,
  credential,
  elements,
  fault,
  item,
  listed,
  playWscn,
} from '../../../../support/portals/wscn.ts';

/** Opening a notification of TGSS and reading an opened one: the messages that are sent, and every possible end. */

const LIST = 'consultarListadoNotificaciones';
const ASK = 'solicitarAcuseNotificacion';
const SEND = 'enviarAcuseNotificacion';
const SEE = 'verNotificacionAceptada';
const CODE = '4711';
const key = { role: '2', code: CODE } as const;

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const XML =
  '<ProsaSignature id="ELEMENTOAFIRMAR"><ProsaSignatureData Id="ProsaData"><ACUSE_FIRMA>' +
  `<CODIGO>${CODE}</CODIGO></ACUSE_FIRMA></ProsaSignatureData></ProsaSignature>`;
const acknowledgement = (xml: string, name = 'XML') =>
  answering('acuseNotificacion', elements({ [name]: base64(xml) }));
const recovered = (fields: Record<string, string> = {}, error = '0', words = '') =>
  answering(
    'notificacionRecuperada',
    elements({
      codigoNotificacion: CODE,
      pdfNotificacion: base64(PDF),
      selladoTiempo: '21-11-2026 10:30:00',
      ...fields,
    }),
    error,
    words,
  );
const document = { contentType: 'application/pdf', name: 'notificacion.pdf', bytes: Buffer.from(PDF) };

const works: Record<string, Reply> = {
  [LIST]: listed(item('1'), item(CODE)),
  [ASK]: acknowledgement(XML),
  [SEND]: recovered(),
  [SEE]: recovered(),
};
const accept = (replies: Record<string, Reply> = {}, dry = false) =>
  playWscn({ exchange: acceptance, input: key, dry }, { ...works, ...replies });
const see = (replies: Record<string, Reply> = {}) =>
  playWscn({ exchange: opened, input: key }, { ...works, ...replies });
const operations = ({ calls }: { calls: { operation: string }[] }) => calls.map(({ operation }) => operation);

describe('opening a notification of TGSS', () => {
  test('the opening finds the notification pending, asks for the text, and sends it signed by the only call that commits', async () => {
    const { calls, result } = await accept();
    expect(operations({ calls })).toEqual([LIST, ASK, SEND]);
    expect(calls.map(({ commits }) => commits)).toEqual([false, false, true]);
    expect(calls[1]!.fields).toEqual({
      rol: '2',
      identificadorPoderdante: '',
      codigoNotificacion: CODE,
      esDeAceptacion: 'true',
    });
    expect(Object.keys(calls[2]!.fields)).toEqual(['rol', 'identificadorPoderdante', 'xmlAcuseFirmado']);
    const sent = Buffer.from(calls[2]!.fields.xmlAcuseFirmado!, 'base64').toString();
    // Verified by the stand-in's code, which shares nothing with the gateway.
    expect(codeSigned(sent, new X509Certificate(credential.chain))).toBe(CODE);
    expect(result).toMatchObject({ notice: { code: CODE }, at: '2026-11-21T10:30:00+01:00', document });
  });

  test('the text is read under either name', async () => {
    expect((await accept({ [ASK]: acknowledgement(XML, 'xml') })).result).toBeDefined();
  });

  test('a dry run ends before the call that opens the notification', async () => {
    const { calls, end } = await accept({}, true);
    expect(end).toEqual({ dry: true });
    expect(operations({ calls })).toEqual([LIST, ASK]);
  });

  it.each([
    ['opened', listed(item(CODE, { estado: '2' }))],
    ['refused', listed(item(CODE, { estado: '3' }))],
    ['expired', listed(item(CODE, { estado: '4', descripcionEstado: 'Transcurrido el plazo' }))],
    ['not listed', listed(item('1'))],
  ])('the opening asks for no text of a notification that is %s, in a dry run or not', async (_, list) => {
    for (const dry of [true, false]) {
      const { error, calls } = await accept({ [LIST]: list }, dry);
      expect(error).toBeInstanceOf(NothingFound);
      expect(error).toMatchObject({ field: 'id' });
      expect(operations({ calls })).toEqual([LIST]);
    }
  });

  it.each([
    ['refuses it', answering('acuseNotificacion', '', '103', 'No admite acuse'), Refusal],
    ['has no text', answering('acuseNotificacion', ''), Unreadable],
    ['has a text that is no base64', answering('acuseNotificacion', '<XML>¡!</XML>'), Unreadable],
    ['names nothing to sign', acknowledgement(XML.replace('ProsaData"', 'Otra"')), Unreadable],
    ['has no place for the signature', acknowledgement(XML.replace('ELEMENTOAFIRMAR', 'X')), Unreadable],
    ['nests too deeply', acknowledgement(`${'<a>'.repeat(33)}${XML}${'</a>'.repeat(33)}`), Unreadable],
    ['has a DOCTYPE', acknowledgement(`<!DOCTYPE x>${XML}`), Unreadable],
    ['answers a fault', fault, OutOfService],
    ['denies access', html('', 401), AccessDenied],
  ] as [string, Answer, new (...all: never[]) => Error][])(
    'the opening sends nothing if TGSS, asked for the text, %s',
    async (_, reply, kind) => {
      const { error, calls, committed } = await accept({ [ASK]: reply });
      expect(error).toBeInstanceOf(kind);
      expect(operations({ calls })).toEqual([LIST, ASK]);
      expect(committed).toBe(false);
    },
  );

  test('the opening is refused by the error of the service, in its words', async () => {
    const { error, committed } = await accept({ [SEND]: recovered({}, '106', 'La firma no es válida') });
    expect(error).toBeInstanceOf(Refusal);
    expect(error).not.toBeInstanceOf(AccessDenied);
    expect((error as Refusal).messages).toEqual(['106 La firma no es válida']);
    expect(committed).toBe(true);
  });

  it.each([
    ['another notification', recovered({ codigoNotificacion: '1' }), Unreadable],
    ['another element', answering('otro', ''), Unreadable],
    ['an error without a number', recovered({}, 'x'), Unreadable],
    ['a page', html('<p>x</p>'), Unreadable],
    ['a fault', fault, OutOfService],
    ['no access', html('', 403), AccessDenied],
  ] as [string, Answer, new (...all: never[]) => Error][])(
    'the opening is neither a result nor a refusal with %s as the answer',
    async (_, reply, kind) => {
      const { error, committed } = await accept({ [SEND]: reply });
      expect(error).toBeInstanceOf(kind);
      expect(error instanceof Refusal && !(error instanceof AccessDenied)).toBe(false);
      expect(committed).toBe(true);
    },
  );

  it.each([
    ['without its document', { pdfNotificacion: '' }, { at: '2026-11-21T10:30:00+01:00' }],
    ['with a document that is broken', { pdfNotificacion: '¡!' }, { at: '2026-11-21T10:30:00+01:00' }],
    ['without its time', { selladoTiempo: '' }, { at: '', document }],
    ['with a time that is none', { selladoTiempo: 'ayer' }, { at: '', document }],
  ])('the opening is a result %s', async (_, fields, due) => {
    const { notice, ...rest } = (await accept({ [SEND]: recovered(fields) })).result!;
    expect(notice.code).toBe(CODE);
    expect(rest).toEqual(due);
  });
});

describe('a notification of TGSS that was opened', () => {
  test('the notification is requested, and given with its document', async () => {
    const { calls, result } = await see({ [LIST]: listed(item(CODE, { estado: '2' })) });
    expect(operations({ calls })).toEqual([LIST, SEE]);
    expect(calls[1]).toEqual({
      operation: SEE,
      commits: false,
      fields: { rol: '2', identificadorPoderdante: '', codigoNotificacion: CODE },
    });
    expect(result).toMatchObject({ at: '2026-11-21T10:30:00+01:00', document });
  });

  it.each([
    ['pending', listed(item(CODE))],
    ['refused', listed(item(CODE, { estado: '3' }))],
    ['not listed', listed()],
  ])('the notification is not given if it is %s, and is not requested', async (_, list) => {
    const { calls, result } = await see({ [LIST]: list });
    expect(result).toBeUndefined();
    expect(operations({ calls })).toEqual([LIST]);
  });

  it.each([
    ['refuses it', recovered({}, '105', 'No está aceptada'), Refusal],
    ['answers about another', recovered({ codigoNotificacion: '1' }), Unreadable],
    ['answers a fault', fault, OutOfService],
  ] as [string, Answer, new (...all: never[]) => Error][])(
    'the notification ends in an error if TGSS %s',
    async (_, reply, kind) => {
      const { error } = await see({ [LIST]: listed(item(CODE, { estado: '2' })), [SEE]: reply });
      expect(error).toBeInstanceOf(kind);
    },
  );
});
