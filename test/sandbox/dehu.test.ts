import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { beforeAll, describe, expect, test } from 'vitest';
import { offsetTime, stateOf } from '../../sandbox/dehu/notices.ts';
import type { DehuNotice } from '../../sandbox/dehu/records.ts';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { OPENINGS } from '../../sandbox/worlds/openings.ts';
import { connect } from '../../shared/authorities/channel/channel.ts';
import { acceptance } from '../../shared/authorities/dehu/acceptance.ts';
import { realisedDetail, receipt } from '../../shared/authorities/dehu/documents.ts';
import { pending, realised } from '../../shared/authorities/dehu/listing.ts';
import { type Exchange, type Step, written } from '../../shared/authorities/exchange.ts';
import { runScript } from '../../shared/authorities/run-script.ts';
import { signedEnvelope } from '../../shared/authorities/soap/security.ts';
import { useAuthorities } from '../support/stand-in/use-authorities.ts';

/** DEHú's stand-in finds mistakes in requests by itself. */

const authorities = useAuthorities();
let credential: { version: string; key: string; chain: string };
beforeAll(() => {
  const { client } = authorities.pki;
  credential = { version: '1', key: client.key, chain: client.chain };
});

const { dehu } = seed.demo;
const keyOf = ({ origin, identifier }: DehuNotice) => ({ origin: String(origin), identifier });

const send = (step: Step) => {
  const { sandbox, pki } = authorities;
  const channel = connect({ baseUrl: sandbox.url, ca: pki.authority.certificate, credential });
  const { method, path, headers = {}, body = '' } = step;
  return channel.send({ method, path, headers, body }, Date.now() + 60_000);
};

/** Sends a request with another, signed body. */
const sendSigned = (step: Step, body: string) =>
  send({ ...step, body: signedEnvelope(body, credential, new Date()) });

/** The last request of an exchange, with its body taken out of the envelope. */
const lastOf = async <In>(exchange: Exchange<'reading' | 'submission', In, unknown>, input: In) => {
  let last: Step | undefined;
  await runScript({ exchange, input, dry: false }, (step) => {
    last = written(step, credential);
    if (step.commits) throw new Error('not to be sent');
    return send(last);
  });
  return { ...last!, body: /<soapenv:Body[^>]*>(.*)<\/soapenv:Body>/s.exec(String(last!.body))![1]! };
};

const day = `${seed.today}T00:00:00+01:00`;
const requests = {
  Localiza: () => lastOf(pending, { kind: 'notification', holder: seed.demo.company.cif, from: day }),
  LocalizaRealizadas: () =>
    lastOf(realised, { kind: 'notification', holder: seed.demo.company.cif, from: day }),
  ConsultaRealizadas: () => lastOf(realisedDetail, { ...keyOf(dehu.accepted), from: OLDEST }),
  ConsultaAnexos: () => lastOf(realisedDetail, { ...keyOf(dehu.accepted), from: OLDEST, annexes: true }),
  ConsultaAcusePdf: () => lastOf(receipt, { ...keyOf(dehu.accepted), from: OLDEST }),
  PeticionAcceso: () => lastOf(acceptance, keyOf(dehu.near)),
};
const OLDEST = `${new Date(Date.parse(seed.today) - 28 * 86_400_000).toISOString().slice(0, 10)}T00:00:00+01:00`;

const isFault = ({ status, body }: Awaited<ReturnType<typeof send>>) =>
  status === 500 && /<faultstring>\d{4} /.test(Buffer.from(body).toString());

describe.each(Object.keys(requests) as (keyof typeof requests)[])('the call %s of DEHú', (operation) => {
  test('the call is accepted as it is, and refused with a field moved, missing, added or renamed', async () => {
    const step = await requests[operation]();
    const fields = [...step.body.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(([whole]) => whole);
    expect(fields.length).toBeGreaterThan(2);
    const [first, second] = fields as [string, string];
    const wrong: Record<string, string> = {
      'two fields in the other order': step.body.replace(first + second, second + first),
      'a field more': step.body.replace(first, `${first}<otro>1</otro>`),
      'a field twice': step.body.replace(first, first + first),
      'another namespace': step.body.replace(/notificaciones\/\w+/, 'notificaciones/otra'),
      'another operation': step.body.replaceAll(operation, 'Borra'),
      ...Object.fromEntries(
        fields.map((field) => [
          `another name of ${field}`,
          step.body.replace(field, field.replaceAll(/<(\/?)/g, '<$1x')),
        ]),
      ),
    };
    for (const [what, body] of Object.entries(wrong)) {
      if (body === step.body) continue;
      expect([what, isFault(await sendSigned(step, body))]).toEqual([what, true]);
    }
    const envelope = signedEnvelope(step.body, credential, new Date());
    const late = signedEnvelope(step.body, credential, new Date(Date.now() - 6 * 60_000));
    for (const [what, sent] of Object.entries({
      'another action': { headers: { ...step.headers, soapaction: '"Otra"' }, body: envelope },
      'another type': { headers: { ...step.headers, 'content-type': 'application/xml' }, body: envelope },
      'a message of six minutes ago': { body: late },
      'a body that was not signed': { body: envelope.replace(/<(?=\/?soapenv:Body)/g, '<x/><') },
      'no signature': { body: envelope.replace(/<ds:Signature.*<\/ds:Signature>/s, '') },
    }))
      expect([what, isFault(await send({ ...step, ...sent }))]).toEqual([what, true]);
    expect(await authorities.filed()).toBe(0);
    const openings: unknown[] = [];
    const note = (one: unknown) => void openings.push(one);
    subscribe(OPENINGS, note);
    const named = { ...step.headers, 'x-sandbox-operation': 'someOperation' };
    expect((await sendSigned({ ...step, headers: named }, step.body)).status).toBe(200);
    unsubscribe(OPENINGS, note);
    const one = { operation: 'someOperation', opened: 1 };
    expect(openings).toEqual(operation === 'PeticionAcceso' ? [one] : []);
  });
});

test('a message is refused if its signature is by another certificate than the one of the connection', async () => {
  const { pki } = authorities;
  const other = await issueClient(pki.authority, { person: seed.demo.holder });
  const step = await requests.Localiza();
  const body = signedEnvelope(step.body, { version: '2', ...other }, new Date());
  const answer = await send({ ...step, body });
  expect(Buffer.from(answer.body).toString()).toContain('4103');
});

test.each([
  ['another concept', /<concepto>/, '<concepto>x'],
  ['another receiver', /<nifReceptor>\w+/, '<nifReceptor>99998002M'],
  ['another event', '<evento>1', '<evento>2'],
  ['what is not pending', dehu.near.identifier, dehu.accepted.identifier],
  ['what is of someone else', dehu.near.identifier, dehu.ofOther.identifier],
])('a notification is not opened with %s', async (_, from, to) => {
  const step = await requests.PeticionAcceso();
  const body = step.body.replace(from, to);
  expect(body).not.toBe(step.body);
  expect(isFault(await sendSigned(step, body))).toBe(true);
  expect(await authorities.filed()).toBe(0);
});

test.each([
  ['what is pending', dehu.accepted.identifier, dehu.pending.identifier],
  ['what is of someone else', dehu.accepted.identifier, dehu.ofOther.identifier],
  ['another reference', /<referencia>..../, '<referencia>AAAA'],
  ['another receiver', /<nifReceptor>\w+/, '<nifReceptor>99998002M'],
])('an annex is not given of %s', async (_, from, to) => {
  const step = await requests.ConsultaAnexos();
  const origin = [dehu.pending, dehu.ofOther].find((one) => one.identifier === to)?.origin;
  const body = step.body
    .replace(from, to)
    .replace(/(?<=<codigoOrigen>)\d+/, (own) => String(origin ?? own))
    .replace(/(?<=<referencia>)\w+=*/, (own) =>
      origin === undefined ? own : Buffer.from(`${to}/anexo/0`).toString('base64'),
    );
  expect(body).not.toBe(step.body);
  expect(isFault(await sendSigned(step, body))).toBe(true);
});

test.each([
  ['in winter', '2026-11-20T22:59:59Z', '2026-11-30T23:59:59+01:00'],
  ['in summer', '2026-06-30T22:30:00Z', '2026-07-11T23:59:59+02:00'],
  ['on the day on which clocks go forward', '2026-03-19T12:00:00Z', '2026-03-29T23:59:59+02:00'],
  ['on the day on which clocks go back', '2026-10-15T12:00:00Z', '2026-10-25T23:59:59+01:00'],
])('a notification expires with the tenth day, %s', (_, available, last) => {
  const notice = { kind: 2, available } as DehuNotice;
  expect(stateOf(notice, new Date(last))).toBe('PENDIENTE');
  const after = stateOf(notice, new Date(Date.parse(last) + 1000));
  expect(after).toMatchObject({ state: 'EXPIRADA' });
  expect(offsetTime((after as { at: string }).at)).toBe(last);
});
