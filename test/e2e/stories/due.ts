import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { filer, sendRaw } from './caller.ts';

const requests = requestsAt(seed, demoData(seed));
const LATER = { timeout: 120_000, interval: 2_000 };

/** Tests what follows from a filing: an event, and an obligation in a list and in a calendar. */
export const dueStories = (): void => {
  describe('what is due', () => {
    test('follows from a filing, is closed and opened by a person, and is in a calendar', async (context) => {
      const { acting, caller } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { cursor } = (await caller.get('/events', { after: 'now' })).body.data;
      const filed = await acting.post('/seg-social/alta', requests['POST /seg-social/alta']!.request);
      expect(filed.status).toBe(200);
      const id = filed.headers.get('x-tramite-id');
      const seen = async () =>
        (await caller.get('/events', { after: cursor })).body.data.events.map(
          ({ type, subject }: { type: string; subject: { id: string } }) => `${type} ${subject.id}`,
        );
      await expect.poll(seen, LATER).toContain(`tramite.accepted ${id}`);

      type One = { id: string; rule: { id: string }; since: { tramite: string | null } };
      const due = async (): Promise<One | undefined> =>
        (await caller.get('/obligations')).body.data.data.find(
          ({ rule, since }: One) => rule.id === 'contrato' && since.tramite === id,
        );
      await expect.poll(due, LATER).toBeDefined();
      const of = `/obligations/${(await due())!.id}`;
      expect((await caller.get('/obligations/rules')).status).toBe(200);
      const { search } = new URL((await caller.post('/calendar/address', {})).body.data.url);
      const calendar = () => sendRaw('GET', `/api/v4/calendar.ics${search}`);
      expect((await calendar()).text).toContain('BEGIN:VEVENT');
      expect((await caller.get('/calendar/address')).body.data.active).toBe(true);

      const closed = await caller.post(`${of}/close`, { reason: 'Comunicado en la sede.' });
      expect(closed.body.data).toMatchObject({ state: 'closed', closedBy: { how: 'declared' } });
      const reopened = await caller.post(`${of}/reopen`, { reason: 'Era otro contrato.' });
      expect(reopened.body.data.closedBy).toBeNull();
      expect((await caller.get(of)).body.data).toMatchObject(reopened.body.data);

      expect((await caller.delete('/calendar/address')).status).toBe(200);
      expect((await calendar()).status).toBe(404);
      const holidays = { holidays: [{ date: '2026-11-09' }] };
      expect((await caller.call('PUT', '/calendar', { json: holidays })).status).toBe(200);
      expect((await caller.get('/calendar')).body.data).toEqual(holidays);
    });
  });
};
