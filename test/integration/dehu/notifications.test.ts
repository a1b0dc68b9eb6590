import { beforeEach, describe, expect, test } from 'vitest';
import type { DehuNotice } from '../../../sandbox/dehu/records.ts';
import { seed } from '../../../sandbox/seed.ts';
import { issueP12 } from '../../support/certificates.ts';
import { caller, demo } from '../../support/demo.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { openEvidence } from '../../support/stores/evidence.ts';

/**
 * Notifications of DEHú as a public program requests them, field by field, and as it reads the answers. It fetches the document
 * and receipt of everything that it lists, including pending notifications.
 */
const authorities = atAuthorities(demo.authorities.control);
const program = caller.acting(demo.certificates.dehu);
const { dehu } = seed.demo;
const idOf = ({ origin, identifier }: DehuNotice) => `${origin}-${identifier}`;
beforeEach(() => authorities.reset());

/** The number of openings in all tests of this file. */
const opened = () => authorities.submissions('dehu.acceso');

test('reading all lists of DEHú, with document and receipt of everything, opens no notification', async () => {
  const found: Record<string, number[]> = {};
  for (const list of ['notifications-pending', 'notifications-done', 'communications']) {
    const { status, body } = await program.get(`/dehu/${list}`, { page: 1, limit: 50 });
    expect({ list, status, success: body.success }).toEqual({ list, status: 200, success: true });
    expect(body.data.items).toHaveLength(body.data.total);
    for (const { sentReference, state } of body.data.items) {
      const id = { id: sentReference };
      const answers = [
        await program.get('/dehu/notification-document', id),
        await program.get('/dehu/notification-voucher', id),
        await program.get('/dehu/notification-detail', { ...id, duplicate: 1, voucher: 0 }),
      ];
      const statuses = answers.map((answer) => answer.status);
      if (state === 'PENDIENTE') expect(statuses).toEqual([422, 422, 422]);
      else expect([statuses[0], statuses[2]]).toEqual([200, 200]);
      found[state] = statuses;
    }
  }
  expect(Object.keys(found).sort()).toEqual(['ACEPTADA', 'EXPIRADA', 'LEIDA', 'PENDIENTE']);
  expect((await program.get('/dehu/stats')).body.data.totalPendingNotifications).toBe(7);
  expect(await opened()).toBe(0);
});

test('annexes of an opened notification are in the answer, and DEHú is never asked for those of a pending one', async () => {
  const { annexes } = (await program.get('/dehu/notification-document', { id: idOf(dehu.accepted) })).body
    .data;
  expect(Buffer.from(annexes[0].file.content, 'base64').toString('latin1')).toMatch(/^%PDF-/);
  const asked = async () => (await authorities.stats()).requests['dehu.ConsultaAnexos'];
  expect(await asked()).toBe(1);
  for (const path of ['notification-document', 'notification-detail'])
    await program.get(`/dehu/${path}`, { id: idOf(dehu.pending), duplicate: 1 });
  expect(await asked()).toBe(1);
});

describe('opening a notification of DEHú', () => {
  const id = idOf(dehu.pending);

  test('an opening with the id in the query, as programs send it, makes a trámite with document, receipt and evidence', async () => {
    const { status, body, headers } = await program.call('POST', `/dehu/notification-accept?id=${id}`);
    expect({ status, success: body.success, message: body.message }).toEqual({
      status: 200,
      success: true,
      message: 'La notificación se ha abierto.',
    });
    const { body: filing } = await caller.get(`/tramites/${headers.get('X-Tramite-Id')}`);
    expect(filing.data).toMatchObject({
      state: 'accepted',
      authority: 'dehu',
      reference: dehu.pending.identifier,
      documents: ['notificacion', 'resguardo', 'anexo-1', 'anexo-2'].map((name) => ({ name: `${name}.pdf` })),
    });
    await openEvidence(caller, filing.data.id);
    // Accepting again on purpose is another submission, which finds nothing to open.
    const onPurpose = program.with({ Repeats: filing.data.id });
    expect((await onPurpose.post('/dehu/notification-accept', { id })).status).toBe(422);
    expect(await opened()).toBe(1);
  });

  test('an opening whose answer is lost is looked up, and nothing is sent twice', async () => {
    const request = { id };
    const unlucky = program.with({ 'X-Sandbox-Scenario': 'lost-answer', 'Idempotency-Key': 'una-vez' });
    const first = await unlucky.post('/dehu/notification-accept', request);
    expect(first).toMatchObject({ status: 200, body: { data: { state: 'ACEPTADA' } } });
    const again = await unlucky.post('/dehu/notification-accept', request);
    expect(again.status).toBe(200);
    expect(await opened()).toBe(1);
  });

  test('the opening happens once if two requests ask for it at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => program.post('/dehu/notification-accept', { id })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([409, 422])]);
    expect(await opened()).toBe(1);
  });
});

describe('the opening of a notification', () => {
  test('the opening is refused with a key of an elliptic curve, which cannot sign what DEHú reads', async () => {
    const p12 = await issueP12({ person: seed.demo.holder }, demo, { type: 'ec' });
    const { body } = await caller.upload(p12, { password: 'clave' });
    const acting = caller.acting(body.data.cert_secret);
    for (const answer of [
      await acting.get('/dehu/stats'),
      await acting.post('/dehu/notification-accept', { id: idOf(dehu.pending) }),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { dehu: [expect.stringContaining('clave RSA')] } },
      });
    expect(await opened()).toBe(0);
  });
});
