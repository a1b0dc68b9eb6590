import { describe, expect, test } from 'vitest';
import { addDays, dashed } from '../../../sandbox/calendar.ts';
import { pdfText } from '../../support/pdf.ts';
import {
  ACCESS,
  AeatClient,
  DOCUMENT,
  HOLDER,
  mainOf,
  scriptValue,
} from '../../support/stand-in/aeat-client.ts';
import { encodeForm, type Fields } from '../../support/stand-in/portal-client.ts';
import { type ClientOptions, seed, TODAY, useStandIn } from '../../support/stand-in/stand-in.ts';

/** Notifications at the tax agency's stand-in, which checks certificate, session, days and fields by itself. */

const LIST = '/wlpl/GNNO-JDIT/SvInteresadosQuery';
const DETAIL = '/wlpl/GNNO-JDIT/DetalleSede';
const { demo } = seed;
const { taxNotices: notices } = demo;

const standIn = useStandIn();
const entered = async (options?: ClientOptions) => {
  const client = new AeatClient(standIn.client(options));
  await client.send(ACCESS);
  return client;
};

const query = (from = addDays(TODAY, -365), to: string = TODAY, read = ''): Fields => [
  ['F_FECHA_DESDE', dashed(from)],
  ['F_FECHA_HASTA', dashed(to)],
  ['F_LEIDA', read],
  ['VEZ', 'BUSCAR1'],
  ['QUE_MODO', 'NORMAL'],
  ['NOM_QUERY', 'es.aeat.gnno.jdit.web.punSede.interesados.query.SvInteresadosQuery'],
  ['CLASGTE', '20/0/'],
];
const listed = async (client: AeatClient, fields = query()): Promise<string[]> => {
  const { text } = await client.send(LIST, encodeForm(fields));
  return [...text.matchAll(/DetalleSede\?ncc=(\d+)/g)].map(([, code]) => code!);
};
const signature: Fields = [
  ['accion', 'firma'],
  ['FIRNIF', demo.holder.nif],
  ['FIRNOMBRE', HOLDER],
  ['FIR', 'FirmaBasica'],
];
const at = (code: string) => `${DETAIL}?ncc=${code}`;
const asked = (code: string) =>
  encodeForm([
    ['accion', 'vernotif'],
    ['ncc', code],
  ]);
/** Variants of the fields, with each of them wrong and each of them missing. */
const spoiled = (fields: Fields): [what: string, fields: Fields][] =>
  fields.flatMap(([name]): [string, Fields][] => [
    [`${name} wrong`, fields.map(([one, value]) => [one, one === name ? 'x' : value])],
    [`${name} missing`, fields.filter(([one]) => one !== name)],
  ]);
const areRefused = async (client: AeatClient, path: string, wrong: [what: string, fields: Fields][]) => {
  for (const [what, sent] of wrong) {
    const { text } = await client.send(path, encodeForm(sent));
    expect([what, mainOf(text)]).toEqual([what, 'Datos inconsistentes.']);
  }
};
const opened = async () => (await standIn.control.stats()).accepted['aeat.comparecencia'] ?? 0;
const tried = () => standIn.control.submissions('aeat.comparecencia');

describe('the list of notifications', () => {
  test('the list has the notifications about the holder or sent to the holder, in the days of the request', async () => {
    const client = await entered();
    const { own, pending, accepted, expired, communication, old } = notices;
    const all = [pending, own, communication, accepted, expired].map(({ code }) => code);
    expect(await listed(client)).toEqual(all);
    expect(await listed(client, query(accepted.issued, communication.issued))).toEqual(all.slice(2, 4));
    expect(await listed(client, query(old.issued, old.issued))).toEqual([old.code]);
    expect(await listed(client, query(undefined, undefined, '1'))).toEqual([accepted.code]);
    expect(await listed(client, query(undefined, undefined, '0'))).not.toContain(accepted.code);
    expect(await listed(client, [...query(), ['F_TIPO_CONSULTA', '']])).toEqual(all);
    // The notifications about the company.
    expect(await listed(await entered({ as: 'seal' }))).toEqual(
      [pending, communication, accepted, expired].map(({ code }) => code),
    );
    expect(await listed(await entered({ as: 'other' }))).toEqual([notices.ofOther.code]);
    expect(await tried()).toBe(0);
  });

  test('the list shows of a pending notification only that it is pending', async () => {
    const { text } = await (await entered()).send(LIST, encodeForm(query()));
    expect(text).toContain('*** Pendiente de notificar ***');
    expect(text).not.toContain(notices.pending.concept.slice(-8));
    expect(text).toMatch(/name='NUM_RESULTADOS_RS' value='5'/);
  });

  test('the list is refused with one field wrong, missing or added, with invalid days, and for any other method', async () => {
    const client = await entered();
    const fields = query();
    await areRefused(client, LIST, [
      ...spoiled(fields),
      ['a field more', [...fields, ['FNCC', '']]],
      ['a field twice', [...fields, fields[0]!]],
      ['the days the wrong way', query(TODAY, addDays(TODAY, -1))],
      ['a day that is none', [['F_FECHA_DESDE', '31-02-2026'], ...fields.slice(1)]],
    ]);
    expect(mainOf((await client.send(LIST)).text)).toBe('Datos inconsistentes.');
  });

  test('the list and each notification need a session of that certificate', async () => {
    const without = new AeatClient(standIn.client());
    for (const path of [LIST, at(notices.pending.code)])
      expect(mainOf((await without.send(path)).text)).toMatch(/^No se ha podido identificar/);
  });
});

describe('one notification', () => {
  test('the notification opens by the signature alone, once, and then gives document and acknowledgement', async () => {
    const client = await entered();
    const { code, concept } = notices.pending;
    const before = await standIn.control.digest();
    const { text } = await client.send(at(code));
    expect(scriptValue(text, '_fbNif')).toBe(demo.holder.nif);
    expect(scriptValue(text, '_fbNombre')).toBe(HOLDER);
    expect(await standIn.control.digest()).toBe(before);
    expect(await tried()).toBe(0);

    const receipt = (await client.send(at(code), encodeForm(signature))).text;
    expect(receipt).toContain(`Fecha notificación: ${dashed(TODAY)}`);
    const csv = /CSV=([A-Z0-9]{16})'/.exec(receipt)![1]!;
    expect(await pdfText((await client.send(DETAIL, asked(code))).bytes)).toContain(concept.slice(-8));
    expect(await pdfText((await client.send(DOCUMENT + csv)).bytes)).toContain('ACUSE DE RECIBO');
    expect(await listed(client, query(undefined, undefined, '1'))).toContain(code);
    expect([await opened(), await tried()]).toEqual([1, 1]);

    expect(mainOf((await client.send(at(code), encodeForm(signature))).text)).toBe('Datos inconsistentes.');
    expect([await opened(), await tried()]).toEqual([1, 2]);
  });

  test('the notification does not open with one field of the signature wrong, missing or added', async () => {
    const client = await entered();
    const path = at(notices.pending.code);
    const before = await standIn.control.digest();
    const wrong: [what: string, fields: Fields][] = [
      ...spoiled(signature),
      ['a field more', [...signature, ['ncc', notices.pending.code]]],
    ];
    await areRefused(client, path, wrong);
    // Its number belongs in the address.
    const inBody = await client.send(DETAIL, encodeForm([...signature, ['ncc', notices.pending.code]]));
    expect(mainOf(inBody.text)).toBe('Datos inconsistentes.');
    expect(await standIn.control.digest()).toBe(before);
    expect(await opened()).toBe(0);
    // Each of these requests might have opened it.
    expect(await tried()).toBe(wrong.length + 1);
  });

  test('a pending notification gives no document, and a request for it counts as an opening', async () => {
    const client = await entered();
    const { text } = await client.send(DETAIL, asked(notices.pending.code));
    expect(mainOf(text)).toBe('No se puede mostrar la notificación.');
    expect([await opened(), await tried()]).toEqual([0, 1]);
  });

  test('the notification does not exist for others, and expires after ten days', async () => {
    const stranger = await entered({ as: 'other' });
    expect(mainOf((await stranger.send(at(notices.pending.code))).text)).toMatch(
      /^La notificación no existe/,
    );
    expect(mainOf((await stranger.send(at(notices.pending.code), encodeForm(signature))).text)).toMatch(
      /^La notificación no existe/,
    );
    const client = await entered();
    expect((await client.send(at(notices.expired.code))).text).not.toContain('_fbNif');
    standIn.time += 9 * 86_400_000;
    expect((await client.send(at(notices.pending.code))).text).toContain('_fbNif');
    standIn.time += 86_400_000;
    expect((await client.send(at(notices.pending.code))).text).not.toContain('_fbNif');
    expect(await opened()).toBe(0);
  });
});
