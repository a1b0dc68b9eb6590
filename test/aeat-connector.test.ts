import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getEconomicActivities } from '../functions/aeat/operations/get-economic-activities.ts';
import { getSubcontractors } from '../functions/aeat/operations/get-subcontractors.ts';
import { getTaxCompliance } from '../functions/aeat/operations/get-tax-compliance.ts';
import { economicActivities } from '../shared/authorities/aeat/economic-activities.ts';
import { signOf } from '../shared/authorities/aeat/sign.ts';
import { type SubcontractorsInput, subcontractors } from '../shared/authorities/aeat/subcontractors.ts';
import { taxCompliance } from '../shared/authorities/aeat/tax-compliance.ts';
import { carryOut } from '../shared/authorities/conversation.ts';
import {
  type Answer,
  type Exchange,
  OutOfService,
  Refusal,
  type Step,
  Unreadable,
} from '../shared/authorities/exchange.ts';
import { ChannelFailure } from '../shared/channel/failure.ts';
import { toFileObject } from '../shared/document.ts';
import type { Ports, ReadingPort } from '../shared/ports.ts';
import { readRequest } from '../shared/validation.ts';

// --- A portal made of functions

const ENTRANCE = '/wlpl/BUGC-JDIT/MdcAcceso';
const ECOT = '/wlpl/EMCE-JDIT/ECOTInternetCiudadanosServlet';
const IAE = '/wlpl/EMCE-JDIT/ServletAaeeGralnternet';
const CONTRACTORS = '/wlpl/EMCE-JDIT/ContratistasInternetServlet';
const PICK_UP =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';
const CSV = 'ABCD1234EFGH5678';
const DOCUMENT = `/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=${CSV}`;

const html = (body: string, status = 200, headers: Answer['headers'] = {}): Answer => ({
  status,
  contentType: 'text/html',
  headers,
  body: Buffer.from(body, 'latin1'),
});

const says = (words: string) => html(`<html><nav>Inicio</nav><main><h1>${words}</h1></main></html>`);

/** A document with those content streams, as far as anybody looks. */
const pdfWith = (...contents: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...contents.map((content) =>
      Buffer.concat([Buffer.from('<< >>\nstream\r\n'), Buffer.from(content), Buffer.from('\nendstream\n')]),
    ),
  ]);

const PDF = pdfWith(deflateSync(Buffer.from('BT (tiene car\\341cter POSITIVO y una validez) Tj ET')));
const pdf: Answer = { status: 200, contentType: 'application/pdf', headers: {}, body: PDF };

const entry = html(`<form><input type='hidden' name='fIslw' value='to+k/=='></form>`);
const confirmation = html(`<script>var _fbNombre="MUÑOZ D'ORS ANA"; var _fbNif="00000000T";</script>
  <form id='Form' method='post' action='/elsewhere'>
    <input type='hidden' name='fTipoCertificado' value='Contratos sector público'>
    <input type='hidden' name='FIRNIF' value=''><input type='text' name='FIRNOMBRE' value=''>
    <input type='hidden' name='FIR' value=''><input type='hidden' name='fIslw' value='other'>
    <input type='checkbox' name='Conforme'><input type='hidden' value='nameless'>
    <input class='AEAT_boton' type='button' name='FirmayEnvia_1' value='Firmar Enviar'>
  </form>`);
const receipt = html(`<main><a href="/wlpl/KATA-APLI/cotejo/CotejoIdSv?CSV=${CSV}">Descargar</a></main>`);

/** The request, in a word, and the next answer to it from the list of its address; the last one for ever. */
type Portal = Record<string, (Answer | Error)[]>;

/** Plays a portal against an exchange. An address of a servlet with POST is written `POST <address>`. */
const play = async <In, Out>(exchange: Exchange<'reading', In, Out>, input: In, portal: Portal) => {
  const left = new Map(Object.entries(portal).map(([name, answers]) => [name, [...answers]]));
  const steps: Step[] = [];
  const ending = await carryOut(exchange, input, false, async (step) => {
    steps.push(step);
    const name = step.method === 'POST' ? `POST ${step.path}` : step.path;
    const answers = left.get(name);
    if (!answers) throw new Error(`unforeseen: ${name}`);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return {
    steps,
    asked: steps.map(({ method, path }) => `${method} ${path}`),
    bodies: steps.flatMap(({ body }) => (body === undefined ? [] : [String(body)])),
    result: 'result' in ending.how ? ending.how.result : undefined,
    error: 'error' in ending.how ? ending.how.error : undefined,
  };
};

const enter = { [ENTRANCE]: [html('')] };
const ecot: Portal = {
  ...enter,
  [ECOT]: [entry],
  [`POST ${ECOT}`]: [confirmation, receipt],
  [DOCUMENT]: [pdf],
};

const askEcot = (portal: Portal) => play(taxCompliance, { purpose: 'C1' }, { ...ecot, ...portal });

describe('certificate of being up to date', () => {
  it('enters, validates, signs and fetches the document', async () => {
    const { asked, bodies, steps, result } = await askEcot({});
    expect(asked).toEqual([
      `GET ${ENTRANCE}`,
      `GET ${ECOT}`,
      `POST ${ECOT}`,
      `POST ${ECOT}`,
      `GET ${DOCUMENT}`,
    ]);
    expect(bodies).toEqual([
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fTipoCertificado=C1&fMomentoDeterminacionEcot=1&fFechaPasada=' +
        '&fAccion=2&fIslw=to%2Bk%2F%3D%3D&validarSolicitud=Validar+solicitud',
      'fTipoCertificado=Contratos+sector+p%FAblico&FIRNIF=00000000T&FIRNOMBRE=MU%D1OZ+D%27ORS+ANA' +
        '&FIR=FirmaBasica&fIslw=other',
    ]);
    expect(steps[2]?.headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1',
    });
    expect(result).toEqual({
      document: { contentType: 'application/pdf', name: 'certificado-corriente-pago.pdf', bytes: PDF },
      sign: 'POSITIVO',
    });
  });

  it.each(['C1', 'T1', 'B1', 'E1', 'G1'] as const)('asks for purpose %s', async (purpose) => {
    const { bodies } = await play(taxCompliance, { purpose }, ecot);
    expect(bodies[0]).toContain(`&fTipoCertificado=${purpose}&`);
  });

  it.each([
    [`_fbNif: 'B00000000', _fbNombre: 'O\\'HARA \\"X\\" \\u00d1 \\xd1 SL'`, `O'HARA "X" Ñ Ñ SL`],
    [`var _fbNif = "B00000000" ; var _fbNombre\n=\n"ACME & CIA SL"`, 'ACME & CIA SL'],
  ])('reads the signer however the script writes it (%#)', async (script, name) => {
    const page = Buffer.from(confirmation.body)
      .toString()
      .replace(/var _fb.*;/, '')
      .replace('<script>', `<script>${script};`);
    const { bodies } = await askEcot({ [`POST ${ECOT}`]: [html(page), receipt] });
    const fields = new Map(bodies[1]?.split('&').map((pair) => pair.split('=') as [string, string]));
    const value = fields.get('FIRNOMBRE')?.replace(/\+/g, ' ').replace(/%D1/g, '%C3%91') ?? '';
    expect(decodeURIComponent(value)).toBe(name);
    expect(fields.get('FIRNIF')).toBe('B00000000');
  });

  it('signs nothing without knowing who signs', async () => {
    const page = Buffer.from(confirmation.body).toString('latin1').replace('00000000T', '');
    const { asked, error } = await askEcot({ [`POST ${ECOT}`]: [html(page)] });
    expect(error).toBeInstanceOf(Unreadable);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['in place of the form', { [ECOT]: [says('No autenticado')] }, 'No autenticado'],
    [
      'in place of the page to sign',
      { [`POST ${ECOT}`]: [says('Datos inconsistentes')] },
      'Datos inconsistentes',
    ],
    [
      'in place of the receipt',
      { [`POST ${ECOT}`]: [confirmation, says('NIF no identificado')] },
      'NIF no identificado',
    ],
  ])('refuses in the words of the portal %s', async (_, portal: Portal, words) => {
    const { error } = await askEcot(portal);
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual([words]);
  });

  it.each([
    [html('', 403), 'La Agencia Tributaria no acepta el certificado digital presentado.'],
    [html('<main>Certificado revocado</main>', 403), 'Certificado revocado'],
    [
      html('', 302, { location: 'https://sede.example/SelectorAccesos.html?ref=x' }),
      'La Agencia Tributaria no acepta el certificado digital presentado.',
    ],
  ])('refuses a certificate that is turned away (%#)', async (answer, words) => {
    const portals: Portal[] = [{ [ENTRANCE]: [answer] }, { [ECOT]: [answer] }];
    for (const portal of portals) {
      const { error } = await askEcot(portal);
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).messages).toEqual([words]);
    }
  });

  it.each([
    [html('<main>Se ha producido un error</main>', 500), 500, false],
    [html('<p>Portal en mantenimiento.</p>', 503), 503, true],
    [html('<main>La sede está en mantenimiento</main>'), 200, true],
    [html('<main>Servicio no disponible</main>'), 200, false],
    [html('', 302, { location: '/elsewhere' }), 302, false],
  ])('tells error and maintenance pages (%#)', async (answer, status, announced) => {
    const portals: Portal[] = [{ [ECOT]: [answer] }, { [`POST ${ECOT}`]: [confirmation, answer] }];
    for (const portal of portals) {
      const { error } = await askEcot(portal);
      expect(error).toBeInstanceOf(OutOfService);
      expect(error).toMatchObject({ status, announced });
    }
  });

  it('takes no page for a document', async () => {
    const { error } = await askEcot({ [DOCUMENT]: [says('No encontrado')] });
    expect(error).toBeInstanceOf(Unreadable);
  });

  it('bounds what it tells', async () => {
    const { error } = await askEcot({ [ECOT]: [says('x'.repeat(100_000))] });
    expect((error as Refusal).messages[0]).toHaveLength(400);
  });
});

describe('certificate of economic activities', () => {
  it('asks for the year', async () => {
    const portal = { ...enter, [IAE]: [entry], [`POST ${IAE}`]: [confirmation, receipt], [DOCUMENT]: [pdf] };
    const { bodies, result } = await play(economicActivities, { year: 2025 }, portal);
    expect(bodies[0]).toBe(
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fEjercicio=2025&fAccion=2&fIslw=to%2Bk%2F%3D%3D' +
        '&validarSolicitud=Validar+solicitud',
    );
    expect(result?.document.name).toBe('certificado-iae.pdf');
  });
});

describe('certificate for contractors', () => {
  const input: SubcontractorsInput = { nif: 'B12345674', name: 'PEÑA SL', today: '2026-11-21' };
  const row = (date: string, nif: string, csv?: string, state = csv ? 'EMITIDO' : 'EN TRAMITACION') =>
    `<tr><td>${date}</td><td>NIF: ${nif}</td><td>${state}</td><td>${csv ? `<a href='/x?a=1&amp;CSV=${csv}'>Ver</a>` : ''}</td></tr>`;
  const list = (...rows: string[]) =>
    html(
      `<table><tr><td><table><tr><th>Fecha</th><th>NIF</th></tr>${rows.join('')}</table></td></tr></table>`,
    );
  const registered = says('Solicitud registrada');
  const contractors: Portal = {
    ...enter,
    [CONTRACTORS]: [entry],
    [`POST ${CONTRACTORS}`]: [confirmation, registered],
    [PICK_UP]: [list()],
    [DOCUMENT]: [pdf],
  };
  const ask = (portal: Portal, more: Partial<SubcontractorsInput> = {}) =>
    play(subcontractors, { ...input, ...more }, { ...contractors, ...portal });
  const requests = (asked: string[]) => asked.filter((line) => line === `POST ${CONTRACTORS}`).length / 2;
  const pending = list(row('21-11-2026', input.nif));
  const issued = list(row('21-11-2026', input.nif, CSV));

  it('fetches what is handed over at once', async () => {
    const { asked, bodies, result } = await ask({ [`POST ${CONTRACTORS}`]: [confirmation, receipt] });
    expect(asked).toEqual([
      `GET ${ENTRANCE}`,
      `GET ${PICK_UP}`,
      `GET ${CONTRACTORS}`,
      `POST ${CONTRACTORS}`,
      `POST ${CONTRACTORS}`,
      `GET ${DOCUMENT}`,
    ]);
    expect(bodies[0]).toBe(
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fNifPagador=B12345674&fNombrePagador=PE%D1A+SL' +
        '&fAccion=2&fIslw=to%2Bk%2F%3D%3D&validarSolicitud=Validar+solicitud',
    );
    expect(result?.document.name).toBe('certificado-contratistas.pdf');
  });

  it('collects what is ready soon, waiting before it looks again', async () => {
    const { steps, result } = await ask({ [PICK_UP]: [list(), pending, pending, issued] });
    expect(result?.document.bytes).toBe(PDF);
    expect(steps.flatMap(({ after, optional }) => (after === undefined ? [] : [[after, optional]]))).toEqual([
      [1_000, true],
      [2_000, true],
    ]);
  });

  it('ends while it is being prepared', async () => {
    const { asked, result, error } = await ask({ [PICK_UP]: [list(), pending] });
    expect([result, error]).toEqual([undefined, undefined]);
    expect(asked.filter((line) => line === `GET ${PICK_UP}`)).toHaveLength(5);
  });

  it('ends when there is no time to look again', async () => {
    const late = new ChannelFailure('silent', { sent: false, ofAuthority: false, code: 'too late' });
    const { result, error } = await ask({ [PICK_UP]: [list(), pending, late] });
    expect([result, error]).toEqual([undefined, undefined]);
  });

  it.each([
    ['issued', [issued], true],
    ['of some days ago', [list(row('14/11/2026', input.nif, CSV))], true],
    ['pending', [pending], false],
    [
      'of several, the latest issued',
      [
        list(
          row('21-11-2026', input.nif),
          row('16-11-2026', input.nif, 'ZZZZ1234EFGH5678'),
          row('18-11-2026', input.nif, CSV),
        ),
      ],
      true,
    ],
  ])('asks again without requesting again: %s', async (_, pages, ready) => {
    const { asked, result, error } = await ask({ [PICK_UP]: pages });
    expect(requests(asked)).toBe(0);
    expect(error).toBeUndefined();
    expect(result !== undefined).toBe(ready);
  });

  it.each([
    ['of another client', row('21-11-2026', 'B99999999', CSV), {}],
    ['of a client whose number begins alike', row('21-11-2026', `${input.nif}9`, CSV), {}],
    ['too old', row('13-11-2026', input.nif, CSV), {}],
    ['older than wanted', row('19-11-2026', input.nif, CSV), { since: '2026-11-20' }],
    ['older than today, of a date to come', row('20-11-2026', input.nif, CSV), { since: '2027-01-01' }],
    ['denied', row('21-11-2026', input.nif, undefined, 'DENEGADO'), {}],
    ['without date', row('', input.nif, CSV), {}],
  ])('requests anew when the one on the list is %s', async (_, other, more) => {
    const { asked } = await ask({ [PICK_UP]: [list(other)] }, more);
    expect(requests(asked)).toBe(1);
  });

  it('never looks further back than a week', async () => {
    const old = list(row('13-11-2026', input.nif, CSV));
    expect(requests((await ask({ [PICK_UP]: [old] }, { since: '2020-01-01' })).asked)).toBe(1);
  });

  it('refuses in the words of the receipt when the list does not show the request', async () => {
    const { error } = await ask({ [`POST ${CONTRACTORS}`]: [confirmation, says('NIF pagador incorrecto')] });
    expect((error as Refusal).messages).toEqual(['NIF pagador incorrecto']);
  });
});

describe('sign of a certificate', () => {
  it.each([
    ['literal', deflateSync('BT (tiene car\\341cter NEGATIVO.) Tj ET'), 'NEGATIVO'],
    [
      'in runs, with accents in hexadecimal',
      deflateSync('(tiene) Tj <636172E163 746572>  Tj\n(de   POSITIVO.) Tj'),
      'POSITIVO',
    ],
    ['not compressed', '(tiene caracter POSITIVO) Tj', 'POSITIVO'],
    ['a bare word', deflateSync('(POSITIVO) Tj'), undefined],
    ['nothing', '', undefined],
  ])('is read: %s', (_, content, sign) => {
    expect(signOf(pdfWith(Buffer.from([0xff, 0xd8]), content))).toBe(sign);
  });

  it('is not searched for in what is too large', () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('(caracter POSITIVO) Tj'), Buffer.alloc(8_000_000)]));
    expect(signOf(pdfWith(bomb))).toBeUndefined();
    expect(signOf(Buffer.concat([PDF, Buffer.alloc(3_000_000)]))).toBeUndefined();
  });

  it('survives any bytes', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .constantFrom('stream\n', 'endstream', '(', ')', '<', '>', 'Tj', '\\', 'x\x9c')
        .map((s) => Buffer.from(s)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        signOf(Buffer.concat(parts));
      }),
    );
  });
});

// --- Operations

const ports = (answer: unknown) => {
  const inputs: unknown[] = [];
  const aeat: ReadingPort = {
    read: async (_exchange, input) => {
      inputs.push(input);
      return answer as never;
    },
  };
  const now = new Date('2026-11-20T23:30:00Z');
  return {
    inputs,
    given: { aeat, now, keep: async (document) => toFileObject(document) } as Ports & { aeat: ReadingPort },
  };
};

const DOCUMENT_OF = { contentType: 'application/pdf', name: 'x.pdf', bytes: PDF };

const errorsOf = (
  operation: { request: Parameters<typeof readRequest>[0] },
  input: Record<string, unknown>,
) =>
  Object.keys(readRequest(operation.request, input, { refuseTypos: false, strictIdentifiers: false }).errors);

describe('operations', () => {
  it.each(['POSITIVO', 'NEGATIVO'] as const)('answers a %s certificate with success', async (sign) => {
    const { given, inputs } = ports({ document: DOCUMENT_OF, sign });
    const reply = await getTaxCompliance.run({ type: 'G1' }, given);
    expect(reply).toEqual({ data: { file: toFileObject(DOCUMENT_OF) }, message: `Certificado ${sign}.` });
    expect(inputs).toEqual([{ purpose: 'G1' }]);
  });

  it('leaves the message alone where the document has no sign', async () => {
    const { given, inputs } = ports({ document: DOCUMENT_OF });
    expect(await getEconomicActivities.run({ period: 2025 }, given)).not.toHaveProperty('message');
    expect(inputs).toEqual([{ year: 2025 }]);
  });

  it('tells that a certificate is being prepared, on the day that it is in Spain', async () => {
    const { given, inputs } = ports(undefined);
    const reply = await getSubcontractors.run({ nif_entidad: 'B12345674', startDate: '2026-11-20' }, given);
    expect(reply).toMatchObject({ success: false, message: expect.stringContaining('Repita la petición') });
    expect(reply).not.toHaveProperty('data');
    expect(inputs).toEqual([{ nif: 'B12345674', name: '', since: '2026-11-20', today: '2026-11-21' }]);
  });

  it('checks what is sent', () => {
    expect(errorsOf(getTaxCompliance, {})).toEqual(['type']);
    expect(errorsOf(getTaxCompliance, { type: 'X1' })).toEqual(['type']);
    for (const period of [1991, 'dos mil', 10000, undefined])
      expect(errorsOf(getEconomicActivities, { period }), String(period)).toEqual(['period']);
    for (const period of [1992, '2025']) expect(errorsOf(getEconomicActivities, { period })).toEqual([]);
    expect(
      errorsOf(getSubcontractors, { nif_entidad: 'B1', startDate: 'x', entidad: 'x'.repeat(126) }),
    ).toEqual(['nif_entidad', 'entidad', 'startDate']);
    expect(errorsOf(getSubcontractors, { nif_entidad: ' b12345674 ' })).toEqual([]);
  });
});

// --- Whatever comes

describe('any bytes', () => {
  const pages = [entry, confirmation, receipt, pdf].map(({ body }) => Buffer.from(body).toString('latin1'));
  const piece = fc.constantFrom(
    ...pages,
    '<form id="Form">',
    '<form id="Form" action="javascript:x">',
    '</form>',
    '<input name="fIslw">',
    '<input name="FIR"><input name="FIRNIF"><input name="FIRNOMBRE">',
    '_fbNif="',
    "_fbNombre: '\\",
    '<main>',
    '<tr><td>21-11-2026 B12345674</td>',
    '<tr><td>99/99/9999 B12345674 <a href="?CSV=0000000000000000">',
    'CSV=ABCD',
    'en mantenimiento',
    '\0',
  );
  const body = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(piece, { maxLength: 6 }).map((parts) => Buffer.from(parts.join('\n'), 'latin1')),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
  const answer: fc.Arbitrary<Answer> = fc.record({
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 599 }) },
    ),
    contentType: fc.oneof(
      fc.constantFrom('', 'text/html; charset=utf-16', 'text/html;charset=x'),
      fc.string(),
    ),
    headers: fc.constantFrom({}, { location: ['/a', '/b'] }),
    body,
  });

  it.each([
    ['ECOT', taxCompliance, { purpose: 'C1' }],
    ['IAE', economicActivities, { year: 2025 }],
    ['contractors', subcontractors, { nif: 'B12345674', name: '', today: '2026-11-21' }],
  ] as [string, Exchange<'reading', unknown, unknown>, unknown][])(
    'end in a result or one of the three errors: %s',
    async (_, exchange, input) => {
      await fc.assert(
        fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
          let at = 0;
          const { how } = await carryOut(
            exchange,
            input,
            false,
            async () => answers[Math.min(at++, answers.length - 1)]!,
          );
          if (!('error' in how)) return;
          const { error } = how;
          expect(
            [Refusal, OutOfService, Unreadable].some((kind) => error instanceof kind),
            String(error),
          ).toBe(true);
          if (error instanceof Refusal) expect(error.messages[0]?.length).toBeLessThanOrEqual(400);
        }),
        { numRuns: 400 },
      );
    },
  );
});
