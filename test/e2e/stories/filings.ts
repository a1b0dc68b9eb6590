import { createHash, randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { filer } from './caller.ts';

const { company, worker, newWorker, newWorkers } = demoData();
const { regimen, ccc } = company;
const today = madridDay(new Date());

const registration = (who: typeof newWorker) => ({
  regimen,
  ccc,
  ...who,
  fecha_real: today,
  grupo_cotizacion: 7,
  tipo_contrato: 100,
  cno: '4122',
  duplicate: 1,
});

/** A request for which no query of the authority shows whether it was filed. */
const placement = () => requestsAt(seed, demoData())['POST /seg-social/pract-no-remun']!.request;

const isPdf = (bytes: Uint8Array) => expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');

/** Tests the records of filings: state, documents, evidence, idempotency key, and an unknown outcome. */
export const filingStories = (): void => {
  describe('a filing', () => {
    test('has a record, its document, and evidence in which each part is as its hash says', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const filed = await acting.post('/seg-social/alta', registration(newWorker));
      expect(filed.status).toBe(200);
      const id = filed.headers.get('x-tramite-id')!;
      expect((await acting.get(`/tramites/${id}`)).body.data).toMatchObject({ state: 'accepted' });
      const listed = await acting.get('/tramites', { requestId: filed.headers.get('x-request-id')! });
      expect(listed.body.data.data.map((one: { id: string }) => one.id)).toEqual([id]);
      const document = await acting.get(`/tramites/${id}/documents/1`);
      isPdf(Buffer.from(document.body.data.file.content, 'base64'));

      // If the evidence could not be stored at once, the schedule stores it.
      const evidence = () => acting.call('GET', `/tramites/${id}/evidence`);
      await expect
        .poll(async () => (await evidence()).status, { timeout: 300_000, interval: 5_000 })
        .toBe(200);
      const { file, sha256 } = (await evidence()).body.data;
      const zip = Buffer.from(file.content, 'base64');
      expect(hashOf(zip)).toBe(sha256);
      const parts = unzipSync(zip);
      const { 'manifest.json': manifest, ...files } = parts;
      const text = Buffer.from(manifest!).toString();
      expect(text).toContain(id);
      expect(Object.keys(files).length).toBeGreaterThan(2);
      for (const [name, bytes] of Object.entries(files)) expect(text, name).toContain(hashOf(bytes));
    });

    test('whose document does not fit in an answer has a link to it, also when it is answered again', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const large = acting.with({
        'X-Sandbox-Scenario': 'large-document',
        'Idempotency-Key': randomUUID(),
      });
      const request = registration(newWorkers[0]!);
      const answers = [
        await large.post('/seg-social/alta', request),
        await large.post('/seg-social/alta', request),
        await large.get('/seg-social/life-affiliate', { regimen, ccc, nss: worker.nss }),
      ];
      const id = answers[0]!.headers.get('x-tramite-id');
      answers.push(await acting.get(`/tramites/${id}/documents/1`));
      for (const { status, body } of answers) {
        expect({ status, message: body.message }).toEqual({
          status: 200,
          message: expect.stringMatching(/^El documento está en el enlace/),
        });
        const { content, size, url, contentType } = body.data.file;
        expect(content).toBe('');
        const downloaded = await fetch(url);
        expect(downloaded.status).toBe(200);
        expect(downloaded.headers.get('content-type')).toBe(contentType);
        const bytes = Buffer.from(await downloaded.arrayBuffer());
        expect(bytes.byteLength).toBe(size);
        isPdf(bytes);
      }
    });

    test('has a key of any characters, by which it is found, and which no other request may have', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const key = `a|{b};c%25+&=${randomUUID()}`;
      const keyed = acting.with({ 'Idempotency-Key': key });
      const first = await keyed.post('/seg-social/alta', registration(newWorkers[1]!));
      expect(first.status).toBe(200);
      const found = await acting.get('/tramites', { key });
      expect(found.body.data.data).toMatchObject([{ id: first.headers.get('x-tramite-id'), key }]);
      const same = Object.entries({ ...registration(newWorkers[1]!), duplicate: '1' }).toReversed();
      const again = await keyed.post('/seg-social/alta', Object.fromEntries(same));
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
      const other = { ...registration(newWorkers[1]!), fecha_real: '2026-01-01' };
      expect(await keyed.post('/seg-social/alta', other)).toMatchObject({
        status: 422,
        body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
      });
      expect((await acting.get('/sandbox/counts')).body.data.accepted).toEqual({ 'tgss.alta': 1 });
    });

    test('of unknown outcome can be looked up, and is settled by what a person says', async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const lost = await acting
        .with({ 'X-Sandbox-Scenario': 'lost-answer' })
        .post('/seg-social/pract-no-remun', placement());
      expect(lost.status).toBe(502);
      const id = lost.headers.get('x-tramite-id')!;
      // No query of the authority shows it, so it stays unknown.
      const checked = await acting.post(`/tramites/${id}/check`, {});
      expect(checked).toMatchObject({ status: 200, body: { data: { state: 'unknown' } } });
      const stated = await acting.post(`/tramites/${id}/resolve`, { filed: true, note: 'Consta.' });
      expect(stated).toMatchObject({
        status: 200,
        body: { data: { state: 'declaredFiled', stated: { filed: true, note: 'Consta.' } } },
      });
    });
  });
};

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
