import { beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { caller, demo } from '../../support/demo.ts';
import { textOf } from '../../support/pdf.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { openEvidence } from '../../support/stores/evidence.ts';

/** Notifications of the tax agency: a list opens none, and accepting opens one, once. */
const authorities = atAuthorities(demo.authorities.control);
const program = caller.acting(demo.certificates.aeat);
const { taxNotices: notices, company, holder } = seed.demo;
const id = notices.pending.code;
const opened = () => authorities.submissions('aeat.comparecencia');
const list = async (query = {}) => (await program.get('/aeat/notifications', query)).body;
const accept = (request: object, as = program) => as.post('/aeat/notification-accept', request);
beforeEach(() => authorities.reset());

test('the list of notifications has all of a year, the newest first, and none of another holder', async () => {
  const { data, message } = await list();
  const own = [notices.pending, notices.own, notices.communication, notices.accepted, notices.expired];
  expect(data.items.map((one: { sentReference: string }) => one.sentReference)).toEqual(
    own.map(({ code }) => code),
  );
  expect({ total: data.total, pending: data.pending, message }).toEqual({
    total: 5,
    pending: 2,
    message: 'OK',
  });
  expect(data.items[0]).toMatchObject({
    tipo: 'NOTIFICACION',
    state: 'PENDIENTE',
    concept: 'Pendiente de notificar',
    nifTitular: company.cif,
    titular: company.name,
    nifDestinatario: holder.nif,
    availabilityDate: notices.pending.issued,
    notificationDate: '',
    modo: '',
  });
  expect(data.items.map((one: { state: string }) => one.state)).toEqual([
    ...['PENDIENTE', 'PENDIENTE', 'NO_LEIDA', 'ACEPTADA', 'NO_LEIDA'],
  ]);
  expect(data.items[3]).toMatchObject({ notificationDate: notices.accepted.opened?.day });
  const page = (await list({ page: 2, limit: 1, state: 'PENDIENTE' })).data;
  expect(page).toMatchObject({ total: 2, count: 1, page: 2, items: [{ sentReference: notices.own.code }] });
  expect(await opened()).toBe(0);
});

describe('opening a notification of the tax agency', () => {
  test('the opening makes a trámite with document, acknowledgement and evidence, and the list shows it', async () => {
    const { status, body, headers } = await accept({ id });
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'La notificación se ha abierto.',
    });
    expect(body.data).toMatchObject({ state: 'ACEPTADA', acceptedAt: seed.today });
    expect(await textOf(body.data.document)).toContain(id);
    expect(await textOf(body.data.voucher)).toContain('ACUSE DE RECIBO');
    const { body: filing } = await caller.get(`/tramites/${headers.get('X-Tramite-Id')}`);
    expect(filing.data).toMatchObject({ state: 'accepted', reference: id });
    expect(filing.data.documents).toHaveLength(2);
    await openEvidence(caller, filing.data.id);
    expect((await list()).data.pending).toBe(1);
    expect((await accept({ id }, program.with({ Repeats: filing.data.id }))).status).toBe(422);
    expect(await opened()).toBe(1);
  });

  test('a dry run asks only for the list, and is refused for a notification that is not pending', async () => {
    const dry = await accept({ id, test: 1 });
    expect(dry).toMatchObject({ status: 200, body: { success: true, data: {} } });
    for (const other of [notices.accepted, notices.expired, notices.communication, notices.ofOther]) {
      for (const test of [0, 1]) expect((await accept({ id: other.code, test })).status).toBe(422);
    }
    expect(Object.keys((await authorities.stats()).requests)).not.toContain('aeat.notificacion');
    expect(await opened()).toBe(0);
  });

  test('an opening whose answer is lost is looked up, and nothing is sent twice', async () => {
    const unlucky = program.with({ 'X-Sandbox-Scenario': 'lost-answer', 'Idempotency-Key': 'una-vez' });
    const first = await accept({ id }, unlucky);
    expect(first).toMatchObject({
      status: 200,
      body: { data: { state: 'ACEPTADA', acceptedAt: seed.today } },
    });
    expect(await textOf(first.body.data.document)).toContain(id);
    expect((await accept({ id }, unlucky)).status).toBe(200);
    expect(await opened()).toBe(1);
  });

  test('a refusal by the agency is answered with 422 and its words, and a notification without its document is opened all the same', async () => {
    const { status, body } = await accept({ id }, program.with({ 'X-Sandbox-Scenario': 'refused' }));
    expect({ status, errors: body.errors.aeat }).toEqual({
      status: 422,
      errors: ['La solicitud no ha sido admitida a trámite.'],
    });
    expect(await opened()).toBe(0);
    const bare = await accept({ id }, program.with({ 'X-Sandbox-Scenario': 'no-duplicate' }));
    expect(bare.body).toMatchObject({ success: true, data: { document: null } });
    expect(bare.body.message).toContain('no ha dado su documento');
    expect(await opened()).toBe(1);
  });
});
