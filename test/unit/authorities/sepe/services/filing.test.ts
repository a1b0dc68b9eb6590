import { describe, expect, test } from 'vitest';
import type { SubmittingPort } from '../../../../../shared/authorities/authority-port.ts';
import { OutOfService, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { fileDocument } from '../../../../../shared/authorities/sepe/services/filing.ts';
import { FILINGS } from '../../../../../shared/authorities/sepe/services/services.ts';
import type { KnownResult, RecordKey } from '../../../../../shared/authorities/sepe/services/shipment.ts';
import { findNode, readXml } from '../../../../../shared/authorities/sepe/xml-reading.ts';
import { portsTo, withoutWaiting } from '../../../../support/portals/operations.ts';
import { answerWith, play, type Reply } from '../../../../support/portals/portal.ts';
import { communication, NAMES, SEND, soap } from '../../../../support/portals/sepe-services.ts';

describe('the filing with the services of SEPE', () => {
  const DOCUMENT =
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<CONTRATOS><A>Ñ & "1" < 2 ]]>\r\n</A></CONTRATOS>';
  const input = {
    what: 'contracts' as const,
    document: DOCUMENT,
    access: { user: 'USU&1', password: 'cla<ve' },
  };
  const file = (reply: Reply, dry = false) =>
    play(FILINGS.contracts, input, (step) => (step.method === 'GET' ? '<definitions/>' : reply), dry);
  const answering = (inner: string) => soap('servicioContratos', communication(inner));

  test('the filing asks first whether the service exists, and then sends it the document, all in ASCII', async () => {
    const { result, seen, committed } = await file(answering('<NUM_ENVIO>C7534747</NUM_ENVIO>'));
    expect(result).toEqual({ shipment: 'C7534747' });
    expect(committed).toBe(true);
    expect(seen.map(({ method, path, commits }) => [method, path, commits])).toEqual([
      ['GET', SEND, false],
      ['POST', SEND, true],
    ]);
    const { headers, body } = seen[1]!;
    expect(headers?.soapaction).toBe('"servicioContratos"');
    expect(String(body)).toMatch(/^[\x20-\x7e\n]*$/);
    const call = findNode(readXml(String(body), 1000), 'servicioContratos');
    expect(call?.children.map(({ name, text }) => [name, text])).toEqual([
      ['documento', DOCUMENT],
      ['usuarioConectado', 'USU&1'],
      ['usuarioPrincipal', 'USU&1'],
      ['password', 'cla<ve'],
      ['idioma', '14'],
      ['comunidad', '99'],
    ]);
  });

  test.each([
    ['<COMUNICACION xmlns="http://www.sepe.es/CONTRATA"><NUM_ENVIO>C1</NUM_ENVIO></COMUNICACION>'],
    ['<c:COMUNICACION xmlns:c="http://www.sepe.es/CONTRATA"><c:NUM_ENVIO>C1</c:NUM_ENVIO></c:COMUNICACION>'],
    ['<COMUNICACION><NUM_ENVIO xmlns="">C1</NUM_ENVIO></COMUNICACION>'],
  ])('the number of the shipment is read with any namespace: %s', async (text) => {
    expect((await file(soap('servicioContratos', text))).result).toEqual({ shipment: 'C1' });
  });

  test('the outcome stays unknown if an error stands next to a number, with any namespace', async () => {
    const both =
      '<c:COMUNICACION xmlns:c="u"><c:NUM_ENVIO>C1</c:NUM_ENVIO><c:ERROR>CGE0103</c:ERROR></c:COMUNICACION>';
    expect((await file(soap('servicioContratos', both))).error).toBeInstanceOf(Unreadable);
  });

  test('the filing ends in a dry run before the document is sent', async () => {
    const { end, seen } = await file(new Error('sent'), true);
    expect(end).toEqual({ dry: true });
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each([
    ['transformations', 'servicioTransformacionIndefinido'],
    ['basicCopies', 'servicioCopiaBasica'],
  ] as const)('the filing of %s uses an operation of its own', async (what, operation) => {
    const { seen, result } = await play(FILINGS[what], { what, document: '<A/>' }, (step) =>
      step.method === 'GET' ? '' : soap(operation, communication('<NUM_ENVIO>C1</NUM_ENVIO>')),
    );
    expect(result).toEqual({ shipment: 'C1' });
    expect(seen[1]?.headers?.soapaction).toBe(`"${operation}"`);
    expect(String(seen[1]?.body)).toContain('<usuarioConectado></usuarioConectado>');
  });

  test.each<[why: string, inner: string, messages: string[]]>([
    ['a code', '<ERROR>CGE0103</ERROR>', ['CGE0103']],
    ['a code that has no text here', '<ERROR>CIN0001</ERROR>', ['CIN0001']],
    ['a sentence', '<ERROR>Usuario no autorizado</ERROR>', ['Usuario no autorizado']],
  ])('the filing is refused by %s', async (_why, inner, messages) => {
    const { error } = await file(answering(inner));
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual(messages);
  });

  test.each(['CCT0208', 'Actividad no disponible en el siguiente horario: de 1:00 a 3:00', 'CGE0088'])(
    'the filing sends nothing if the service says that it is closed: %s',
    async (text) => {
      expect((await file(answering(`<ERROR>${text}</ERROR>`))).result).toEqual({ closed: true });
    },
  );

  test.each<[string, Reply]>([
    ['both number and error', answering('<NUM_ENVIO>C1</NUM_ENVIO><ERROR>CGE0103</ERROR>')],
    ['neither', answering('')],
    ['a number that is not valid', answering('<NUM_ENVIO>../../etc</NUM_ENVIO>')],
    ['an empty error', answering('<ERROR></ERROR>')],
    ['nothing returned', soap('servicioContratos', '')],
    ['the answer to another operation', soap('servicioConsulta', communication('<NUM_ENVIO>C1</NUM_ENVIO>'))],
    ['no XML', answerWith('hola', { contentType: 'text/xml' })],
    ['a document type', answerWith('<?xml version="1.0"?><!DOCTYPE a><a/>')],
    ['nothing', answerWith('')],
    ['another status', answerWith('', { status: 404 })],
  ])('the filing has an unknown outcome if the answer is unreadable: %s', async (_why, reply) => {
    const { error, committed } = await file(reply);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  test('the filing has an unknown outcome if a fault or an error page answers the document', async () => {
    const { error, committed } = await file(answerWith('<soap:Fault/>', { status: 500 }));
    expect(error).toEqual(new OutOfService(500, false));
    expect(committed).toBe(true);
  });

  test.each<[string, Reply, Error]>([
    ['an error page', answerWith('<html>Error</html>', { status: 500 }), new OutOfService(500, false)],
    ['maintenance', answerWith('', { status: 503 }), new OutOfService(503, true)],
    ['a page of maintenance', '<html>Servicio en mantenimiento</html>', new OutOfService(200, true)],
    ['access denied', answerWith('', { status: 403 }), new Refusal([])],
  ])('the filing fails before anything is sent with %s', async (_why, reply, expected) => {
    const { error, committed, seen } = await play(FILINGS.contracts, input, () => reply);
    expect(error).toBeInstanceOf(expected.constructor);
    if (expected instanceof OutOfService) expect(error).toEqual(expected);
    expect(committed).toBe(false);
    expect(seen).toHaveLength(1);
  });

  test('the document is sent also to a service without a description', async () => {
    const { result } = await play(FILINGS.contracts, input, (step) =>
      step.method === 'GET' ? answerWith('', { status: 405 }) : answering('<NUM_ENVIO>C1</NUM_ENVIO>'),
    );
    expect(result).toEqual({ shipment: 'C1' });
  });
});

describe('the results of a document', () => {
  const first: RecordKey = {
    kind: 'CONTRATO_100',
    document: '12345678Z',
    startDate: '2026-11-03',
    footprint: 'E-28-2026-0000123',
    correlation: 'c0ffee',
  };
  const accepted = (record: RecordKey, id: string): KnownResult => ({
    ...record,
    result: 'accepted',
    id,
    messages: [],
  });
  const refused = (record: RecordKey): KnownResult => ({
    ...record,
    result: 'refused',
    messages: ['Ya existe.'],
  });

  /** Files a document with these records, for which SEPE returns these results. Its web application finds nothing. */
  const filed = (records: RecordKey[], results: KnownResult[]) => {
    const { ports } = portsTo('sepe', {
      [NAMES.contracts]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({ results }),
    });
    const { sepe, now } = ports as { sepe: SubmittingPort; now: Date };
    const filing = { what: 'contracts' as const, document: '<CONTRATOS/>', records };
    return withoutWaiting(() => fileDocument(sepe, filing, now));
  };

  test.each<[what: string, other: Partial<RecordKey>]>([
    ['kind', { kind: 'CONTRATO_200' }],
    ['worker', { document: '87654321X' }],
    ['start', { startDate: '2026-11-04' }],
    ['contract', { footprint: 'E-28-2026-0000124' }],
    ['correlation', { correlation: 'c0ffef' }],
  ])('the results belong to the records of the same %s, in whatever order they come', async (_, other) => {
    const second = { ...first, ...other };
    const results = [accepted(second, 'E-28-2026-0000129'), refused(first)];
    expect(await filed([first, second], results)).toEqual([results[1], results[0]]);
  });

  test('the results of records with the same data are used in their order, each once', async () => {
    const results = [refused(first), accepted(first, 'E-28-2026-0000129')];
    expect(await filed([first, first], results)).toEqual(results);
  });

  test('a record stays unknown if no result belongs to it', async () => {
    const another = accepted({ ...first, correlation: 'an earlier document' }, 'E-28-2026-0000120');
    const second = { ...first, document: '87654321X' };
    expect(await filed([first, second], [another, accepted(second, 'E-28-2026-0000124')])).toMatchObject([
      { result: 'unknown' },
      { result: 'accepted' },
    ]);
  });
});
