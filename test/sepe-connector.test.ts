import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBasicCopy } from '../functions/sepe/operations/create-basic-copy.ts';
import { createBasicCopyXml } from '../functions/sepe/operations/create-basic-copy-xml.ts';
import { deleteContract } from '../functions/sepe/operations/delete-contract.ts';
import { getCertificate } from '../functions/sepe/operations/get-certificate.ts';
import { getCertificateDetail } from '../functions/sepe/operations/get-certificate-detail.ts';
import { getContract } from '../functions/sepe/operations/get-contract.ts';
import { getContractData } from '../functions/sepe/operations/get-contract-data.ts';
import { getTransformation } from '../functions/sepe/operations/get-transformation.ts';
import { listCertificates } from '../functions/sepe/operations/list-certificates.ts';
import { listContracts } from '../functions/sepe/operations/list-contracts.ts';
import { notifyContract } from '../functions/sepe/operations/notify-contract.ts';
import { notifyContractXml } from '../functions/sepe/operations/notify-contract-xml.ts';
import { transformContract } from '../functions/sepe/operations/transform-contract.ts';
import { transformContractXml } from '../functions/sepe/operations/transform-contract-xml.ts';
import { carryOut } from '../shared/authorities/conversation.ts';
import {
  type Answer,
  type Exchange,
  OutOfService,
  Refusal,
  type Step,
  Unreadable,
} from '../shared/authorities/exchange.ts';
import { basicCopy } from '../shared/authorities/sepe/basic-copy.ts';
import {
  certificateDetail,
  certificateList,
  certificatePdf,
} from '../shared/authorities/sepe/certificates.ts';
import { contractData } from '../shared/authorities/sepe/contract-data.ts';
import { contractList } from '../shared/authorities/sepe/contract-list.ts';
import { basicCopyPdf, contractPdf, transformationPdf } from '../shared/authorities/sepe/contract-pdfs.ts';
import { readFootprint, showFootprint } from '../shared/authorities/sepe/identifiers.ts';
import { removal } from '../shared/authorities/sepe/removal.ts';
import { FILINGS, shipmentResult } from '../shared/authorities/sepe/services.ts';
import { originOf } from '../shared/authorities/sepe/sites.ts';
import { transformationData } from '../shared/authorities/sepe/transformations.ts';
import { element, escapeText } from '../shared/authorities/sepe/xml.ts';
import { findNode, readXml } from '../shared/authorities/sepe/xml-reading.ts';
import { tell } from '../shared/authorities/verdict.ts';
import { toFileObject } from '../shared/document.ts';
import { ServiceError, unknownOutcome } from '../shared/errors.ts';
import type { Operation } from '../shared/operation.ts';
import type { SubmittingPort } from '../shared/ports.ts';
import { readRequest } from '../shared/validation.ts';

const PDF = '%PDF-1.4 …';
const FOOTPRINT = readFootprint('E-28-2026-0000123')!;
/** Noon in Madrid. */
const NOW = new Date('2026-11-04T11:00:00Z');

const answer = (body: string, given: Partial<Answer> = {}): Answer => ({
  status: 200,
  contentType: body.startsWith('<?xml') ? 'text/xml' : 'text/html; charset=ISO-8859-1',
  headers: {},
  body: Buffer.from(body, 'latin1'),
  ...given,
});

/** What an authority does with a request: a text is a body of status 200, an error is thrown. */
type Reply = string | Answer | Error;
type Authority = (step: Step, index: number) => Reply;

/** An authority that answers by path, in which what is after a question mark may be left out. */
const byPath =
  (replies: Record<string, Reply | ((step: Step) => Reply)>): Authority =>
  (step) => {
    const reply = replies[step.path] ?? replies[step.path.split('?')[0]!];
    if (reply === undefined) throw new Error(`nothing at ${step.path}`);
    return typeof reply === 'function' ? reply(step) : reply;
  };

interface Course<Out> {
  result?: Out;
  error?: unknown;
  dry?: boolean;
  steps: Step[];
  lastAnswer: Answer | undefined;
  committed: boolean;
}

/** Carries an exchange out before such an authority. */
const talk = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  authority: Authority,
  dry = false,
): Promise<Course<Out>> => {
  const steps: Step[] = [];
  const { how, committed, lastAnswer } = await carryOut(exchange, input, dry, async (step) => {
    steps.push(step);
    const reply = authority(step, steps.length - 1);
    if (reply instanceof Error) throw reply;
    return typeof reply === 'string' ? answer(reply) : reply;
  });
  return { ...how, steps, committed, lastAnswer };
};

const form = (step: Step) => Object.fromEntries(new URLSearchParams(String(step.body)));

// The services.

const soap = (operation: string, text: string) =>
  answer(
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soapenv:Body><${operation}Response xmlns="urn:x"><${operation}Return>${escapeText(text)}</${operation}Return>` +
      `</${operation}Response></soapenv:Body></soapenv:Envelope>`,
  );
const communication = (inner: string) =>
  `<?xml version='1.0' encoding='ISO-8859-1'?><COMUNICACION>${inner}</COMUNICACION>`;
const SEND = '/ccomunicacto/services/SWComunicacionDatos';
const ASK = '/ccomunicacto/services/SWConsultaDatos';

const record = (number: string, { dni = '12345678Z', correlation = 'c0ffee' } = {}) =>
  element(`CONTRATO_${number}`, {
    DATOS_EMPRESA: { CIF_NIF_EMPRESA: { CIF_NIF: 'B12345674' } },
    DATOS_TRABAJADOR: { IDENTIFICADORPFISICA: `D${dni}` },
    DATOS_GENERALES_CONTRATO: { FECHA_INICIO: '20261103' },
    DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
  });
const entry = (echo: string, result: string, { id = '', errors = [] as string[] } = {}) =>
  `<ENVIO>${echo}<RESPUESTACONTRATO><RESULTADO>${result}</RESULTADO><IDCONTRATO>${id}</IDCONTRATO>` +
  `<ERRORES>${errors.map((code) => `<ERROR>${code}</ERROR>`).join('')}</ERRORES></RESPUESTACONTRATO></ENVIO>`;
const answerFile = (...entries: string[]) =>
  '<?xml version=\'1.0\' encoding=\'ISO-8859-1\'?><FICHERO_CONTRATOS xmlns="http://www.sepe.es/CONTRATA" version="5">' +
  '<ESTADO_FICHERO>PROCESADO TOTALMENTE</ESTADO_FICHERO><NUMERO_PROCESADOS>0001</NUMERO_PROCESADOS>' +
  `<CONTRATOSPROCESADOS>${entries.join('')}</CONTRATOSPROCESADOS></FICHERO_CONTRATOS>`;

describe('filing', () => {
  const DOCUMENT =
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<CONTRATOS><A>Ñ & "1" < 2 ]]>\r\n</A></CONTRATOS>';
  const input = {
    what: 'contracts' as const,
    document: DOCUMENT,
    access: { user: 'USU&1', password: 'cla<ve' },
  };
  const file = (reply: Reply, dry = false) =>
    talk(FILINGS.contracts, input, (step) => (step.method === 'GET' ? '<definitions/>' : reply), dry);
  const said = (inner: string) => soap('servicioContratos', communication(inner));

  test('the service is asked for first, and then told the document, all in ASCII', async () => {
    const { result, steps, committed } = await file(said('<NUM_ENVIO>C7534747</NUM_ENVIO>'));
    expect(result).toEqual({ shipment: 'C7534747' });
    expect(committed).toBe(true);
    expect(steps.map(({ method, path, commits }) => [method, path, commits])).toEqual([
      ['GET', SEND, undefined],
      ['POST', SEND, true],
    ]);
    const { headers, body } = steps[1]!;
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

  test('a dry run ends before the document is sent', async () => {
    const { dry, steps } = await file(new Error('sent'), true);
    expect(dry).toBe(true);
    expect(steps.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each([
    ['transformations', 'servicioTransformacionIndefinido'],
    ['basicCopies', 'servicioCopiaBasica'],
  ] as const)('%s have an operation of their own', async (what, operation) => {
    const { steps, result } = await talk(FILINGS[what], { what, document: '<A/>' }, (step) =>
      step.method === 'GET' ? '' : soap(operation, communication('<NUM_ENVIO>C1</NUM_ENVIO>')),
    );
    expect(result).toEqual({ shipment: 'C1' });
    expect(steps[1]?.headers?.soapaction).toBe(`"${operation}"`);
    expect(String(steps[1]?.body)).toContain('<usuarioConectado></usuarioConectado>');
  });

  test.each<[why: string, inner: string, messages: string[]]>([
    ['a code', '<ERROR>CGE0103</ERROR>', [expect.stringMatching(/^CGE0103: El fichero no es correcto/)]],
    ['a code that has no text here', '<ERROR>CIN0001</ERROR>', ['CIN0001']],
    ['a sentence', '<ERROR>Usuario no autorizado</ERROR>', ['Usuario no autorizado']],
  ])('%s is a refusal', async (_why, inner, messages) => {
    const { error } = await file(said(inner));
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual(messages);
  });

  test.each(['CCT0208', 'Actividad no disponible en el siguiente horario: de 1:00 a 3:00', 'CGE0088'])(
    '%s: closed, and nothing filed',
    async (text) => {
      expect((await file(said(`<ERROR>${text}</ERROR>`))).result).toEqual({ closed: true });
    },
  );

  test.each<[string, Reply]>([
    ['both number and error', said('<NUM_ENVIO>C1</NUM_ENVIO><ERROR>CGE0103</ERROR>')],
    ['neither', said('')],
    ['a number that is none', said('<NUM_ENVIO>../../etc</NUM_ENVIO>')],
    ['an empty error', said('<ERROR></ERROR>')],
    ['nothing returned', soap('servicioContratos', '')],
    ['the answer to another operation', soap('servicioConsulta', communication('<NUM_ENVIO>C1</NUM_ENVIO>'))],
    ['no XML', answer('hola', { contentType: 'text/xml' })],
    ['a document type', answer('<?xml version="1.0"?><!DOCTYPE a><a/>')],
    ['nothing', answer('')],
    ['another status', answer('', { status: 404 })],
  ])('%s is unreadable, so that the outcome is unknown', async (_why, reply) => {
    const { error, committed } = await file(reply);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  test('a fault or an error page in answer to a document says nothing of what became of it', async () => {
    const { error, committed } = await file(answer('<soap:Fault/>', { status: 500 }));
    expect(error).toEqual(new OutOfService(500, false));
    expect(committed).toBe(true);
  });

  test.each<[string, Reply, Error]>([
    ['an error page', answer('<html>Error</html>', { status: 500 }), new OutOfService(500, false)],
    ['maintenance', answer('', { status: 503 }), new OutOfService(503, true)],
    ['a page of maintenance', '<html>Servicio en mantenimiento</html>', new OutOfService(200, true)],
    ['no entry', answer('', { status: 403 }), new Refusal([])],
  ])('%s is found before anything is sent', async (_why, reply, expected) => {
    const { error, committed, steps } = await talk(FILINGS.contracts, input, () => reply);
    expect(error).toBeInstanceOf(expected.constructor);
    if (expected instanceof OutOfService) expect(error).toEqual(expected);
    expect(committed).toBe(false);
    expect(steps).toHaveLength(1);
  });

  test('a service that does not describe itself is told the document all the same', async () => {
    const { result } = await talk(FILINGS.contracts, input, (step) =>
      step.method === 'GET' ? answer('', { status: 405 }) : said('<NUM_ENVIO>C1</NUM_ENVIO>'),
    );
    expect(result).toEqual({ shipment: 'C1' });
  });
});

describe('results', () => {
  const ask = async (text: string) =>
    talk(shipmentResult, { shipment: 'C1' }, () => soap('servicioConsulta', text));

  test('accepted, accepted with errors, refused', async () => {
    const { result, steps } = await ask(
      answerFile(
        entry(record('100'), 'ACEPTADO', { id: 'E2820260000123' }),
        entry(record('402', { dni: 'X1234567L' }), 'ACEPTADO CON ERRORES', {
          id: 'E2820260000124',
          errors: ['CCT1003'],
        }),
        entry(record('200'), 'RECHAZADO', { id: 'E2820260000125', errors: ['CCT4003', 'NPF0001'] }),
      ),
    );
    expect(steps[0]?.path).toBe(ASK);
    expect(steps[0]?.commits).toBeUndefined();
    expect(String(steps[0]?.body)).toContain('<id_envio>C1</id_envio>');
    const known = { cif: 'B12345674', startDate: '2026-11-03', footprint: undefined, correlation: 'c0ffee' };
    expect(result).toEqual({
      results: [
        {
          kind: 'CONTRATO_100',
          document: '12345678Z',
          ...known,
          outcome: 'accepted',
          id: 'E-28-2026-0000123',
          messages: [],
        },
        {
          kind: 'CONTRATO_402',
          document: 'X1234567L',
          ...known,
          outcome: 'accepted-with-errors',
          id: 'E-28-2026-0000124',
          messages: ['CCT1003: Duración errónea para el tipo de contrato.'],
        },
        {
          kind: 'CONTRATO_200',
          document: '12345678Z',
          ...known,
          outcome: 'refused',
          messages: [expect.stringMatching(/^CCT4003: Existe un contrato/), 'NPF0001'],
        },
      ],
    });
  });

  test('a transformation has the footprint of its contract with a suffix', async () => {
    const { result } = await ask(
      '<FICHERO_TRANSFORMACIONES><TRANSFORMACIONESPROCESADAS><ENVIO_189><TRANSFORMACION_189><DATOS_CONTRATO>' +
        '<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO></DATOS_CONTRATO></TRANSFORMACION_189><RESPUESTATRANSFORMACION>' +
        '<RESULTADO>ACEPTADO</RESULTADO><NUM_TRANSFORMACION>55</NUM_TRANSFORMACION></RESPUESTATRANSFORMACION>' +
        '</ENVIO_189></TRANSFORMACIONESPROCESADAS></FICHERO_TRANSFORMACIONES>',
    );
    expect(result).toMatchObject({ results: [{ id: 'E-28-2026-0000123-55', outcome: 'accepted' }] });
  });

  test('one that is not processed is pending, with what SEPE says of it', async () => {
    expect((await ask(communication('<ERROR>En proceso</ERROR>'))).result).toEqual({ pending: 'En proceso' });
    expect((await ask(answerFile(`<ENVIO>${record('100')}</ENVIO>`))).result).toEqual({ results: [] });
  });

  test.each([
    ['another result', answerFile(entry(record('100'), 'QUIZA'))],
    ['another file', '<OTRO/>'],
    ['no XML', 'hola'],
    ['cut short', answerFile(entry(record('100'), 'ACEPTADO')).slice(0, -9)],
  ])('%s is unreadable', async (_why, text) => {
    expect((await ask(text)).error).toBeInstanceOf(Unreadable);
  });
});

// The operations, before ports that speak to such an authority.

/** Ports as `run` gets them, over an authority that answers each exchange by name. */
const portsTo = (
  answers: Record<string, (input: never) => unknown>,
  { dry = false } = {},
): { ports: never; asked: string[] } => {
  const asked: string[] = [];
  const call = async (exchange: { name: string }, input: unknown) => {
    asked.push(exchange.name);
    const reply = answers[exchange.name];
    if (!reply) throw new Error(`nobody answers ${exchange.name}`);
    const value = (reply as (input: unknown) => unknown)(input);
    if (value instanceof Refusal) throw tell('sepe', value, undefined)[1];
    if (value instanceof Error) throw value;
    return value;
  };
  const sepe: SubmittingPort = {
    dry,
    read: call as SubmittingPort['read'],
    submit: (async (exchange: { name: string }, input: unknown, lookUp?: () => Promise<unknown>) => {
      if (dry) return undefined;
      const value = await call(exchange, input);
      if (value !== 'lost') return value;
      const found = await lookUp?.().catch(() => undefined);
      if (found === undefined) throw unknownOutcome('sepe');
      return found;
    }) as SubmittingPort['submit'],
  };
  const ports = { sepe, now: NOW, keep: async (document: never) => toFileObject(document) };
  return { ports: ports as never, asked };
};

const run = async (operation: Operation, request: Record<string, unknown>, ports: never) => {
  const { value, errors } = readRequest(operation.request, request, {
    refuseTypos: true,
    strictIdentifiers: false,
  });
  expect(errors).toEqual({});
  return (operation.run as (request: unknown, ports: never) => Promise<Record<string, unknown>>)(
    value,
    ports,
  );
};

/** What a filing and the question for its result see: the document that was sent, echoed. */
const accepting = (result: string, given: { id?: string; errors?: string[] } = {}) => {
  let echo = '';
  return {
    file: ({ document }: { document: string }) => {
      echo = document.replace(/^.*?<CONTRATOS>|<\/CONTRATOS>$/gs, '');
      return { shipment: 'C1' };
    },
    result: async () => {
      const course = await talk(shipmentResult, { shipment: 'C1' }, () =>
        soap('servicioConsulta', answerFile(entry(echo, result, given))),
      );
      if (course.error) throw course.error;
      return course.result;
    },
  };
};

const NAMES = {
  file: 'Contrat@ servicioContratos',
  result: 'Contrat@ servicioConsulta',
  data: 'Contrat@ contract data',
  pdf: 'Contrat@ contract PDF',
};
const document = (name: string) => ({ contentType: 'application/pdf', name, bytes: Buffer.from(PDF) });
const contract = notifyContract.example.request as Record<string, unknown>;

const failure = async (promise: Promise<unknown>): Promise<ServiceError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
};

afterEach(() => {
  vi.useRealTimers();
});

/** Runs what waits without waiting. */
const hurried = async <T>(make: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ now: NOW });
  const promise = make();
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  return promise;
};

describe('a contract', () => {
  test('is filed, its result asked for, its duplicate got', async () => {
    const { file, result } = accepting('ACEPTADO', { id: 'E2820260000123' });
    const { ports, asked } = portsTo({
      [NAMES.file]: file,
      [NAMES.result]: result,
      [NAMES.pdf]: (query: unknown) => {
        expect(query).toEqual({ footprint: FOOTPRINT });
        return document('contrato.pdf');
      },
    });
    expect(await run(notifyContract, contract, ports)).toEqual({
      data: {
        id: 'E-28-2026-0000123',
        doc: '12345678Z',
        file: toFileObject(document('contrato.pdf')),
      },
    });
    expect(asked).toEqual([NAMES.file, NAMES.result, NAMES.pdf]);
  });

  test('in a dry run is not sent', async () => {
    const { ports, asked } = portsTo({}, { dry: true });
    expect(await run(notifyContract, { ...contract, test: 1 }, ports)).toEqual({});
    expect(asked).toEqual([]);
  });

  test('that SEPE refuses is a 422 with its codes and texts', async () => {
    const { file, result } = accepting('RECHAZADO', { errors: ['CCT4003', 'CCT0001'] });
    const { ports } = portsTo({ [NAMES.file]: file, [NAMES.result]: result });
    const { status, errors } = await failure(run(notifyContract, contract, ports));
    expect(status).toBe(422);
    expect(errors.sepe).toEqual([
      'CCT4003: Existe un contrato en la base de datos con los datos iguales al que se intenta comunicar.',
      'CCT0001: Trabajador menor de 16 años.',
    ]);
  });

  test('that SEPE accepts with errors says so', async () => {
    const { file, result } = accepting('ACEPTADO CON ERRORES', { id: 'E2820260000123', errors: ['CCT1003'] });
    const { ports } = portsTo({ [NAMES.file]: file, [NAMES.result]: result });
    const reply = await run(notifyContract, { ...contract, duplicate: 0 }, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(reply.message).toMatch(/aceptado con errores: CCT1003: Duración errónea/);
  });

  test('whose duplicate cannot be got was filed all the same', async () => {
    const { file, result } = accepting('ACEPTADO', { id: 'E2820260000123' });
    const { ports } = portsTo({
      [NAMES.file]: file,
      [NAMES.result]: result,
      [NAMES.pdf]: () => new Refusal(['No existen datos']),
    });
    const reply = await run(notifyContract, contract, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(reply.message).toMatch(
      /se ha realizado, pero no se ha podido obtener el duplicado \(No existen datos\)/,
    );
  });

  test('is asked for again until SEPE has a result', async () => {
    const { file, result } = accepting('ACEPTADO', { id: 'E2820260000123' });
    let asked = 0;
    const { ports } = portsTo({
      [NAMES.file]: file,
      [NAMES.result]: () => {
        asked += 1;
        if (asked === 1) return { pending: 'En proceso' };
        return asked === 2 ? new ServiceError(504, 'silent') : result();
      },
    });
    const reply = await hurried(() => run(notifyContract, { ...contract, duplicate: 0 }, ports));
    expect(reply.data).toMatchObject({ id: 'E-28-2026-0000123' });
    expect(asked).toBe(3);
  });

  const pending = { [NAMES.file]: () => ({ shipment: 'C7534747' }), [NAMES.result]: () => ({ pending: '' }) };
  const shown = { id: 'E-28-2026-0000123', notified: '2026-11-04' };

  test('whose result does not come is looked up', async () => {
    const { ports } = portsTo({
      ...pending,
      [NAMES.data]: (query: unknown) => {
        expect(query).toEqual({ dni: '12345678Z', startDate: '2026-11-03', cif: 'B12345674' });
        return shown;
      },
    });
    const reply = await hurried(() => run(notifyContract, { ...contract, duplicate: 0 }, ports));
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
  });

  test.each<[string, (query: never) => unknown]>([
    ['is not found', () => new Refusal(['No existen datos para esta consulta.'])],
    ['was notified before', () => ({ ...shown, notified: '2026-11-03' })],
    ['is shown without date', () => ({ ...shown, notified: undefined })],
  ])('that %s stays unknown: a 502 with the number of the shipment', async (_why, data) => {
    const { ports } = portsTo({ ...pending, [NAMES.data]: data });
    const { status, message, errors } = await failure(hurried(() => run(notifyContract, contract, ports)));
    expect(status).toBe(502);
    expect(message).toMatch(/envío C7534747.*verifique/);
    expect(errors.sepe).toEqual([message]);
  });

  test('whose answer got lost is looked up, and filed once', async () => {
    const { ports, asked } = portsTo({ [NAMES.file]: () => 'lost', [NAMES.data]: () => shown });
    const reply = await run(notifyContract, { ...contract, duplicate: 0 }, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(asked.filter((name) => name === NAMES.file)).toHaveLength(1);
  });

  test('whose answer got lost and that is not found is unknown', async () => {
    const { ports } = portsTo({ [NAMES.file]: () => 'lost', [NAMES.data]: () => new Refusal(['No existe']) });
    expect((await failure(run(notifyContract, contract, ports))).status).toBe(502);
  });

  test.each([
    ['2026-11-04T00:30:00Z', '5400'],
    ['2026-11-04T11:00:00Z', '300'],
  ])('at %s, when SEPE is closed, is a 503', async (now, seconds) => {
    const { ports } = portsTo({ [NAMES.file]: () => ({ closed: true }) });
    const late = { ...(ports as object), now: new Date(now) } as never;
    const { status, headers } = await failure(run(notifyContract, contract, late));
    expect([status, headers['Retry-After']]).toEqual([503, seconds]);
  });

  test('takes nobody else’s result for its own', async () => {
    const { ports } = portsTo({
      [NAMES.file]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          { kind: 'CONTRATO_200', document: '12345678Z', outcome: 'accepted', id: 'E-1', messages: [] },
        ],
      }),
      [NAMES.data]: () => new Refusal(['No existe']),
    });
    expect((await failure(hurried(() => run(notifyContract, contract, ports)))).status).toBe(502);
  });
});

describe('a file of contracts', () => {
  const bytes = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><CONTRATOS>${record('100')}${record('402', { dni: '87654321X' })}</CONTRATOS>`,
    'latin1',
  );
  const request = {
    file: {
      content: `data:application/xml;base64,${bytes.toString('base64')}`,
      contentType: 'application/xml',
      name: 'contratos.xml',
      size: bytes.length,
    },
  };
  const results = (...entries: string[]) => ({
    [NAMES.file]: ({ document }: { document: string }) => {
      expect(Buffer.from(document, 'latin1').equals(bytes)).toBe(true);
      return { shipment: 'C1' };
    },
    [NAMES.result]: async () =>
      (await talk(shipmentResult, { shipment: 'C1' }, () => soap('servicioConsulta', answerFile(...entries))))
        .result,
    [NAMES.data]: () => new Refusal(['No existen datos para esta consulta.']),
  });
  const first = entry(record('100'), 'ACEPTADO', { id: 'E2820260000123' });
  const second = (result: string, given = {}) => entry(record('402', { dni: '87654321X' }), result, given);

  test('is answered for each, in the order of the file', async () => {
    const { ports, asked } = portsTo(results(second('ACEPTADO', { id: 'E2820260000124' }), first));
    const reply = await run(notifyContractXml, request, ports);
    expect(reply).toMatchObject({
      success: true,
      data: {
        id: 'E-28-2026-0000123',
        contracts: [
          {
            type: 'CONTRATO_100',
            doc: '12345678Z',
            id: 'E-28-2026-0000123',
            result: 'ACEPTADO',
            messages: [],
          },
          {
            type: 'CONTRATO_402',
            doc: '87654321X',
            id: 'E-28-2026-0000124',
            result: 'ACEPTADO',
            messages: [],
          },
        ],
      },
    });
    expect(asked).not.toContain(NAMES.pdf);
  });

  test('of which one is refused is no success, and says which', async () => {
    const { ports } = portsTo(results(first, second('RECHAZADO', { errors: ['CCT1021'] })));
    const reply = await run(notifyContractXml, request, ports);
    expect(reply.success).toBe(false);
    expect(reply.message).toBe(
      'SEPE ha aceptado 1 de 2 comunicaciones. CONTRATO_402 87654321X: CCT1021: Contrato eventual sin fecha de término.',
    );
    expect(reply.data).toMatchObject({ contracts: [{ result: 'ACEPTADO' }, { result: 'RECHAZADO' }] });
  });

  test('of which one is not answered is no success, and says which', async () => {
    const { ports } = portsTo(results(first));
    const reply = await hurried(() => run(notifyContractXml, request, ports));
    expect(reply.success).toBe(false);
    expect(reply.data).toMatchObject({ contracts: [{ result: 'ACEPTADO' }, { result: 'DESCONOCIDO' }] });
    expect(reply.message).toMatch(/CONTRATO_402 87654321X: SEPE ha recibido el envío C1/);
  });

  test('of which all are refused is a 422', async () => {
    const { ports } = portsTo(
      results(entry(record('100'), 'RECHAZADO', { errors: ['CCT4003'] }), second('RECHAZADO')),
    );
    const { status, errors } = await failure(run(notifyContractXml, request, ports));
    expect(status).toBe(422);
    expect(errors.sepe).toEqual([
      expect.stringMatching(/^CONTRATO_100 12345678Z: CCT4003: /),
      'CONTRATO_402 87654321X: SEPE ha rechazado la comunicación sin indicar la causa.',
    ]);
  });

  test('of which nothing is accepted and something unknown is a 502', async () => {
    const { ports } = portsTo(results(entry(record('100'), 'RECHAZADO', { errors: ['CCT4003'] })));
    const { status, errors } = await failure(hurried(() => run(notifyContractXml, request, ports)));
    expect(status).toBe(502);
    expect(errors.sepe).toHaveLength(2);
  });
});

// The web application Contrat@.

const q = (path: string) => `/ccomunicacto/${path}`;
const START = q('servlet/ServletInicio');
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join('');
const page = (inner: string) =>
  `<html><body><noscript><div id="avisos"><div><p>t</p><p>Sin JavaScript</p></div></div></noscript>
   <div id="contIzq"><div class="contIzqc">${inner}</div></div></body></html>`;
const datos = (inner: string, action: string) =>
  page(`<form name="datos" action="${action}">${inner}</form>`);
const input = (...names: string[]) => names.map((name) => `<input name="${name}">`).join('');
const submit = (name: string, value = name) => `<input type="submit" name="${name}" value="${value}">`;
const labels = (legend: string, values: Record<string, string>) =>
  `<fieldset><legend>${legend}</legend>${Object.entries(values)
    .map(([label, value]) => `<div><div class="titulo4">${label} :</div><div>${value}</div></div>`)
    .join('')}</fieldset>`;
const complaint = (text: string) =>
  page(`<div id="avisos"><div><p class="titulo5">Errores</p><p>${text}</p></div></div>`);
const done = (text: string) =>
  page(`<form name="datos"><p class="tac"><p class="tac azneg"> ${text}&nbsp; </p></form>`);

const ID_FORM = input('idcomunicacion1', 'idcomunicacion2', 'idcomunicacion3') + submit('aceptar');
const WORKER_FORM =
  '<select name="tipodoc2"><option value=" ">NIF</option><option value="E">NIE</option></select>' +
  input(
    'nifnietrabajador',
    ...['desde', 'hasta'].flatMap((stem) => [`dia${stem}`, `mes${stem}`, `annio${stem}`]),
  ) +
  submit('aceptar');
const rows = (...dates: string[]) =>
  `<table class="tableScroll"><tr>${'<th>x</th>'.repeat(6)}</tr>${dates
    .map(
      (date, index) =>
        `<tr><td><input type="checkbox" name="indice" value="a${index}"></td>${'<td>x</td>'.repeat(4)}<td>${date}</td></tr>`,
    )
    .join('')}</table>`;

const detail = (changes: Record<string, string> = {}) =>
  labels('Datos de la empresa', {
    CIF: 'B12345674',
    'Razón social': 'EJEMPLO SL',
    'Código postal': '28013',
    ...changes,
  }) +
  labels('Datos de la cuenta', {
    'Cuenta de cotización': '0111 28 0000000 97',
    'Actividad económica': '6201',
  }) +
  labels('Centro de trabajo', { País: '724 ESPAÑA', Municipio: '28079 MADRID' }) +
  labels('Datos del trabajador', {
    'NIF/NIE': 'D 12345678Z',
    'Nombre / apellidos': 'ANA GARCIA',
    Municipio: 'MADRID',
  }) +
  labels('Datos del contrato', {
    'Identificador del contrato': 'E-28-2026-0000123',
    'Fecha de inicio del contrato': '03/11/2026',
    'Fecha en que se comunica': '04/11/2026',
    Ocupación: '4309',
    'Grupo raro (x)': 'y',
  });

/** The way to the queries, and what is there. */
const queries = (replies: Record<string, Reply | ((step: Step) => Reply)> = {}): Authority =>
  byPath({
    [START]: page(links(q('actionLogin.do?pagina=consultas'))),
    [q('actionLogin.do')]: page(links(q('comunicacto/jsp/menu_consultasImpresion.jsp?origen='))),
    [q('comunicacto/jsp/menu_consultasImpresion.jsp')]: page(
      links(
        q('servlet/ServletRegresar?ruta=menu_consultasgeneral&origen='),
        q('servlet/ServletConsultaImpresionCB?pagina=entrada'),
        q('servlet/ServletConsultaTransformacion?pagina=entrada'),
      ),
    ),
    [q('servlet/ServletRegresar?ruta=menu_consultasgeneral&origen=')]: page(
      links(
        q('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen='),
        q('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen='),
        q('servlet/ServletConsultaEmpresa?pagina=idempresa&origen='),
      ),
    ),
    [q('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=')]: datos(ID_FORM, q('detalle')),
    [q('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=')]: datos(WORKER_FORM, q('lista')),
    [q('lista')]: datos(rows('01/01/2020', '03/11/2026', '03/11/2026') + input('oculto'), q('elegir')),
    [q('elegir')]: datos(detail() + submit('Boton_imprimir'), q('imprimir')),
    [q('detalle')]: datos(detail() + submit('Boton_imprimir'), q('imprimir')),
    [q('imprimir')]: answer(PDF, { contentType: 'application/pdf' }),
    ...replies,
  });
const WORKER = { dni: '12345678Z', startDate: '2026-11-03' };

describe('queries', () => {
  test('a contract by worker: the form is filled in as the application wants it', async () => {
    const { result, steps } = await talk(contractPdf, { ...WORKER, cif: 'B12345674' }, queries());
    expect(Buffer.from(result!.bytes).toString()).toContain('%PDF');
    expect(result).toMatchObject({ contentType: 'application/pdf', name: 'contrato.pdf' });
    const search = steps.find(({ path }) => path === q('lista'))!;
    expect(form(search)).toEqual({
      tipodoc2: ' ',
      nifnietrabajador: '  12345678Z',
      diadesde: '03',
      mesdesde: '11',
      anniodesde: '2026',
      diahasta: '03',
      meshasta: '11',
      anniohasta: '2026',
      aceptar: 'aceptar',
    });
    expect(form(steps.find(({ path }) => path === q('elegir'))!)).toEqual({ indice: 'a1', oculto: '' });
    expect(steps.every(({ commits }) => !commits)).toBe(true);
  });

  test('a worker with a NIE is the second choice', async () => {
    const { steps } = await talk(contractPdf, { ...WORKER, dni: 'X1234567L' }, queries());
    expect(form(steps.find(({ path }) => path === q('lista'))!)).toMatchObject({
      tipodoc2: 'E',
      nifnietrabajador: '  X1234567L',
    });
  });

  test('of several contracts that began on the day the one of the company is meant', async () => {
    const other = datos(detail({ CIF: 'A00000000' }) + submit('Boton_imprimir'), q('imprimir'));
    const mine = datos(detail() + submit('Boton_imprimir'), q('imprimir'));
    const authority = queries({ [q('elegir')]: (step) => (form(step).indice === 'a2' ? mine : other) });
    const { result } = await talk(
      contractData,
      { ...WORKER, cif: 'B12345674', ccc: '28000000097' },
      authority,
    );
    expect(result?.cif).toBe('B12345674');
    const none = await talk(contractData, { ...WORKER, ccc: '28000000098' }, authority);
    expect((none.error as Refusal).messages).toEqual(['No existen datos para esta consulta.']);
  });

  test('a contract by footprint, with the fourth field where there is one', async () => {
    const { steps } = await talk(contractPdf, { footprint: FOOTPRINT }, queries());
    const parts = {
      idcomunicacion1: '28',
      idcomunicacion2: '2026',
      idcomunicacion3: '0000123',
      aceptar: 'aceptar',
    };
    expect(form(steps.find(({ path }) => path === q('detalle'))!)).toEqual(parts);
    const together = await talk(
      contractPdf,
      { footprint: FOOTPRINT },
      queries({
        [q('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=')]: datos(
          ID_FORM + input('idcomunicacion'),
          q('detalle'),
        ),
      }),
    );
    expect(form(together.steps.find(({ path }) => path === q('detalle'))!)).toEqual({
      ...parts,
      idcomunicacion: '28-2026-0000123',
    });
  });

  test('the data of a contract, block by block, with its extensions', async () => {
    const extensions = `<fieldset><legend>Prórrogas del contrato</legend>${[1, 2]
      .map((number) =>
        Object.entries({
          Prórroga: `E-28-2026-0000123-0${number}`,
          'Fecha inicio': '01/02/2027',
          'Fecha fin': '01/03/2027',
          'Fecha comunicación': '02/02/2027',
          'Existe convenio colectivo': number === 1 ? 'SI' : 'NO',
          ...(number === 2 && { Discontinuidad: 'I' }),
        })
          .map(([label, value]) => `<div><div class="titulo">${label}</div><div>${value}</div></div>`)
          .join(''),
      )
      .join('')}</fieldset>`;
    const authority = queries({ [q('elegir')]: datos(detail() + extensions, q('x')) });
    const { ports } = portsTo({
      [NAMES.data]: async (query: never) => {
        const course = await talk(contractData, query, authority);
        if (course.error) throw course.error;
        return course.result;
      },
    });
    expect(await run(getContractData, { ...WORKER, ccc: '28000000097' }, ports)).toEqual({
      data: {
        id: 'E-28-2026-0000123',
        enterprise_data: [{ cif: 'B12345674' }, { name: 'EJEMPLO SL' }, { postal_code: '28013' }],
        account_data: [{ ccc_full: '0111 28 0000000 97' }, { economic_activity: '6201' }],
        working_center: [{ pais: '724 ESPAÑA' }, { municipio: '28079 MADRID' }],
        employee_data: [{ nif: 'D 12345678Z' }, { name: 'ANA GARCIA' }, { municipio_de_domicilio: 'MADRID' }],
        contract_data: [{ startDate: '03/11/2026' }, { communicateDate: '04/11/2026' }, { cno: '4309' }],
        contract_data_other: [{ grupo_raro_x: 'y' }],
        copy_basic_data: [],
        contract_extensions: [
          {
            id: 'E-28-2026-0000123-01',
            cif: 'B12345674',
            código_cuenta_cotización: '011128000000097',
            fecha_inicio: '01/02/2027',
            fecha_fin: '01/03/2027',
            fecha_comunicación: '02/02/2027',
            existe_convenio_colectivo: 'SI',
          },
          expect.objectContaining({ existe_convenio_colectivo: 'NO', discontinuidad: 'I' }),
        ],
      },
    });
  });

  test('a basic copy has a way of its own', async () => {
    const { result } = await talk(
      basicCopyPdf,
      WORKER,
      queries({
        [q('servlet/ServletConsultaImpresionCB?pagina=entrada')]: page(
          links(q('servlet/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB')),
        ),
        [q('servlet/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB')]: page(
          links(q('servlet/ServletConsultaImpresionCB?pagina=idtrabajador&origen=consultaImpresionCB')),
        ),
        [q('servlet/ServletConsultaImpresionCB?pagina=idtrabajador&origen=consultaImpresionCB')]: datos(
          WORKER_FORM,
          q('lista'),
        ),
      }),
    );
    expect(result?.name).toBe('copia-basica.pdf');
  });

  const RADIOS =
    '<input type="radio" name="tipoacceso" value="1" checked><input type="radio" name="tipoacceso" value="2">';
  const TRANSFORMATION_FORM =
    RADIOS +
    input(
      'idcomunicacion1',
      'idcomunicacion2',
      'idcomunicacion3',
      'idcontrato',
      'nifnietrabajador',
      'diafechaini',
      'mesfechaini',
      'anniofechaini',
    ) +
    '<select name="tipodocumento"><option value="D">NIF</option><option value="E">NIE</option></select>' +
    submit('aceptar');
  const transformations = queries({
    [q('servlet/ServletConsultaTransformacion')]: datos(TRANSFORMATION_FORM, q('transformacion')),
    [q('transformacion')]: datos(
      labels('Datos', {
        'Identificador de la transformación': 'E-28-2026-0000123-55',
        'Fecha inicio': '03/11/2026',
        'Fecha de inicio de la transformación': '01/12/2026',
        'Fecha comunicación': '04/12/2026',
      }) + submit('enviar'),
      q('imprimir'),
    ),
  });

  test('a transformation by footprint, and by worker', async () => {
    const byFootprint = await talk(transformationData, { footprint: FOOTPRINT }, transformations);
    expect(byFootprint.result).toEqual({
      id: 'E-28-2026-0000123-55',
      startDate: '2026-12-01',
      notified: '2026-12-04',
    });
    expect(form(byFootprint.steps.at(-1)!)).toMatchObject({ tipoacceso: '1', idcontrato: '28-2026-0000123' });
    const byWorker = await talk(transformationPdf, WORKER, transformations);
    expect(byWorker.result?.name).toBe('transformacion.pdf');
    expect(form(byWorker.steps.at(-2)!)).toMatchObject({
      tipoacceso: '2',
      diafechaini: '03',
      tipodocumento: 'D',
    });
  });

  test('redirections are followed, wherever they say they lead', async () => {
    const { result } = await talk(
      contractPdf,
      WORKER,
      queries({
        [START]: answer('', {
          status: 302,
          headers: { location: 'https://otro.example/ccomunicacto/inicio' },
        }),
        [q('inicio')]: page(links(q('actionLogin.do?pagina=consultas'))),
      }),
    );
    expect(result?.name).toBe('contrato.pdf');
    const circle = await talk(contractPdf, WORKER, () =>
      answer('', { status: 302, headers: { location: '/x' } }),
    );
    expect(circle.error).toBeInstanceOf(Unreadable);
    const strange = await talk(contractPdf, WORKER, () =>
      answer('', { status: 302, headers: { location: 'javascript:x' } }),
    );
    expect(strange.error).toBeInstanceOf(Unreadable);
  });

  test.each<[string, Reply, Error]>([
    ['numbered errors', complaint('1. Uno.<br>2. Dos.'), new Refusal(['1. Uno.', '2. Dos.'])],
    [
      'closed for the night',
      complaint('Actividad no disponible en el siguiente horario: de 1:00 a 3:00'),
      new OutOfService(200, true),
    ],
    [
      'a certificate that is not valid',
      page('Certificado digital no válido'),
      new Refusal(['Certificado digital no válido.']),
    ],
    [
      'a user without rights',
      page('El usuario no está autorizado'),
      new Refusal(['El usuario no está autorizado.']),
    ],
    [
      'a certificate of nobody',
      page('<form><fieldset>Se han producido errores<p>No existe autorización</p></fieldset></form>'),
      new Refusal(['No existe autorización']),
    ],
    [
      'no entry',
      answer('<html></html>', { status: 403 }),
      new Refusal(['SEPE no autoriza el acceso con este certificado.']),
    ],
    ['an error page', answer('Error', { status: 500 }), new OutOfService(500, false)],
    ['maintenance', answer('', { status: 503 }), new OutOfService(503, true)],
    ['a page of another kind', page('hola'), new Unreadable('page without link')],
    ['nothing', '', new Unreadable('page without link')],
    ['not there', answer('', { status: 404 }), new Unreadable('status 404')],
    ['a document', PDF, new Unreadable('a document instead of a page')],
  ])('%s', async (_why, reply, expected) => {
    const { error } = await talk(contractPdf, WORKER, queries({ [q('actionLogin.do')]: reply }));
    expect(error).toBeInstanceOf(expected.constructor);
    if (expected instanceof Refusal) expect((error as Refusal).messages).toEqual(expected.messages);
    if (expected instanceof OutOfService) expect(error).toEqual(expected);
    if (expected instanceof Unreadable) expect((error as Error).message).toContain(expected.message);
  });

  test('a page instead of the PDF is searched for what is wrong', async () => {
    const refused = await talk(contractPdf, WORKER, queries({ [q('imprimir')]: complaint('CGE0072') }));
    expect((refused.error as Refusal).messages).toEqual(['CGE0072']);
    const other = await talk(contractPdf, WORKER, queries({ [q('imprimir')]: page('hola') }));
    expect(other.error).toBeInstanceOf(Unreadable);
  });
});

describe('the list of notifications', () => {
  const FORM =
    '<input type="radio" name="tipofecha" value="1"><input type="radio" name="tipofecha" value="2">' +
    input(
      'cifnifnie',
      'regimen',
      'numsecprov',
      'numsec',
      'digcont',
      ...['desde', 'hasta'].flatMap((stem) => [`dia${stem}`, `mes${stem}`, `annio${stem}`]),
    ) +
    submit('aceptar');
  const HEADINGS = [
    '',
    'Tipo',
    'Identificador',
    'NIF/NIE',
    'Cuenta de cotización',
    'Código contrato',
    'Fecha inicio',
    'Fecha fin',
    'Fecha comunicación',
  ];
  const table = (...lines: string[][]) =>
    `<table class="tableScroll">${[HEADINGS, ...lines].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
  const line = (number: number) => [
    '',
    'CONTRATO',
    `E-28-2026-000012${number}`,
    'D12345678Z',
    '0111 28000000097',
    '200',
    '03/11/2026',
    '',
    '04/11/2026',
  ];
  const at = (list: Reply) =>
    queries({
      [q('servlet/ServletConsultaEmpresa?pagina=idempresa&origen=')]: datos(FORM, q('notificaciones')),
      [q('notificaciones')]: list,
      [q('otra')]: page(table(line(4))),
    });
  const request = { ...(listContracts.example.request as Record<string, unknown>), communications_by: 2 };
  const list = async (reply: Reply) => {
    const { ports } = portsTo({
      [contractList.name]: async (query: never) => {
        const course = await talk(contractList, query, at(reply));
        if (course.error) throw course.error;
        return {
          entries: course.result,
          sent: form(course.steps.find(({ path }) => path === q('notificaciones'))!),
        };
      },
    });
    return (await run(listContracts, request, ports)).data as never as {
      entries: unknown[];
      sent: Record<string, string>;
    };
  };

  test('goes over its pages', async () => {
    const { entries, sent } = await list(page(`${table(line(3))}<a id="siguiente" href="otra">más</a>`));
    expect(entries).toEqual(
      [3, 4].map((number) => ({
        tipo: 'CONTRATO',
        id: `E-28-2026-000012${number}`,
        nif_nie_trabajador: '12345678Z',
        codigo_cuenta_cotizacion: '011128000000097',
        codigo_contrato: '200',
        fecha_inicio: '2026-11-03',
        fecha_fin: '',
        fecha_comunicacion: '2026-11-04',
      })),
    );
    expect(sent).toMatchObject({
      tipofecha: '2',
      cifnifnie: 'B12345674',
      numsecprov: '28',
      numsec: '0000000',
      digcont: '97',
      diahasta: '30',
    });
  });

  test('is empty where SEPE has nothing', async () => {
    expect((await list(complaint('No existen datos para esta consulta.'))).entries).toEqual([]);
  });

  test('without a column is not read in part', async () => {
    await expect(
      list(page('<table class="tableScroll"><tr><td>Tipo</td></tr></table>')),
    ).rejects.toBeInstanceOf(Unreadable);
  });
});

describe('removals', () => {
  const removals = (replies: Record<string, Reply | ((step: Step) => Reply)> = {}): Authority =>
    byPath({
      [START]: page(links(q('actionLogin.do?pagina=anulacioncomunicacion'))),
      [q('actionLogin.do')]: page(
        links(q('comunicacto/jsp/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion')),
      ),
      [q('comunicacto/jsp/menu_anulacion_bajas.jsp')]: page(
        links(q('servlet/ServletAnulComunic?pagina=initC'), q('servlet/ServletAnulComunic?pagina=initT')),
      ),
      [q('servlet/ServletAnulComunic?pagina=initC')]: datos(ID_FORM, q('mostrar')),
      [q('servlet/ServletAnulComunic?pagina=initT')]: datos(
        ID_FORM + input('idcomunicacion4', 'idcomunicacion'),
        q('mostrar'),
      ),
      [q('mostrar')]: datos(detail() + submit('anular', 'Anular'), q('preguntar')),
      [q('preguntar')]: datos(submit('enviar'), q('anular')),
      [q('anular')]: done('La anulación del contrato se ha realizado correctamente'),
      ...replies,
    });
  const removeContract = { footprint: FOOTPRINT, what: 'contract' as const };

  test('go as far as the end', async () => {
    const { result, steps } = await talk(removal, removeContract, removals());
    expect(result).toBe('La anulación del contrato se ha realizado correctamente');
    expect(steps.filter(({ commits }) => commits).map(({ path }) => path)).toEqual([
      q('preguntar'),
      q('anular'),
    ]);
  });

  test('in a dry run stop where SEPE offers to remove', async () => {
    const { dry, steps } = await talk(removal, removeContract, removals(), true);
    expect(dry).toBe(true);
    expect(steps.at(-1)?.path).toBe(q('mostrar'));
  });

  test('of a transformation name it by its suffix', async () => {
    const { steps } = await talk(removal, { ...removeContract, what: 'transformation' }, removals());
    expect(form(steps.find(({ path }) => path === q('mostrar'))!)).toMatchObject({
      idcomunicacion4: '55',
      idcomunicacion: '28-2026-0000123-55',
    });
  });

  test.each<[string, Record<string, Reply>, unknown]>([
    ['that SEPE refuses', { [q('anular')]: complaint('CCT4084') }, Refusal],
    [
      'for the principal user only',
      { [q('actionLogin.do')]: page('<p>Opción disponible para el usuario principal</p>') },
      Refusal,
    ],
    ['that end otherwise', { [q('anular')]: page('hola') }, Unreadable],
  ])('%s', async (_why, replies, kind) => {
    expect((await talk(removal, removeContract, removals(replies))).error).toBeInstanceOf(kind);
  });

  const remove = { sepeId: 'E-28-2026-0000123', option: 1 };

  test('tell SEPE’s own sentence', async () => {
    const { ports } = portsTo({ [removal.name]: () => 'La anulación se ha realizado correctamente' });
    expect(await run(deleteContract, remove, ports)).toEqual({
      message: 'La anulación se ha realizado correctamente',
    });
  });

  test('whose answer got lost took effect when SEPE no longer knows the contract', async () => {
    const lost = { [removal.name]: () => 'lost' };
    const gone = portsTo({
      ...lost,
      [NAMES.data]: () => new Refusal(['No existen datos para esta consulta.', 'x']),
    });
    await failure(run(deleteContract, remove, portsTo({ ...lost, [NAMES.data]: () => ({}) }).ports));
    await failure(
      run(
        deleteContract,
        remove,
        portsTo({ ...lost, [NAMES.data]: () => new Refusal(['No autorizado']) }).ports,
      ),
    );
    await failure(
      run(deleteContract, remove, portsTo({ ...lost, [NAMES.data]: () => new ServiceError(504, 'x') }).ports),
    );
    expect(await run(deleteContract, remove, gone.ports)).toEqual({
      message: 'La anulación se ha realizado.',
    });
  });
});

describe('basic copies', () => {
  const COPY_FORM =
    '<select name="codtipofirma"><option value="1">1</option><option value="2">2</option></select>' +
    '<textarea name="areadeDomicilio"></textarea><textarea name="areadeTexto"></textarea>' +
    submit('enviar');
  const copies = (inner = detail() + COPY_FORM): Authority =>
    byPath({
      [START]: page(links(q('actionLogin.do?pagina=copiabasica'))),
      [q('actionLogin.do')]: page(
        links(q('comunicacto/jsp/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica')),
      ),
      [q('comunicacto/jsp/menu_comunica_copiaBasicaContrato.jsp')]: page(
        links(
          q('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica'),
          q('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=copiabasica'),
        ),
      ),
      [q('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica')]: datos(
        ID_FORM,
        q('copia'),
      ),
      [q('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=copiabasica')]: datos(
        WORKER_FORM,
        q('lista'),
      ),
      [q('lista')]: datos(rows('03/11/2026'), q('copia')),
      [q('copia')]: datos(inner, q('enviar')),
      [q('enviar')]: done('La comunicación de la copia básica se ha realizado correctamente'),
    });
  const file = {
    contract: { footprint: FOOTPRINT },
    dni: '12345678Z',
    copy: { TIPO_FIRMA: '2', TEXTO_COPIABASICA: 'Jornada de mañana', DOMIC_CENTRO_TRABAJO: 'Calle Ñ 1' },
  };

  test('are filed with the application’s form, in its charset', async () => {
    const { result, steps } = await talk(basicCopy, file, copies());
    expect(result).toMatch(/se ha realizado correctamente/);
    expect(steps.filter(({ commits }) => commits).map(({ path }) => path)).toEqual([q('enviar')]);
    expect(String(steps.at(-1)?.body)).toBe(
      'codtipofirma=2&areadeDomicilio=Calle+%D1+1&areadeTexto=Jornada+de+ma%F1ana&enviar=enviar',
    );
  });

  test('in a dry run are left in the form', async () => {
    const { dry, steps } = await talk(basicCopy, { ...file, contract: WORKER }, copies(), true);
    expect(dry).toBe(true);
    expect(steps.at(-1)?.path).toBe(q('copia'));
  });

  test.each<[string, string, typeof file, RegExp]>([
    ['of another worker', detail() + COPY_FORM, { ...file, dni: '87654321X' }, /CCT4032/],
    [
      'filed already',
      `${COPY_FORM}<fieldset><div class="titulo">Ya se ha comunicado la copia</div></fieldset>`,
      file,
      /Ya se ha comunicado/,
    ],
  ])('%s are not filed', async (_why, inner, given, message) => {
    const { error, committed } = await talk(basicCopy, given, copies(inner));
    expect((error as Refusal).messages.join()).toMatch(message);
    expect(committed).toBe(false);
  });

  const request = createBasicCopy.example.request as Record<string, unknown>;

  test('are found by their PDF when the answer got lost', async () => {
    const { ports } = portsTo({
      [basicCopy.name]: () => 'lost',
      [basicCopyPdf.name]: () => document('copia-basica.pdf'),
    });
    expect(await run(createBasicCopy, request, ports)).toEqual({
      data: { file: toFileObject(document('copia-basica.pdf')) },
    });
    const { ports: none } = portsTo({
      [basicCopy.name]: () => 'lost',
      [basicCopyPdf.name]: () => new Refusal(['CBC4001']),
    });
    expect((await failure(run(createBasicCopy, request, none))).status).toBe(502);
  });

  test('of a file are answered as contracts are', async () => {
    const { ports } = portsTo({
      'Contrat@ servicioCopiaBasica': () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          { kind: 'COPIABASICA_TIPO', footprint: 'E-28-2026-0000123', outcome: 'accepted', messages: [] },
        ],
      }),
      [basicCopyPdf.name]: () => document('copia-basica.pdf'),
    });
    expect(
      await run(createBasicCopyXml, createBasicCopyXml.example.request as Record<string, unknown>, ports),
    ).toEqual({
      success: true,
      data: {
        file: toFileObject(document('copia-basica.pdf')),
        copies: [{ type: 'COPIABASICA_TIPO', result: 'ACEPTADO', messages: [] }],
      },
    });
  });
});

describe('transformations', () => {
  const request = transformContract.example.request as Record<string, unknown>;
  const shown = {
    id: 'E-28-2026-0000123',
    cif: 'B12345674',
    document: '12345678Z',
    startDate: '2026-11-03',
    workCentre: { country: '724', municipality: '28079' },
  };
  const FILE = 'Contrat@ servicioTransformacionIndefinido';

  test('are filed of the contract as SEPE has it', async () => {
    let sent = '';
    const { ports } = portsTo({
      [NAMES.data]: () => shown,
      [FILE]: ({ document }: { document: string }) => {
        sent = document;
        return { shipment: 'C1' };
      },
      [NAMES.result]: async () =>
        (
          await talk(shipmentResult, { shipment: 'C1' }, () =>
            soap(
              'servicioConsulta',
              `<FICHERO_TRANSFORMACIONES><TRANSFORMACIONESPROCESADAS><ENVIO_189>${sent.replace(/^.*?<TRANSFORMACIONES>|<\/TRANSFORMACIONES>$/gs, '')}<RESPUESTATRANSFORMACION><RESULTADO>ACEPTADO</RESULTADO></RESPUESTATRANSFORMACION></ENVIO_189></TRANSFORMACIONESPROCESADAS></FICHERO_TRANSFORMACIONES>`,
            ),
          )
        ).result,
      [transformationPdf.name]: () => document('transformacion.pdf'),
    });
    expect(await run(transformContract, request, ports)).toEqual({
      data: { file: toFileObject(document('transformacion.pdf')) },
    });
    expect(sent).toContain('<CIF_NIF>B12345674</CIF_NIF>');
    expect(sent).toContain('<MUNICIPIO_CT>28079</MUNICIPIO_CT>');
    expect(sent).toContain('<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>');
  });

  test('of a contract that is another’s are not filed', async () => {
    const { ports, asked } = portsTo({
      [NAMES.data]: () => ({ ...shown, document: '87654321X', startDate: '2026-11-02' }),
    });
    const { status, errors } = await failure(run(transformContract, request, ports));
    expect(status).toBe(422);
    expect(Object.keys(errors)).toEqual([
      'DATOS_CONTRATO.IDENTIFICADORPFISICA',
      'DATOS_CONTRATO.FECHA_INICIO_CTO',
    ]);
    expect(asked).toEqual([NAMES.data]);
  });

  test('whose answer got lost are looked up', async () => {
    const lost = { [NAMES.data]: () => shown, [FILE]: () => 'lost' };
    const found = portsTo({
      ...lost,
      [transformationData.name]: () => ({ id: 'E-28-2026-0000123-55', notified: '2026-11-04' }),
    });
    expect(await run(transformContract, { ...request, duplicate: 0 }, found.ports)).toEqual({});
    const older = portsTo({ ...lost, [transformationData.name]: () => ({ notified: '2026-01-01' }) });
    expect((await failure(run(transformContract, request, older.ports))).status).toBe(502);
  });

  test('of a file are answered each', async () => {
    const { ports } = portsTo({
      [FILE]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          {
            kind: 'TRANSFORMACION_189',
            footprint: 'E-28-2026-0000123',
            outcome: 'accepted',
            id: 'E-28-2026-0000123-55',
            messages: [],
          },
        ],
      }),
    });
    expect(
      await run(transformContractXml, transformContractXml.example.request as Record<string, unknown>, ports),
    ).toMatchObject({ success: true, data: transformContractXml.example.response });
  });
});

// The web application Certific@2.

const QUERIES = 'https://sede.sepe.gob.es/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';
const content = (inner: string) =>
  `<html><form name="idioma"></form><div id="contenido">${inner}</div></html>`;
const contentForm = (inner: string, action: string) => content(`<form action="${action}">${inner}</form>`);
const certificate = (suspended = '30/11/2026', ccc = '28 0000000') =>
  labels('Datos generales', {
    'Fecha de entrada': '02/12/2026',
    Origen: 'XML',
    'Número de expediente': '',
    'Fecha de reconocimiento': '--',
  }) +
  labels('Datos del representante', { Nombre: 'LUIS', 'NIF/NIE': '87654321X' }) +
  labels('Datos de la empresa', {
    'CIF/NIF': 'B12345674',
    Régimen: '0111 RÉGIMEN GENERAL',
    'Cuenta de cotización': ccc,
    'Razón social': 'EJEMPLO SL',
    'Actividad económica': '6201 PROGRAMACIÓN',
  }) +
  labels('Datos del trabajador', {
    Nombre: 'ANA',
    'Primer apellido': 'GARCIA',
    'Segundo apellido': '-',
    'NIF/NIE': '12345678Z',
    'Número de la Seguridad Social': '280000000097',
    'Grupo de cotización': '03 JEFES',
    'Duración del contrato': '3 MESES',
    Profesión: '4309 ADMINISTRATIVOS',
    'Porcentaje de dedicación': '50,5 %',
  }) +
  labels('Suspensión o extinción', {
    Causa: '15 FIN DE CONTRATO',
    'Fecha de inicio': suspended,
    'Días de salarios de tramitación': '0',
  }) +
  '<table class="tablaCotizaciones"><tr><th id="anyo">Año</th></tr><tr><td headers="anyo">2026</td><td headers="mes">11</td>' +
  '<td headers="dc">30</td><td headers="bccc">&nbsp;1.200,50</td><td headers="bcd">1.200,00</td><td headers="observaciones">&nbsp;</td></tr></table>' +
  labels('Vacaciones', { Días: '' }) +
  labels('Totales', {
    Días: '30',
    'Base de contingencias comunes': '1.200,50',
    'Base de desempleo': '1.200,00',
  });
const documents =
  '<table><tr><td><input type="radio" name="documentoSeleccionado" value="0"></td><td>Certificado</td><td>02/12/2026</td><td>Empresa</td></tr></table>';

const certificates = (replies: Record<string, Reply | ((step: Step) => Reply)> = {}): Authority =>
  byPath({
    '/GetAccess/Saml/SSO/Init':
      '<form name="idpRedirect" action="/Proxy2/elegir"><input type="hidden" name="SelectedIdP"></form>',
    '/Proxy2/elegir': (step) =>
      form(step).SelectedIdP === 'AFIRMA'
        ? '<form action="https://sede.sepe.gob.es/DCertificadosWeb/entrar"><input type="hidden" name="SAMLResponse" value="s"></form>'
        : '',
    '/DCertificadosWeb/entrar': (step) => (form(step).SAMLResponse === 's' ? links(QUERIES) : ''),
    '/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do': contentForm(
      input('nif') + submit('btBuscar'),
      '/b',
    ),
    '/b': contentForm(certificate() + submit('btGenerarPDF'), '/pdf'),
    '/pdf': answer(PDF, { contentType: 'application/pdf' }),
    ...replies,
  });

const ROW = (choice: number, suspended: string) =>
  `<tr><td><input type="radio" name="certSeleccionado" value="${choice}"></td><td>02/12/2026</td><td>03/12/2026</td><td></td>` +
  `<td>B12345674</td><td>C${choice}</td><td>${suspended}</td><td>NO</td><td>XML</td></tr>`;
const several = (replies = {}) =>
  certificates({
    '/b': (step) =>
      form(step).btMasCert
        ? contentForm(
            `<table><tr><th>x</th></tr>${ROW(0, '30/11/2026')}${ROW(1, '31/01/2025')}${ROW(2, '31/01/2025')}</table>${submit('btAceptar')}`,
            '/elegir',
          )
        : contentForm(certificate() + submit('btGenerarPDF') + submit('btMasCert'), '/b'),
    '/elegir': (step) =>
      contentForm(
        certificate('31/01/2025', form(step).certSeleccionado === '1' ? '08 1111111' : '28 0000000') +
          documents +
          submit('btMostrar'),
        '/pdf',
      ),
    ...replies,
  });

const overCertificates = (authority: Authority) =>
  portsTo(
    Object.fromEntries(
      [certificateList, certificateDetail, certificatePdf].map((exchange) => [
        exchange.name,
        async (query: never) => {
          const course = await talk(exchange as Exchange<'reading', unknown, unknown>, query, authority);
          if (course.error) throw tell('sepe', course.error, undefined)[1];
          return course.result;
        },
      ]),
    ),
  ).ports;

describe('company certificates', () => {
  const query = { dni: '12345678Z', startDate: '2026-11-30' };

  test('the only one, in the list', async () => {
    const { data } = await run(listCertificates, { dni: '12345678Z' }, overCertificates(certificates()));
    expect(data).toEqual({
      enterprise: {
        name: 'EJEMPLO SL',
        regimen: '0111',
        cif: 'B12345674',
        cnae: '6201',
        postal_code: '',
        ccc: '280000000',
      },
      employee: {
        name: 'ANA',
        surname: 'GARCIA',
        lastSurname: '',
        nif: '12345678Z',
        nss: '280000000097',
        causa_susp: '15',
        cno: '4309',
      },
      certificates: [{ fecha_entrada: '02/12/2026', fecha_susp: '30/11/2026', origen: 'XML' }],
    });
  });

  test('several, in the list', async () => {
    const { data } = await run(listCertificates, { dni: '12345678Z' }, overCertificates(several()));
    expect((data as { certificates: unknown[] }).certificates).toHaveLength(3);
    expect((data as { certificates: unknown[] }).certificates[1]).toEqual({
      fecha_entrada: '02/12/2026',
      fecha_recepcion: '03/12/2026',
      fecha_reconocimiento: '--',
      cif: 'B12345674',
      codigo: 'C1',
      fecha_susp: '31/01/2025',
      anexado: 'NO',
      origen: 'XML',
    });
  });

  test('in detail: null for what is empty, numbers as numbers', async () => {
    const { data } = await run(getCertificateDetail, query, overCertificates(certificates()));
    expect(getCertificateDetail.response.safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({
      general: { entry_date: '2026-12-02', origin: 'XML', file_number: null, recognition_date: null },
      attachments: [],
      representative: { name: 'LUIS', nif: '87654321X', position: null },
      enterprise: {
        regimen: '0111',
        regimen_name: 'RÉGIMEN GENERAL',
        ccc: '280000000',
        cnae: '6201',
        address: null,
      },
      employee: {
        last_surname: null,
        quote_group: '03',
        quote_group_name: 'JEFES',
        contract_duration: 3,
        contract_duration_unit: 'MESES',
        dedication_percent: 50.5,
        suspension_cause: '15',
        suspension_start_date: '2026-11-30',
        processing_salary_days: 0,
        ere_percent: null,
      },
      contributions: [
        { year: '2026', month: '11', days: 30, base_cc: 1200.5, base_unemployment: 1200, observations: null },
      ],
      holidays: { days: null, base_cc: null, base_unemployment: null },
      totals: { days: 30, base_cc: 1200.5, base_unemployment: 1200 },
    });
    expect(data).not.toHaveProperty('dates_susp');
  });

  test('of several, the one of the date and of the account', async () => {
    const older = { ...query, startDate: '2025-01-31' };
    const first = await run(getCertificateDetail, older, overCertificates(several()));
    expect(first.data).toMatchObject({
      enterprise: { ccc: '081111111' },
      attachments: [{ name: 'Certificado', date: '2026-12-02', source: 'Empresa' }],
      dates_susp: ['2026-11-30', '2025-01-31', '2025-01-31'],
    });
    const second = await run(getCertificate, { ...older, ccc: '28000000097' }, overCertificates(several()));
    expect(second.data).toMatchObject({
      file: { name: 'certificado-empresa.pdf', contentType: 'application/pdf' },
      detail: { enterprise: { ccc: '280000000' } },
    });
    const none = await failure(
      run(getCertificate, { ...older, ccc: '28000000197' }, overCertificates(several())),
    );
    expect([none.status, none.errors.sepe]).toEqual([
      422,
      ['No existe certificado de empresa con fecha de suspensión 31/01/2025.'],
    ]);
  });

  test('a duplicate without account has no detail', async () => {
    const { data } = await run(getCertificate, query, overCertificates(certificates()));
    expect(Object.keys(data as object)).toEqual(['file']);
  });

  test.each<[string, Record<string, Reply>, number]>([
    ['nothing found', { '/b': content('<form><p class="formAviso">No hay certificados</p></form>') }, 422],
    ['a warning', { '/b': content('<div class="msj_advertencia"><p>El NIF no es válido</p></div>') }, 422],
    [
      'closed',
      { '/b': content('<form><p class="formAviso">DEX0211 deshabilitado temporalmente</p></form>') },
      503,
    ],
    [
      'a certificate that is revoked',
      {
        '/Proxy2/elegir':
          '<div id="content"><div><div class="panel-body"><div class="alert">Please contact your system administrator</div></div></div></div>',
      },
      422,
    ],
    ['a log-in that leads nowhere', { '/Proxy2/elegir': '<p>?</p>' }, 502],
    [
      'a log-in in circles',
      {
        '/Proxy2/elegir':
          '<form name="idpRedirect" action="/Proxy2/elegir"><input name="SelectedIdP"></form>',
      },
      502,
    ],
    ['no data', { '/b': content('') }, 502],
  ])('%s', async (_why, replies, status) => {
    expect((await failure(run(getCertificate, query, overCertificates(certificates(replies))))).status).toBe(
      status,
    );
  });
});

test('duplicates are answered as documents', async () => {
  const { ports } = portsTo({
    [contractPdf.name]: () => document('contrato.pdf'),
    [transformationPdf.name]: (query: unknown) => {
      expect(query).toEqual({ footprint: FOOTPRINT });
      return document('transformacion.pdf');
    },
  });
  expect(await run(getContract, getContract.example.request as Record<string, unknown>, ports)).toMatchObject(
    {
      data: { file: { name: 'contrato.pdf' } },
    },
  );
  expect(
    await run(getTransformation, getTransformation.example.request as Record<string, unknown>, ports),
  ).toMatchObject({ data: { file: { name: 'transformacion.pdf' } } });
});

describe('identifiers', () => {
  test.each([
    'E-28-2026-0000123',
    'E2820260000123',
    '2820260000123',
    'e 28 2026 0000123',
    'E-28-2026-0000123-55',
  ])('%s', (text) => expect(readFootprint(text)).toEqual(FOOTPRINT));
  test('are shown as the interface has them', () => {
    expect(showFootprint('E282026000012355')).toBe('E-28-2026-0000123-55');
    expect(showFootprint('E28')).toBeUndefined();
  });
});

test('each path of the real SEPE has its host, and a stand-in serves them all', () => {
  const real = (path: string) => originOf(path, 'https://www.sepe.es');
  expect([SEND, START, '/GetAccess/Saml', '/ConsultasCertificadosRTWEB/x'].map(real)).toEqual([
    'https://www.sepe.es',
    'https://www.sepe.es:444',
    'https://isweb.sepe.gob.es',
    'https://sede.sepe.gob.es',
  ]);
  expect(originOf(START, 'https://localhost:8443')).toBe('https://localhost:8443');
});

// Whatever comes.

const exchanges: [Exchange<'reading' | 'submission', never, unknown>, unknown, Authority][] = [
  [FILINGS.contracts, { what: 'contracts', document: '<A/>' }, () => '<definitions/>'],
  [
    shipmentResult,
    { shipment: 'C1' },
    () => soap('servicioConsulta', answerFile(entry(record('100'), 'ACEPTADO'))),
  ],
  [contractData, { ...WORKER, cif: 'B12345674' }, queries()],
  [contractData, { footprint: FOOTPRINT }, queries()],
  [contractPdf, WORKER, queries()],
  [basicCopyPdf, WORKER, queries()],
  [transformationPdf, WORKER, queries()],
  [transformationData, { footprint: FOOTPRINT }, queries()],
  [
    contractList,
    {
      cif: 'B12345674',
      regimen: '0111',
      ccc: '28000000097',
      from: '2026-01-01',
      to: '2026-01-31',
      by: 'start',
    },
    queries(),
  ],
  [removal, { footprint: FOOTPRINT, what: 'contract' }, queries()],
  [basicCopy, { contract: WORKER, dni: '12345678Z', copy: { TIPO_FIRMA: '1' } }, queries()],
  [certificateList, { dni: '12345678Z' }, several()],
  [certificateDetail, { dni: '12345678Z', startDate: '2025-01-31', ccc: '28000000097' }, several()],
  [certificatePdf, { dni: '12345678Z', startDate: '2026-11-30' }, certificates()],
];

/** Pieces of real answers, so that what is tried comes further than the first look. */
const pieces = fc.constantFrom(
  ...[
    '<html>',
    '<form name="datos">',
    '</form>',
    '<div id="avisos"><div><p>',
    '<div id="contenido">',
    '<fieldset>',
    '<legend>',
    '<div class="titulo">',
    '<table class="tableScroll">',
    '<tr>',
    '<td>',
    '<input name="indice" value="a0">',
    '<p class="formAviso">',
  ],
  ...[
    submit('aceptar'),
    submit('enviar'),
    submit('anular'),
    submit('btMasCert'),
    WORKER_FORM,
    ID_FORM,
    detail(),
    certificate(),
    documents,
    rows('03/11/2026'),
    links(QUERIES),
  ],
  ...[
    '<?xml version="1.0"?>',
    '<Envelope><Body>',
    '<servicioConsultaReturn>',
    '&lt;COMUNICACION&gt;',
    '&lt;ERROR&gt;',
    answerFile(),
    '<![CDATA[',
    '<!DOCTYPE x [',
    '%PDF-1.4',
    '\0',
    '&#0;',
    'Ñ',
  ],
);
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.oneof(pieces, fc.string()), { maxLength: 12 })
    .map((parts) => Buffer.from(parts.join(''), 'latin1')),
);
const anyAnswer = fc.record({
  status: fc.oneof(
    { weight: 4, arbitrary: fc.constant(200) },
    fc.constantFrom(204, 301, 302, 400, 401, 403, 404, 500, 503),
  ),
  contentType: fc.constantFrom(
    '',
    'text/html',
    'text/xml; charset=utf-8',
    'application/pdf',
    'text/html; charset=utf-16',
    'x; charset=ñ',
  ),
  headers: fc.constantFrom({}, { location: '/x' }, { location: 'http://[' }, { location: ['a', 'b'] }),
  body: bodies,
});

test.each(
  exchanges.map(([exchange, given, authority], index) => ({
    name: `${index} ${exchange.name}`,
    exchange,
    given,
    authority,
  })),
)(
  '$name: any bytes end in a result or in one of the three errors',
  async ({ exchange, given, authority }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 9 }),
        fc.array(anyAnswer, { minLength: 1, maxLength: 4 }),
        async (after, answers) => {
          // Answers of a real course first, then whatever comes.
          const { error } = await talk(
            exchange as Exchange<'reading', unknown, unknown>,
            given,
            (step, index) => {
              if (index >= after) return answers[(index - after) % answers.length] as Answer;
              try {
                return authority(step, index);
              } catch {
                return answers[0] as Answer;
              }
            },
          );
          if (error !== undefined) {
            expect(
              [Refusal, OutOfService, Unreadable].some((kind) => error instanceof kind),
              String((error as Error).stack),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  },
);
