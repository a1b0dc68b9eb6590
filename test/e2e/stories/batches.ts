import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { filer } from './caller.ts';

const { company, newWorkers } = demoData();
const { regimen, ccc } = company;

const registration = (who: (typeof newWorkers)[number]) => ({
  operation: 'registerEmployee',
  body: {
    regimen,
    ccc,
    ...who,
    fecha_real: madridDay(new Date()),
    grupo_cotizacion: 7,
    tipo_contrato: 100,
    cno: '4122',
    duplicate: 1,
  },
});

/** A batch is driven by the queue, by readings of it, and by the schedule. */
const LATER = { timeout: 240_000, interval: 2_000 };

/** Tests batches: many submissions are tried and then filed, with a result for each. */
export const batchStories = (): void => {
  describe('a batch', () => {
    test('is tried, committed and given back as a sheet and as documents; another one is cancelled', async (context) => {
      const { acting, caller } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const template = await caller.get('/batches/templates/registerEmployee', { format: 'csv' });
      const sheet = Buffer.from(template.body.data.file.content, 'base64').toString();
      expect(sheet).toContain('fecha_real');
      const { name, content } = template.body.data.file;
      const columns = await caller.post('/batches/columns', {
        file: { name, content },
        operation: 'registerEmployee',
      });
      expect({ status: columns.status, body: columns.body }).toMatchObject({ status: 200 });

      const rows = newWorkers.slice(0, 2).map(registration);
      const wrong = { ...rows[0]!, body: { ...rows[0]!.body, fecha_real: 'mañana' } };
      const sent = await acting.post('/batches', { name: 'Altas', rows: [...rows, wrong] });
      expect(sent.body.data.wrong).toMatchObject([{ row: 3, mistakes: [{ column: 'fecha_real' }] }]);
      const { id } = sent.body.data.batch;
      const state = async () => (await caller.get(`/batches/${id}`)).body.data.batch.state;
      await expect.poll(state, LATER).toBe('previewed');
      const corrections = [{ rows: [3], cells: [{ column: 'fecha_real', value: 'pasado mañana' }] }];
      const corrected = await acting.post(`/batches/${id}/corrections`, { corrections });
      expect({ status: corrected.status, body: corrected.body }).toMatchObject({ status: 200 });
      await expect.poll(state, LATER).toBe('previewed');

      expect((await acting.post(`/batches/${id}/commit`, { rows: 'good', revision: 1 })).status).toBe(200);
      await expect.poll(state, LATER).toBe('ended');
      const { batch } = (await caller.get(`/batches/${id}`)).body.data;
      expect(batch.counts).toMatchObject({ filed: 2, wrong: 1 });
      const result = async (format: string) => {
        const { file } = (await caller.get(`/batches/${id}/result`, { format })).body.data;
        return Buffer.from(file.content, 'base64');
      };
      expect((await result('csv')).toString()).toContain('presentada');
      expect(Object.keys(unzipSync(await result('zip'))).length).toBeGreaterThanOrEqual(2);
      expect((await caller.get('/batches')).body.data.data).toContainEqual(
        expect.objectContaining({ id, state: 'ended' }),
      );

      const other = await acting.post('/batches', { rows: [registration(newWorkers[2]!)], name: 'Otra' });
      const cancelled = await acting.post(`/batches/${other.body.data.batch.id}/cancel`, {});
      expect(cancelled.body.data.state).toBe('cancelled');

      const worker = newWorkers[0]!.dni;
      const kept = await caller.get('/tramites/worker-data', { worker });
      expect({ status: kept.status, body: kept.body }).toMatchObject({ status: 200 });
      const erased = await caller.post('/tramites/worker-data/erase', { worker, confirm: worker });
      expect({ status: erased.status, body: erased.body }).toMatchObject({ status: 200 });
    });
  });
};
