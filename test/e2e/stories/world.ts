import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newClient } from '../../support/callers/people.ts';
import { openedEvidence } from '../../support/stores/evidence.ts';
import { filer } from './caller.ts';

const requests = requestsAt(seed, demoData(seed));
const PASSWORD = 'de la empresa';

/** Tests the changes that an account makes to its own sandbox. */
export const worldStories = (): void => {
  describe('in a world of its own', () => {
    test('a person and a company that were added are known to every authority', async (context) => {
      const { acting, caller } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { data: person } = (await acting.post('/sandbox/workers', { name: 'Lucía', surname: 'Ibáñez' }))
        .body;
      const { data: company } = (await acting.post('/sandbox/companies', { name: 'Panadería SL' })).body;
      const worker = { nss: person.nss, dni: person.dni, identificacion: person.identificacion };
      const { cif, regimen, ccc } = company;

      const alta = { ...requests['POST /seg-social/alta']!.request, ...worker, regimen, ccc };
      const filed = await acting.post('/seg-social/alta', alta);
      expect({ status: filed.status, message: filed.body.message }).toEqual({ status: 200, message: 'OK' });
      const listed = await acting.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
      expect(listed.body.data).toMatchObject({
        enterprise: { nombre_empresa: 'PANADERÍA SL' },
        employees: [{ nss: person.nss, nombres: expect.stringContaining('LUCÍA') }],
      });

      const { duplicate: _, ...contract } = requests['POST /sepe/contrata']!.request;
      const named = { name: 'Lucía', surname: 'Ibáñez', cif, regimen, ccc };
      const notified = await acting.post('/sepe/contrata', {
        ...contract,
        dni: worker.dni,
        nss: worker.nss,
        ...named,
      });
      expect({ status: notified.status, errors: notified.body.errors }).toEqual({ status: 200 });

      const wanted = { nif: company.holder, cif, password: PASSWORD };
      const { file } = (await acting.post('/sandbox/certificate', wanted)).body.data;
      const stored = await caller.upload(Buffer.from(file.content, 'base64'), { password: PASSWORD });
      const ofCompany = caller.acting(stored.body.data.cert_secret);
      const taxes = await ofCompany.get('/aeat/report-iae', { period: Number(seed.today.slice(0, 4)) - 1 });
      expect({ status: taxes.status, message: taxes.body.message }).toEqual({ status: 200, message: 'OK' });
    });

    test('a company is compared each night until that is switched off, a difference is accepted, which is taken back, and another comparison is stopped', async (context) => {
      const { acting, caller, certificates } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { data: company } = (await acting.post('/sandbox/companies', { name: 'Librería SL' })).body;
      const { data: person } = (await acting.post('/sandbox/workers', { name: 'Ana', surname: 'Ruiz' })).body;
      const { cif, regimen, ccc } = company;
      const { access, ...client } = newClient({ not_notify: 1 });
      const profile = { ...client.profile, dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
      const { id } = (await caller.post('/customer', { ...client, access, profile })).body.data;
      const rows = [{ regimen, ccc, dni: person.dni, nss: person.nss, fecha_alta: addDays(seed.today, -30) }];
      expect((await caller.call('PUT', `/workforce/${id}`, { json: { rows } })).status).toBe(200);

      const nightly = (json: object) => acting.call('PUT', `/reconciliations/nightly/${id}`, { json });
      const on = await nightly({ enabled: true, cert_secret_sepe: certificates.sepe });
      expect({ status: on.status, errors: on.body.errors }).toEqual({ status: 200 });
      expect(on.body.data.next_at).not.toBeNull();
      expect((await nightly({ enabled: false })).body.data.enabled).toBe(false);

      const sent = { customerID: id, cert_secret_sepe: certificates.sepe };
      const begun = (await acting.post('/reconciliations', sent)).body.data.reconciliation;
      const one = `/reconciliations/${begun.id}`;
      const shown = async () => (await caller.get(one)).body.data;
      const state = async () => (await shown()).reconciliation.state;
      await expect.poll(state, { timeout: 240_000, interval: 2_000 }).toBe('ended');
      const [difference] = (await shown()).differences;
      expect(difference).toMatchObject({ kind: 'notRegistered', dni: person.dni, accepted: false });
      const accepted = await caller.post(`${one}/accept`, { key: difference.key });
      expect(accepted.body.data).toEqual({ ...difference, accepted: true });
      const takenBack = await caller.delete(`${one}/accept/${difference.key}`);
      expect(takenBack.body.data).toEqual(difference);
      const seen = await caller.post(`${one}/import`, {});
      expect(seen.body.data).toMatchObject({ imported: false, added: 0, changed: 0, kept: 1 });
      const imported = await caller.post(`${one}/import`, { preview: seen.body.data.preview });
      expect(imported.body.data).toEqual({ ...seen.body.data, imported: true });

      const other = (await acting.post('/reconciliations', sent)).body.data.reconciliation;
      const stopped = await caller.delete(`/reconciliations/${other.id}`);
      expect(stopped).toMatchObject({ status: 200, body: { data: { id: other.id } } });
      const stateOfOther = async () =>
        (await caller.get(`/reconciliations/${other.id}`)).body.data.reconciliation.state;
      await expect.poll(stateOfOther, { timeout: 240_000, interval: 2_000 }).toBe('ended');
      expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
    });

    test('what somebody changes by hand in a portal is found by the next comparison', async (context) => {
      const { acting, caller, certificates } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { data: company } = (await acting.post('/sandbox/companies', { name: 'Ferretería SL' })).body;
      const { data: person } = (await acting.post('/sandbox/workers', { name: 'Luis', surname: 'Soler' }))
        .body;
      const { cif, regimen, ccc } = company;
      const { access, ...client } = newClient({ not_notify: 1 });
      const profile = { ...client.profile, dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
      const { id } = (await caller.post('/customer', { ...client, access, profile })).body.data;
      const since = addDays(seed.today, -400);
      const rows = [
        { regimen, ccc, dni: person.dni, nss: person.nss, fecha_alta: since, grupo_cotizacion: '07' },
      ];
      expect((await caller.call('PUT', `/workforce/${id}`, { json: { rows } })).status).toBe(200);
      const byHand = async (change: object) => {
        const sent = { ccc, dni: person.dni, ...change };
        const { status, body } = await acting.post('/sandbox/by-hand', sent);
        expect({ status, errors: body.errors }).toEqual({ status: 200 });
      };
      const found = async () => {
        const sent = { customerID: id, cert_secret_sepe: certificates.sepe };
        const begun = (await acting.post('/reconciliations', sent)).body.data.reconciliation;
        const shown = async () => (await caller.get(`/reconciliations/${begun.id}`)).body.data;
        const state = async () => (await shown()).reconciliation.state;
        await expect.poll(state, { timeout: 240_000, interval: 2_000 }).toBe('ended');
        return (await shown()).differences;
      };

      await byHand({ change: 'register', fecha_real: since });
      expect(await found()).toEqual([]);
      await byHand({ change: 'changeTerms', grupo_cotizacion: '05' });
      expect(await found()).toMatchObject([
        { kind: 'field', dni: person.dni, field: 'grupo_cotizacion', accepted: false },
      ]);
      await byHand({ change: 'terminate', fecha_real: addDays(seed.today, -10) });
      expect(await found()).toContainEqual(
        expect.objectContaining({ kind: 'notRegistered', dni: person.dni }),
      );
      expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
    });

    test('that an authority did not work leaves evidence, where it is asked for', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { request } = requests['POST /seg-social/alta']!;
      // These callers would repeat the request after a 503.
      const down = acting.with({ 'X-Sandbox-Scenario': 'error-page' });
      const { status, headers } = await down.post('/seg-social/alta', request);
      expect(status).toBe(500);
      const id = headers.get('x-tramite-id')!;
      const { body } = await acting.post(`/tramites/${id}/evidence`, {});
      const { manifest } = openedEvidence(id, body.data);
      expect(manifest.parts.map(({ kind }) => kind)).toEqual(['request', 'reply']);
    });

    test('what is too early today is in time on a later day', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const { today } = (await acting.get('/sandbox')).body.data;
      const alta = { ...requests['POST /seg-social/alta']!.request, fecha_real: addDays(today, 70) };
      expect((await acting.post('/seg-social/alta', alta)).body.errors).toHaveProperty('fecha_real');
      expect((await acting.post('/sandbox/clock', { days: 10 })).body.data.today).toBe(addDays(today, 10));
      const filed = await acting.post('/seg-social/alta', alta);
      expect({ status: filed.status, message: filed.body.message }).toEqual({ status: 200, message: 'OK' });
      await acting.post('/sandbox/reset', {});
      expect((await acting.get('/sandbox')).body.data.today).toBe(today);
    });
  });
};
