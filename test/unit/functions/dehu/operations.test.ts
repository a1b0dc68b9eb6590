import { describe, expect, test } from 'vitest';
import { firstListed } from '../../../../functions/gateway/dehu/fields.ts';
import { acceptNotification } from '../../../../functions/gateway/dehu/operations/accept.ts';
import { getNotificationDetail } from '../../../../functions/gateway/dehu/operations/get-detail.ts';
import { getNotificationDocument } from '../../../../functions/gateway/dehu/operations/get-document.ts';
import { getNotificationStats } from '../../../../functions/gateway/dehu/operations/get-stats.ts';
import { getNotificationVoucher } from '../../../../functions/gateway/dehu/operations/get-voucher.ts';
import { listCommunications } from '../../../../functions/gateway/dehu/operations/list-communications.ts';
import { listDoneNotifications } from '../../../../functions/gateway/dehu/operations/list-done.ts';
import { listPendingNotifications } from '../../../../functions/gateway/dehu/operations/list-pending.ts';
import type { DehuNotice } from '../../../../sandbox/dehu/records.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { dayAfter, madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { textOf } from '../../../support/pdf.ts';
import { useAuthorities } from '../../../support/stand-in/use-authorities.ts';

/** The operations on notifications, as programs call them and read their answers, against DEHú's stand-in. */

const { dehu, company } = seed.demo;
const idOf = ({ origin, identifier }: DehuNotice) => `${origin}-${identifier}`;
const pendingOf = [dehu.pending, dehu.near, dehu.ofCompany, ...dehu.more];

const authorities = useAuthorities();

// biome-ignore lint/suspicious/noExplicitAny: an answer as a program reads it
const dataOf = async (...run: Parameters<typeof authorities.run>): Promise<any> =>
  (await authorities.run(...run)).data;

/** Reads a list as a program does: page by page, until it has as many as `total` says, or a page is empty. */
const sweep = async (operation: Parameters<typeof authorities.run>[0], limit = 50) => {
  // biome-ignore lint/suspicious/noExplicitAny: an answer as a program reads it
  const all: any[] = [];
  for (let page = 1; page <= 10; page++) {
    const { items, total, count, page: shown } = await dataOf(operation, { page, limit });
    expect(shown).toBe(page);
    all.push(...items);
    if (all.length >= total || count === 0) break;
  }
  return all;
};

test('the range of dates is never older than the 30 days that DEHú lists, also when clocks change', () => {
  for (const now of [
    '2026-11-23T22:37:00Z',
    '2026-11-23T22:59:59Z',
    '2026-04-26T21:59:00Z',
    '2026-07-01T21:59:00Z',
  ])
    expect(firstListed(new Date(now)).getTime()).toBeGreaterThan(Date.parse(now) - 30 * 86_400_000);
});

describe('the lists of DEHú', () => {
  test('the pending list covers all for whom the certificate acts, over the pages of DEHú', async () => {
    const items = await sweep(listPendingNotifications);
    expect(items.map(({ sentReference }) => sentReference).sort()).toEqual(pendingOf.map(idOf).sort());
    expect(items.every(({ state }) => state === 'PENDIENTE')).toBe(true);
    const one = items.find(({ sentReference }) => sentReference === idOf(dehu.pending));
    expect(one).toMatchObject({
      concept: dehu.pending.concept,
      nifTitular: seed.demo.holder.nif,
      emitterEntity: dehu.pending.issuer.name,
      bondType: 'TITULAR',
      finalDate: '',
      hasAnnexes: null,
    });
    expect(new Date(one.availabilityDate).toISOString()).toBe(dehu.pending.available);
    const lastDay = dayAfter(madridDay(new Date(dehu.pending.available)), { days: 10 });
    expect(one.expirationDate).toMatch(new RegExp(`^${lastDay}T23:59:59\\+0[12]:00$`));
  });

  test('the lists are the same page by page and at once', async () => {
    expect(await sweep(listPendingNotifications, 3)).toEqual(await sweep(listPendingNotifications));
  });

  test('a page or a limit of 0 counts as none', async () => {
    const whole = await dataOf(listPendingNotifications, {});
    expect(await dataOf(listPendingNotifications, { page: 0, limit: 0 })).toEqual(whole);
    expect(whole).toMatchObject({ page: 1, count: pendingOf.length });
  });

  test('the lists can be limited to one holder', async () => {
    const { items } = await dataOf(listPendingNotifications, { titularNif: company.cif });
    expect(items.map(({ sentReference }: { sentReference: string }) => sentReference)).toEqual([
      idOf(dehu.ofCompany),
    ]);
  });

  test('the lists can be limited to a range of dates', async () => {
    const day = madridDay(new Date(dehu.near.available));
    const { items } = await dataOf(listPendingNotifications, { startDate: day, endDate: day });
    expect(items.map(({ sentReference }: { sentReference: string }) => sentReference)).toEqual([
      idOf(dehu.near),
    ]);
  });

  test('the list of opened notifications says that it has none from before 30 days', async () => {
    const { message, data } = await authorities.run(listDoneNotifications, {});
    expect(message).toMatch(/30 días/);
    const { items } = data as { items: { sentReference: string; state: string }[] };
    expect(Object.fromEntries(items.map((one) => [one.sentReference, one.state]))).toEqual({
      [idOf(dehu.accepted)]: 'ACEPTADA',
      [idOf(dehu.acceptedBefore)]: 'ACEPTADA',
      [idOf(dehu.expired)]: 'EXPIRADA',
    });
    const before = dayAfter(seed.today, { days: -60 });
    const old = await authorities.run(listDoneNotifications, { startDate: before, endDate: before });
    expect(old).toMatchObject({ data: { total: 0, items: [] }, message: expect.stringMatching(/30 días/) });
    const recent = await authorities.run(listDoneNotifications, {
      startDate: dayAfter(seed.today, { days: -5 }),
    });
    expect(recent).toMatchObject({ data: { total: 1 } });
    expect(recent.message).toBeUndefined();
  });

  test('the list of communications has read and unread ones', async () => {
    const items = await sweep(listCommunications);
    expect(Object.fromEntries(items.map((one) => [one.sentReference, one.state]))).toEqual({
      [idOf(dehu.communication)]: 'PENDIENTE',
      [idOf(dehu.readCommunication)]: 'LEIDA',
    });
  });

  test('the notifications of the lists are counted', async () => {
    expect(await dataOf(getNotificationStats, {})).toEqual({
      totalPendingNotifications: pendingOf.length,
      totalNotReadCommunications: 1,
      newDeviceForPushNotify: '',
      userHasUnverifiedEmail: '',
      userHasNotContact: '',
    });
  });
});

describe('a notification that was opened', () => {
  test('the notification has a document and a receipt', async () => {
    const id = idOf(dehu.accepted);
    const document = await dataOf(getNotificationDocument, { id });
    expect(document).toMatchObject({ name: 'notificacion.pdf', contentType: 'application/pdf' });
    expect(await textOf(document)).toContain(dehu.accepted.identifier);
    const voucher = await dataOf(getNotificationVoucher, { id });
    expect(await textOf(voucher)).toContain('RESGUARDO');
  });

  test('the notification has details, with the data of the request', async () => {
    const id = idOf(dehu.accepted);
    const detail = await dataOf(getNotificationDetail, { id, voucher: 0 });
    expect(detail).toMatchObject({
      sentReference: id,
      state: 'ACEPTADA',
      nifReceptor: seed.demo.holder.nif,
      hasAnnexes: true,
      cantAnnexes: 1,
      document: null,
      annexes: [{ name: 'Anexo <1> & único.pdf', url: '', file: null }],
      voucher: { enabled: true, name: 'resguardo.pdf', file: null },
    });
    expect(new Date(detail.finalDate).toISOString()).toBe(dehu.accepted.opened!.at);
    const whole = await dataOf(getNotificationDetail, { id, duplicate: 1, voucher: 1 });
    expect([whole.document.content, whole.voucher.file.content]).toEqual([
      expect.stringMatching(/^JVBERi0/),
      expect.stringMatching(/^JVBERi0/),
    ]);
  });

  test('the notification has its annexes with its document, and with its details', async () => {
    const id = idOf(dehu.accepted);
    const document = await dataOf(getNotificationDocument, { id });
    const detail = await dataOf(getNotificationDetail, { id, duplicate: 1 });
    expect(detail.annexes).toEqual(document.annexes);
    const [annex, ...others] = document.annexes;
    expect([annex.name, annex.url, annex.file.name, others]).toEqual([
      'Anexo <1> & único.pdf',
      '',
      'anexo-1.pdf',
      [],
    ]);
    expect(await textOf(annex.file)).toContain('ANEXO <1> & ÚNICO.PDF');
    expect(await textOf(document)).not.toContain('ÚNICO');
  });

  test('the notification has the address of an annex that is not at DEHú', async () => {
    const { annexes } = await dataOf(getNotificationDocument, { id: idOf(dehu.expired) });
    const [annex] = dehu.expired.annexes!;
    expect(annexes).toEqual([{ ...annex, file: null }]);
  });

  test('a notification that was opened days before has no receipt and no annexes', async () => {
    const id = idOf(dehu.acceptedBefore);
    await expect(authorities.run(getNotificationVoucher, { id })).rejects.toMatchObject({ status: 422 });
    await expect(dataOf(getNotificationDetail, { id, duplicate: 1, voucher: 1 })).resolves.toMatchObject({
      hasAnnexes: true,
      annexes: [{ file: null }],
      voucher: { enabled: true, file: null },
    });
  });
});

describe('a notification that is pending', () => {
  test.each([
    ['detail', getNotificationDetail],
    ['document', getNotificationDocument],
    ['receipt', getNotificationVoucher],
  ])(
    'the notification is not opened to read its %s, which is refused with the reason',
    async (_, operation) => {
      for (const notice of [dehu.pending, dehu.communication])
        await expect(authorities.run(operation, { id: idOf(notice) })).rejects.toMatchObject({
          status: 422,
          errors: { id: [expect.stringMatching(/abrirla, con efectos jurídicos.*notification-accept/)] },
        });
      expect(await authorities.submitted()).toBe(0);
    },
  );

  test('a notification of another holder is answered like one that does not exist', async () => {
    const errors = await Promise.all(
      [idOf(dehu.ofOther), '40-nada'].map((id) =>
        authorities.run(getNotificationDocument, { id }).catch((error: Error) => error.message),
      ),
    );
    expect(errors[0]).toMatch(/^id: DEHú no la tiene/);
    expect(errors[1]).toBe(errors[0]);
  });
});

describe('opening a notification of DEHú', () => {
  test('a dry run looks for the notification, and opens nothing', async () => {
    const before = await authorities.digest();
    await authorities.run(acceptNotification, { id: idOf(dehu.pending) }, { dry: true });
    await expect(
      authorities.run(acceptNotification, { id: idOf(dehu.accepted) }, { dry: true }),
    ).rejects.toMatchObject({ status: 422, errors: { id: [expect.stringMatching(/ya abierta/)] } });
    expect(await authorities.submitted()).toBe(0);
    expect(await authorities.digest()).toBe(before);
  });

  test('the opening opens this notification only, once, with document and receipt', async () => {
    const id = idOf(dehu.pending);
    const data = await dataOf(acceptNotification, { id });
    expect(data).toMatchObject({ state: 'ACEPTADA', document: { name: 'notificacion.pdf' } });
    expect(await textOf(data.document)).toContain(dehu.pending.identifier);
    expect(await textOf(data.voucher)).toContain('RESGUARDO');
    expect(data.annexes).toMatchObject(dehu.pending.annexes!.map(({ name }) => ({ name, url: '' })));
    const texts = await Promise.all(data.annexes.map(({ file }: { file: object }) => textOf(file as never)));
    expect(texts).toEqual(['DEUDAS', 'MODELO 01'].map((text) => expect.stringContaining(text)));
    const { notices } = (await authorities.state()).dehu;
    const opened = notices.filter((notice) => notice.opened).map(idOf);
    expect(opened.sort()).toEqual(
      [dehu.pending, dehu.accepted, dehu.acceptedBefore, dehu.readCommunication].map(idOf).sort(),
    );
    expect(notices.find((notice) => idOf(notice) === id)!.opened!.nif).toBe(seed.demo.holder.nif);
    await expect(authorities.run(acceptNotification, { id })).rejects.toMatchObject({ status: 422 });
    expect([await authorities.filed(), await authorities.submitted()]).toEqual([1, 1]);
    await expect(dataOf(getNotificationDocument, { id })).resolves.toMatchObject({
      name: 'notificacion.pdf',
    });
  });

  test('the opening makes a communication read', async () => {
    const id = idOf(dehu.communication);
    expect(await dataOf(acceptNotification, { id })).toMatchObject({ state: 'LEIDA' });
    expect(await sweep(listCommunications)).toEqual(
      expect.arrayContaining([expect.objectContaining({ sentReference: id, state: 'LEIDA' })]),
    );
  });

  test('a refusal by DEHú is answered with 422 and its words', async () => {
    await expect(
      authorities.run(acceptNotification, { id: idOf(dehu.pending) }, { scenario: 'refused' }),
    ).rejects.toMatchObject({
      status: 422,
      effect: 'none',
      errors: { dehu: [expect.stringMatching(/^4204/)] },
    });
  });

  test.each([
    [dehu.near, 'su documento', []],
    [dehu.pending, 'su documento ni todos sus anexos', [{ file: null }, { file: null }]],
  ])('the answer says where the documents are if they did not come: %#', async (notice, what, annexes) => {
    const { data, message } = await authorities.run(
      acceptNotification,
      { id: idOf(notice) },
      { scenario: 'no-duplicate' },
    );
    expect(data).toMatchObject({ state: 'ACEPTADA', document: null, annexes });
    expect(message).toBe(
      `La notificación se ha abierto. DEHú no ha dado ${what}: pídalo con GET /dehu/notification-document.`,
    );
  });

  test('an opening whose answer is lost is looked up in the list of opened notifications', async () => {
    const id = idOf(dehu.pending);
    const data = await dataOf(acceptNotification, { id }, { scenario: 'lost-answer' });
    expect(data).toMatchObject({
      state: 'ACEPTADA',
      document: { name: 'notificacion.pdf' },
      annexes: [{ file: { name: 'anexo-1.pdf' } }, { file: { name: 'anexo-2.pdf' } }],
    });
    expect([await authorities.filed(), await authorities.submitted()]).toEqual([1, 1]);
  });

  test('an opening from before the request does not prove this one', async () => {
    const since = new Date(Date.parse(dehu.accepted.opened!.at) + 120_000);
    const find = (notice: DehuNotice, from: Date) =>
      authorities.lookUp(acceptNotification, { id: idOf(notice) }, { id: 'x', since: from });
    expect(await find(dehu.accepted, since)).toBeUndefined();
    expect(await find(dehu.pending, since)).toBeUndefined();
    expect(await find(dehu.expired, new Date(0))).toBeUndefined();
    expect(await find(dehu.accepted, new Date(dehu.accepted.opened!.at))).toMatchObject({
      data: { state: 'ACEPTADA' },
    });
  });
});
