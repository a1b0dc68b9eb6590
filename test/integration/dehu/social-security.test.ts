import { beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import type { TgssNotice } from '../../../sandbox/tgss/notices/records.ts';
import { caller, demo } from '../../support/demo.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { openEvidence } from '../../support/stores/evidence.ts';

/** Notifications of TGSS: a list opens none, and accepting opens one, once. */
const authorities = atAuthorities(demo.authorities.control);
const program = caller.acting(demo.certificates.tgss);
const { notices } = seed.demo;
const idOf = ({ role, code }: TgssNotice) => `${role}-${code}`;
const id = idOf(notices.red);
const opened = () => authorities.submissions('tgss.acuse');
const list = async (query = {}) => (await program.get('/seg-social/notifications', query)).body;
beforeEach(() => authorities.reset());

test('the list of notifications has all that the certificate may see, over the pages of each role, the newest first', async () => {
  const { data, message } = await list();
  const own = [notices.red, notices.own, ...notices.more, notices.accepted, notices.expired];
  expect(data.items.map((one: { sentReference: string }) => one.sentReference)).toEqual(own.map(idOf));
  expect({ total: data.total, pending: data.pending, message }).toEqual({
    total: 7,
    pending: 5,
    message: 'OK',
  });
  expect(data.items[0]).toMatchObject({
    concept: notices.red.description,
    state: 'PENDIENTE',
    destinatario: seed.demo.company.cif,
  });
  expect(new Date(data.items[0].availabilityDate).toISOString()).toBe(notices.red.available);
  const states = data.items.map((one: { state: string }) => one.state);
  expect(states.slice(-2)).toEqual(['ACEPTADA', 'EXPIRADA']);
  const page = (await list({ page: 2, limit: 3, state: 'PENDIENTE' })).data;
  expect(page).toMatchObject({ total: 5, count: 2, page: 2, items: [{ state: 'PENDIENTE' }, {}] });
  expect((await list({ rol: '1' })).data.items).toMatchObject([{ sentReference: idOf(notices.own) }]);
  expect(await opened()).toBe(0);
});

describe('opening a notification of TGSS', () => {
  test('the opening makes a trámite with document and evidence, and the list shows it', async () => {
    const { status, body, headers } = await program.post('/seg-social/notification-accept', { id });
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'La notificación se ha abierto.',
    });
    expect(body.data).toMatchObject({ state: 'ACEPTADA', document: { name: 'notificacion.pdf' } });
    const { body: filing } = await caller.get(`/tramites/${headers.get('X-Tramite-Id')}`);
    expect(filing.data).toMatchObject({ state: 'accepted', reference: String(notices.red.code) });
    await openEvidence(caller, filing.data.id);
    expect((await list()).data.pending).toBe(4);
    const onPurpose = program.with({ Repeats: filing.data.id });
    expect((await onPurpose.post('/seg-social/notification-accept', { id })).status).toBe(422);
    expect(await opened()).toBe(1);
  });

  test('a dry run signs and sends nothing, and is refused for a notification that is not pending', async () => {
    const dry = await program.post('/seg-social/notification-accept', { id, test: 1 });
    expect(dry).toMatchObject({ status: 200, body: { success: true, data: {} } });
    for (const other of [notices.accepted, notices.expired, notices.ofOther])
      expect((await program.post('/seg-social/notification-accept', { id: idOf(other) })).status).toBe(422);
    expect(await opened()).toBe(0);
  });

  test('an opening whose answer is lost is looked up, and nothing is sent twice', async () => {
    const unlucky = program.with({ 'X-Sandbox-Scenario': 'lost-answer', 'Idempotency-Key': 'una-vez' });
    const first = await unlucky.post('/seg-social/notification-accept', { id });
    expect(first).toMatchObject({ status: 200, body: { data: { state: 'ACEPTADA' } } });
    expect((await unlucky.post('/seg-social/notification-accept', { id })).status).toBe(200);
    expect(await opened()).toBe(1);
  });

  test('a refusal by TGSS is answered with 422 and its words', async () => {
    const refused = program.with({ 'X-Sandbox-Scenario': 'refused' });
    const { status, body } = await refused.post('/seg-social/notification-accept', { id });
    expect({ status, errors: body.errors.tgss }).toEqual({
      status: 422,
      errors: ['103 La notificación no admite acuse'],
    });
    expect(await opened()).toBe(0);
  });
});
