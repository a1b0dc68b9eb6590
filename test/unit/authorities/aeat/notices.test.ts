import { describe, expect, it, test } from 'vitest';
import { acceptance, opened } from '../../../../shared/authorities/aeat/acceptance.ts';
import { listing } from '../../../../shared/authorities/aeat/notices.ts';
import type { Answer } from '../../../../shared/authorities/channel/channel.ts';
import { ChannelFailure } from '../../../../shared/authorities/channel/failure.ts';
import {
  AccessDenied,
  NothingFound,
  OutOfService,
  Refusal,
  Unreadable,
} from '../../../../shared/authorities/exchange.ts';
import { CSV, DOCUMENT, ENTRANCE, entrance, html, says } from '../../../support/portals/aeat.ts';
import {
  addressesOf,
  bodiesOf,
  byPath,
  edited,
  PDF,
  pdf,
  play,
  type Replies,
  type Reply,
  type Seen,
} from '../../../support/portals/portal.ts';

/** The agency's notifications: listing them, opening one, and reading an opened one. */

const LIST = '/wlpl/GNNO-JDIT/SvInteresadosQuery';
const DETAIL = '/wlpl/GNNO-JDIT/DetalleSede';
const CODE = '2699000000001';
const OTHER = '2699000000002';
const today = '2026-11-21';

const TITLES =
  'Nº Certificado|Concepto|Tipo|Titular|Destinatario|Fecha de emisión|Fecha de notificación|Modo de notificación|Leída';
const PENDING = `${CODE}|*** Pendiente de notificar ***|Notificación|B00000000 EMPRESA SL|00000000T PEREZ ANA|20-11-2026|||`;
const READ = `${OTHER}|LIQ.  A01|Notificación|B00000000 EMPRESA SL|00000000T PEREZ ANA|01-11-2026|03-11-2026|Electrónico accedida|Sí`;

const cellsOf = (row: string, tag: string) =>
  row
    .split('|')
    .map((cell) => `<${tag}><span>${cell}</span></${tag}>`)
    .join('');
const list = (rows: string[], { total = String(rows.length), titles = TITLES } = {}): Answer =>
  html(
    `<main><h1>Consulta de notificaciones y comunicaciones</h1>
    <div class="AEAT_bloque_errores bloque oculto"></div>
    <form id="Query"><input type="hidden" name="NUM_RESULTADOS_RS" value="${total}"></form>
    <table id="GESTOR"><thead><tr>${cellsOf(titles, 'th')}</tr></thead>
    <tbody>${rows.map((row, place) => `<tr id="filaNum${place}">${cellsOf(row, 'td')}</tr>`).join('')}</tbody>
    </table></main>`,
  );
const none = html(
  '<main><h1>Consulta de notificaciones y comunicaciones</h1><p>No se han obtenido resultados para estos datos</p></main>',
);
const toSign = html(`<main>Acceso</main><script>var _fbNif="00000000T"; var _fbNombre="PEREZ ANA";</script>`);
const receipt = html(
  `<main><p>Concepto: LIQ</p><p>Fecha notificación: 21-11-2026</p><a href="x?CSV=${CSV}">Acuse</a></main>`,
);

const listed = (replies: Replies) => play(listing, { today }, byPath({ ...entrance, ...replies }));

describe('the list of the tax agency', () => {
  test('the list is requested by the days of a year, with every field', async () => {
    const { seen, result } = await listed({ [LIST]: list([PENDING, READ]) });
    expect(addressesOf(seen)).toEqual([`GET ${ENTRANCE}`, `POST ${LIST}`]);
    expect(bodiesOf(seen)).toEqual([
      'F_FECHA_DESDE=21-11-2025&F_FECHA_HASTA=21-11-2026&F_TIPO_CONSULTA=&F_LEIDA=&VEZ=BUSCAR1&QUE_MODO=NORMAL' +
        '&NOM_QUERY=es.aeat.gnno.jdit.web.punSede.interesados.query.SvInteresadosQuery&CLASGTE=20%2F0%2F',
    ]);
    const parties = {
      holder: { nif: 'B00000000', name: 'EMPRESA SL' },
      recipient: { nif: '00000000T', name: 'PEREZ ANA' },
    };
    expect(result).toEqual([
      {
        code: CODE,
        kind: 'NOTIFICACION',
        concept: 'Pendiente de notificar',
        ...parties,
        issued: '2026-11-20',
        notified: '',
        manner: '',
        state: 'PENDIENTE',
      },
      {
        code: OTHER,
        kind: 'NOTIFICACION',
        concept: 'LIQ. A01',
        ...parties,
        issued: '2026-11-01',
        notified: '2026-11-03',
        manner: 'Electrónico accedida',
        state: 'ACEPTADA',
      },
    ]);
  });

  it.each([
    [
      'opened, where the column of what is read is missing',
      { titles: TITLES.replace('|Leída', '') },
      READ,
      'ACEPTADA',
    ],
    ['of titles without "de"', { titles: TITLES.replaceAll(' de ', ' ') }, PENDING, 'PENDIENTE'],
    ['read', {}, READ.replace('Electrónico accedida', 'Publicación'), 'ACEPTADA'],
    ['served by other means', {}, READ.replace('accedida|Sí', 'no accedida|No'), 'NO_LEIDA'],
    ['a communication', {}, PENDING.replace('|Notificación|', '|Comunicación|'), 'NO_LEIDA'],
  ] as const)('the list gives the state of a notification that is %s', async (_, how, row, state) => {
    const { result } = await listed({ [LIST]: list([row], how) });
    expect(result?.map((one) => one.state)).toEqual([state]);
  });

  test('a list without results is empty', async () => {
    expect((await listed({ [LIST]: none })).result).toEqual([]);
    expect((await listed({ [LIST]: list([], { total: '0' }) })).result).toEqual([]);
  });

  /** A list with notifications of these days. It shows 20 on a page, with or without their total. */
  const listOf = (days: string[], isCounted: boolean) => {
    const all = days.map((day, place) => ({
      day,
      row: PENDING.replace(CODE, String(2_699_000_000_100 + place)).replace(
        '20-11-2026',
        day.split('-').toReversed().join('-'),
      ),
    }));
    const iso = (text = '') => text.split('-').toReversed().join('-');
    return ({ fields }: Seen) => {
      const found = all.filter(
        ({ day }) => day >= iso(fields.F_FECHA_DESDE) && day <= iso(fields.F_FECHA_HASTA),
      );
      const rows = found.slice(0, 20).map(({ row }) => row);
      return rows.length === 0 ? none : list(rows, { total: isCounted ? String(found.length) : '' });
    };
  };
  const manyDays = Array.from(
    { length: 45 },
    (_, place) => `2026-11-${String((place % 20) + 1).padStart(2, '0')}`,
  );

  it.each([true, false])(
    'a list of several pages is requested by fewer days, each once (%s)',
    async (isCounted) => {
      const { result, seen } = await listed({ [LIST]: listOf(manyDays, isCounted) });
      expect(result).toHaveLength(45);
      expect(new Set(result?.map(({ code }) => code)).size).toBe(45);
      const asked = bodiesOf(seen);
      expect(new Set(asked).size).toBe(asked.length);
    },
  );

  it.each([
    ['more of one day than a page has', listOf(Array(21).fill('2026-11-20'), true)],
    [
      'parts that are less than the whole',
      ({ fields }: Seen) =>
        fields.F_FECHA_DESDE === '21-11-2025' && fields.F_FECHA_HASTA === '21-11-2026'
          ? list([PENDING], { total: '30' })
          : none,
    ],
    ['a row without a number', list([PENDING.replace(CODE, 'x')])],
    ['a row without the day of issue', list([PENDING.replace('20-11-2026', '')])],
    ['a day that is none', list([PENDING.replace('20-11', '31-02')])],
    ['another kind', list([PENDING.replace('|Notificación|', '|Aviso|')])],
    ['a column that is missing', list([PENDING], { titles: TITLES.replace('Tipo', 'Otro') })],
  ])('a list with %s is not read', async (_, reply) => {
    const { error } = await listed({ [LIST]: reply });
    expect(error).toBeInstanceOf(Unreadable);
  });

  it.each([
    ['a refusal', says('No consta en el censo'), Refusal],
    ['the form alone', says('Consulta de notificaciones y comunicaciones'), Refusal],
    ['no access', html('', 403), AccessDenied],
    ['maintenance', html('<p>Portal en mantenimiento.</p>', 503), OutOfService],
  ])('an answer with %s in place of the list is no list', async (_, answer, kind) => {
    expect((await listed({ [LIST]: answer })).error).toBeInstanceOf(kind);
  });
});

const whole: Replies = {
  ...entrance,
  [LIST]: list([PENDING, READ]),
  [`GET ${DETAIL}?ncc=${CODE}`]: toSign,
  [`POST ${DETAIL}?ncc=${CODE}`]: receipt,
  [`POST ${DETAIL}`]: pdf,
  [DOCUMENT]: pdf,
};
const accept = (replies: Replies = {}, { code = CODE, dry = false } = {}) =>
  play(acceptance, { code, today }, byPath({ ...whole, ...replies }), dry);

describe('opening a notification of the tax agency', () => {
  test('the opening finds the notification pending, signs the page, and fetches document and acknowledgement', async () => {
    const { seen, result } = await accept();
    expect(addressesOf(seen)).toEqual([
      `GET ${ENTRANCE}`,
      `POST ${LIST}`,
      `GET ${DETAIL}?ncc=${CODE}`,
      `POST ${DETAIL}?ncc=${CODE}`,
      `POST ${DETAIL}`,
      `GET ${DOCUMENT}`,
    ]);
    expect(bodiesOf(seen).slice(1)).toEqual([
      'accion=firma&FIRNIF=00000000T&FIRNOMBRE=PEREZ+ANA&FIR=FirmaBasica',
      `accion=vernotif&ncc=${CODE}`,
    ]);
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, false, true, false, false]);
    const file = (name: string) => ({ contentType: 'application/pdf', name, bytes: PDF });
    expect(result).toMatchObject({
      notice: { code: CODE },
      at: '2026-11-21',
      document: file('notificacion.pdf'),
      receipt: file('acuse.pdf'),
    });
  });

  test('a dry run ends when the notification was found pending, without a request for the page to sign', async () => {
    const { seen, end } = await accept({}, { dry: true });
    expect(end).toEqual({ dry: true });
    expect(addressesOf(seen)).toEqual([`GET ${ENTRANCE}`, `POST ${LIST}`]);
  });

  it.each([
    ['was opened', OTHER, {}],
    ['is not listed', '2699000000009', {}],
    ['is a communication', CODE, { [LIST]: list([PENDING.replace('|Notificación|', '|Comunicación|')]) }],
    [
      'was served by other means',
      CODE,
      { [LIST]: list([PENDING.replace('2026||', '2026|21-11-2026|Expirada')]) },
    ],
  ])(
    'the opening does not begin with a notification that %s, in a dry run or not',
    async (_, code, replies: Replies) => {
      for (const dry of [true, false]) {
        const { seen, error } = await accept(replies, { code, dry });
        expect(error).toBeInstanceOf(NothingFound);
        expect(error).toMatchObject({ field: 'id' });
        expect(addressesOf(seen)).toEqual([`GET ${ENTRANCE}`, `POST ${LIST}`]);
      }
    },
  );

  it.each([
    ['says why', says('No puede acceder'), Refusal],
    ['names no signer', edited(toSign, '00000000T', ''), Refusal],
    ['is empty', html(''), Unreadable],
    ['is an error page', html('', 500), OutOfService],
  ])('the opening signs nothing if the page to sign %s', async (_, page, kind) => {
    const { seen, error, committed } = await accept({ [`GET ${DETAIL}?ncc=${CODE}`]: page });
    expect(error).toBeInstanceOf(kind);
    expect(committed).toBe(false);
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['a page with words only', says('La solicitud no ha sido admitida'), Unreadable],
    ['the page to sign again', toSign, Unreadable],
    ['a day without a code', edited(receipt, `CSV=${CSV}`, ''), Unreadable],
    ['a code without a day', edited(receipt, '21-11-2026', ''), Unreadable],
    ['a day that is none', edited(receipt, '21-11', '31-02'), Unreadable],
    ['no access', html('', 403), AccessDenied],
    ['a way to another page', html('', 302, { location: '/otra' }), OutOfService],
    ['an error page', html('', 500), OutOfService],
  ])(
    'the opening takes %s after the signature neither for a result nor for a refusal',
    async (_, page, kind) => {
      const { error, committed, seen } = await accept({ [`POST ${DETAIL}?ncc=${CODE}`]: page });
      expect(error).toBeInstanceOf(kind);
      expect(error instanceof Refusal && !(error instanceof AccessDenied)).toBe(false);
      expect(committed).toBe(true);
      expect(seen).toHaveLength(4);
    },
  );

  const silent = new ChannelFailure('silent', { sent: true, authorityAtFault: true, code: 'x' });
  it.each<[string, Reply]>([
    ['no answer', silent],
    ['an error page', html('', 500)],
    ['a page', says('No disponible')],
  ])('the opening is a result also with %s in place of the documents', async (_, reply) => {
    const { result } = await accept({ [`POST ${DETAIL}`]: reply, [DOCUMENT]: reply });
    expect(result).toMatchObject({ at: '2026-11-21' });
    expect(Object.keys(result!)).toEqual(['notice', 'at']);
  });
});

describe('a notification of the tax agency that was opened', () => {
  const read = (code: string, replies: Replies = {}) =>
    play(opened, { code, today }, byPath({ ...whole, ...replies }));

  test('the notification is given with its document, and nothing else is requested', async () => {
    const { seen, result } = await read(OTHER);
    expect(addressesOf(seen)).toEqual([`GET ${ENTRANCE}`, `POST ${LIST}`, `POST ${DETAIL}`]);
    expect(bodiesOf(seen)[1]).toBe(`accion=vernotif&ncc=${OTHER}`);
    expect(result).toMatchObject({ at: '2026-11-03', document: { bytes: PDF } });
  });

  it.each([
    ['pending', CODE, {}],
    ['not listed', '2699000000009', {}],
    ['served without being opened', OTHER, { [LIST]: list([READ.replace('accedida|Sí', 'expirada|No')]) }],
  ])(
    'the notification is not given while it is %s, and its document is not requested',
    async (_, code, replies: Replies) => {
      const { seen, result } = await read(code, replies);
      expect(result).toBeUndefined();
      expect(addressesOf(seen)).toEqual([`GET ${ENTRANCE}`, `POST ${LIST}`]);
    },
  );

  test('the notification is given without its document if that is missing', async () => {
    const { result } = await read(OTHER, { [`POST ${DETAIL}`]: says('No disponible') });
    expect(Object.keys(result!)).toEqual(['notice', 'at']);
  });
});
