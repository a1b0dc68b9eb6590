import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { sessionWithCode, switchOnSecondFactor } from '../../support/callers/users.ts';
import { deployed, newTenant } from '../../support/deployed.ts';
import { StoryCaller } from './caller.ts';

/** Tests what the operator of the service sees and does. */
export const operatorStories = (): void => {
  describe('the operator', () => {
    test('sees all accounts without what they file, and pauses an authority', async (context) => {
      context.skip(!deployed.standIns, 'no account may be made, and no authority paused here');
      const { email, gateway } = await newTenant();
      const user = (await stores.accounts.findUserByEmail(email))!;
      await stores.accounts.setAccountChoice(user.accountId, { operator: 'on' });
      const secret = await switchOnSecondFactor(user);
      // A session that began without a code does not count as an operator's.
      expect((await gateway.get('/operator/accounts')).status).toBe(403);
      const { token } = await sessionWithCode(deployed.baseUrl, email, secret);
      const caller = new StoryCaller(deployed.baseUrl, { Authorization: `Bearer ${token}` });
      const read = async (path: string) => {
        const { status, body } = await caller.get(`/operator/${path}`);
        expect({ path, status, errors: body.errors }).toEqual({ path, status: 200 });
        return body.data;
      };
      expect((await read('accounts')).accounts.length).toBeGreaterThan(0);
      expect((await read('unknown')).filings).toEqual(expect.any(Array));
      expect((await read('alarms')).alarms.length).toBeGreaterThan(0);
      // The counts are updated a moment after the filing.
      await expect.poll(async () => (await read('filings')).totals, { timeout: 120_000 }).not.toEqual([]);
      const json = {
        message: 'Una prueba de un momento.',
        reason: 'Prueba.',
        until: new Date(Date.now() + 60_000).toISOString(),
      };
      const paused = await caller.call('PUT', '/operator/authorities/dehu', { json });
      expect(paused.body.data).toMatchObject({ authority: 'dehu', paused: true });
      const resumed = await caller.delete('/operator/authorities/dehu');
      expect(resumed.body.data).toMatchObject({ authority: 'dehu', paused: false });
      expect((await read('authorities')).acts.slice(0, 2)).toMatchObject([
        { act: 'resume' },
        { act: 'pause' },
      ]);
    });
  });
};
