import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { documentStore } from '../../../shared/stores/documents.ts';
import { type Answered, idOf } from '../../support/gateway.ts';
import { startS3Proxy } from '../../support/servers/s3-proxy.ts';
import { newService } from '../../support/setup/own-service.ts';

/** Documents of any size, while S3 works, is slow or fails. */

const MiB = 1024 * 1024;
/** The two sizes around the limit of an answer. */
const SIZES = [4, 5];
/** Whether it is too large for an answer in Base64. */
const isLarge = (mebibytes: number) => mebibytes > 4;

/** Sizes of the next documents, in bytes. */
let sizes: number[] = [];
/** All log lines. */
let logged: string[] = [];
/** Ids of filings that have ended. */
let ended: string[] = [];

/** The time at the authorities, if it stands still. */
let stopped: Date | undefined;

const s3 = await startS3Proxy(process.env.AWS_ENDPOINT_URL!);
afterAll(() => s3.close());
const documents = documentStore(s3.url);
const log = (message: string, facts: object) => void logged.push(JSON.stringify([message, facts]));
const filings = {
  ...stores.filings,
  endFiling: async (...end: Parameters<typeof stores.filings.endFiling>) => {
    const isEnded = await stores.filings.endFiling(...end);
    if (isEnded) ended.push(end[0].id);
    return isEnded;
  },
};
const {
  service,
  authorities,
  requests,
  tgss: gateway,
} = await newService(
  { stores: { ...stores, documents, filings }, log: { info: log, error: log } },
  { nextPdfBytes: () => sizes.shift() ?? 0, now: () => stopped ?? new Date() },
);
beforeEach(async () => {
  await authorities.reset();
  s3.release();
  s3.seen = [];
  logged = [];
  ended = [];
  sizes = [];
});
afterEach(() => {
  stopped = undefined;
  vi.useRealTimers();
});

const register = (bytes: number[], headers: Record<string, string> = {}): Promise<Answered> => {
  sizes = [...bytes];
  const [, idc] = bytes;
  return gateway.with(headers).call('POST', '/seg-social/alta', {
    json: {
      ...requests['POST /seg-social/alta']!.request,
      duplicate: 1,
      obtener_idc: idc === undefined ? 0 : 1,
    },
  });
};
const ask = (bytes: number, headers: Record<string, string> = {}): Promise<Answered> => {
  sizes = [bytes];
  return gateway.with(headers).get('/seg-social/life-affiliate', {
    ...requests['GET /seg-social/life-affiliate']!.request,
  } as Record<string, string>);
};
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const filing = async (id: string) => (await stores.filings.getFiling(id))!;

interface File {
  content: string;
  size?: number;
  url?: string;
}

/** Links whose document was already downloaded as a whole. */
const downloads = new Set<string>();
/**
 * Expects the document of an answer to be complete, in the answer itself or at its link. If the same link was downloaded
 * before, it is only checked. @returns where it was
 */
const expectDocument = async (file: File, bytes: number): Promise<'content' | 'link'> => {
  if (file.url === undefined) {
    expect(file).not.toHaveProperty('size');
    expectPdf(Buffer.from(file.content, 'base64'), bytes);
    return 'content';
  }
  expect(file).toMatchObject({ content: '', size: bytes });
  const { pathname } = new URL(file.url);
  if (downloads.has(pathname)) {
    const part = await fetch(file.url, { headers: { Range: 'bytes=0-4' } });
    expect(part.headers.get('content-range')).toBe(`bytes 0-4/${bytes}`);
    expect(await part.text()).toBe('%PDF-');
    return 'link';
  }
  downloads.add(pathname);
  const downloaded = await fetch(file.url);
  expect(downloaded.status).toBe(200);
  expectPdf(Buffer.from(await downloaded.arrayBuffer()), bytes);
  return 'link';
};
const expectPdf = (pdf: Buffer, bytes: number) => {
  expect(pdf.byteLength).toBe(bytes);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
};

describe('an answer with documents while S3 works', () => {
  // The last one is nearly the largest.
  test.each([...SIZES, 60])('a filing with a document of %i MiB is answered with it', async (mebibytes) => {
    const bytes = mebibytes * MiB;
    const keyed = key();
    const answered = await register([bytes], keyed);
    expect(answered).toMatchObject({ status: 200, body: { success: true } });
    expect(answered.body.message).toBe(
      isLarge(mebibytes)
        ? 'El documento está en el enlace (url de TA.pdf), que vale 15 minutos. Un enlace nuevo: GET ' +
            `/tramites/${idOf(answered)}/documents/1.`
        : 'OK',
    );
    const where = isLarge(mebibytes) ? 'link' : 'content';
    expect(await expectDocument(answered.body.data.file, bytes)).toBe(where);

    const again = await register([bytes], keyed);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await expectDocument(again.body.data.file, bytes)).toBe(where);
    const { body } = await gateway.get(`/tramites/${idOf(answered)}/documents/1`);
    expect(await expectDocument(body.data.file, bytes)).toBe(where);
    expect(await authorities.submissions('tgss.alta')).toBe(1);
  });

  test.each(SIZES)('a question with a document of %i MiB is answered with it', async (mebibytes) => {
    const answered = await ask(mebibytes * MiB);
    expect(answered).toMatchObject({ status: 200, body: { success: true } });
    expect(answered.body.message).toMatch(isLarge(mebibytes) ? /^El documento está en el enlace/ : /^OK$/);
    const where = await expectDocument(answered.body.data.file, mebibytes * MiB);
    expect(where).toBe(isLarge(mebibytes) ? 'link' : 'content');
  });

  test.each([
    ['the header', { Prefer: 'documents=inline' }, undefined],
    ['the account', {}, 'inline'],
  ] as const)(
    'a question whose document is only wanted in the answer, as %s says, fails',
    async (_, headers, set) => {
      const { accountId } = service;
      const large = { status: 413, body: { success: false, data: [] } };
      if (set) await stores.accounts.setAccountChoice(accountId, { documents: set });
      const answered = await ask(5 * MiB, headers);
      expect(answered).toMatchObject(large);
      expect(answered.body.message).toMatch(/^No cabe en la respuesta: vida-laboral\.pdf\..+documents=link/);
      expect(s3.seen).toEqual([]);
      await expectDocument((await ask(1 * MiB, headers)).body.data.file, 1 * MiB);
      const linked = await ask(5 * MiB, { Prefer: 'documents=link' });
      expect(await expectDocument(linked.body.data.file, 5 * MiB)).toBe('link');

      // What was filed remains filed.
      const filed = await register([5 * MiB], headers);
      expect(filed).toMatchObject({ status: 200, body: { success: true } });
      expect(filed.body.message).toMatch(/^El documento está en el enlace/);
      expect(await expectDocument(filed.body.data.file, 5 * MiB)).toBe('link');
      await stores.accounts.setAccountChoice(accountId, { documents: 'link' });
      expect((await ask(5 * MiB)).status).toBe(200);
    },
  );

  test('the largest of several documents is a link, and the others are not', async () => {
    const answered = await register([1.5 * MiB, 4 * MiB]);
    expect(await expectDocument(answered.body.data.file, 1.5 * MiB)).toBe('content');
    expect(await expectDocument(answered.body.data.idc, 4 * MiB)).toBe('link');
  });

  test('several large documents are all links', async () => {
    const answered = await register([5 * MiB, 6 * MiB]);
    expect(await expectDocument(answered.body.data.file, 5 * MiB)).toBe('link');
    expect(await expectDocument(answered.body.data.idc, 6 * MiB)).toBe('link');
  });

  test('a link is good for 15 minutes, is new in each answer, names the file, and is in no log', async () => {
    const keyed = key();
    const answered = await register([5 * MiB], keyed);
    const url = new URL(answered.body.data.file.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Expires': '900',
      'response-content-type': 'application/pdf',
      'response-content-disposition': 'attachment; filename="TA.pdf"',
    });
    // The time in the signature is in whole seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
    const again = await register([5 * MiB], keyed);
    expect(again.body.data.file.url).not.toBe(url.href);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join()).not.toMatch(/X-Amz|https?:/);
    expect((await filing(idOf(answered))).answer).not.toContain('X-Amz');
  });
});

describe('an answer with documents while S3 fails', () => {
  beforeEach(() => {
    s3.mode = 'failing';
  });

  test.each(SIZES)(
    'a filing with a document of %i MiB is filed, and answered as filed',
    async (mebibytes) => {
      const bytes = mebibytes * MiB;
      const answered = await register([bytes]);
      expect(answered).toMatchObject({ status: 200, body: { success: true } });
      const id = idOf(answered);
      const { file } = answered.body.data;
      if (isLarge(mebibytes)) {
        expect(file).toMatchObject({ content: '', size: bytes });
        expect(file).not.toHaveProperty('url');
        expect(answered.body.message).toContain(`GET /tramites/${id}/documents/1`);
      } else {
        expect(await expectDocument(file, bytes)).toBe('content');
        expect(answered.body.message).toBe('OK');
      }
      const { state, documents } = await filing(id);
      expect(state).toBe('accepted');
      const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect(documents).toEqual([{ name: 'TA.pdf', contentType: 'application/pdf', size: bytes, sha256 }]);
    },
  );

  test.each(SIZES)(
    'a question with a document of %i MiB is answered with what is available',
    async (mebibytes) => {
      const bytes = mebibytes * MiB;
      const answered = await ask(bytes);
      expect(answered.status).toBe(200);
      const { file } = answered.body.data;
      if (isLarge(mebibytes)) {
        expect(answered.body).toMatchObject({
          success: false,
          message: expect.stringContaining('Repita la consulta'),
        });
        expect(file).toEqual({ contentType: 'application/pdf', name: file.name, content: '', size: bytes });
      } else {
        expect(await expectDocument(file, bytes)).toBe('content');
        expect(s3.seen).toEqual([]);
      }
    },
  );

  test.each([1, 5])(
    'an equal request is answered without its document of %i MiB until the document is there',
    async (mebibytes) => {
      s3.mode = 'well';
      const keyed = key();
      const bytes = mebibytes * MiB;
      const id = idOf(await register([bytes], keyed));
      s3.mode = 'failing';
      expect((await gateway.get(`/tramites/${id}/documents/1`)).status).toBe(503);
      const again = await register([bytes], keyed);
      expect(again).toMatchObject({
        status: 200,
        body: { success: true, message: expect.stringContaining(`GET /tramites/${id}/documents/1`) },
      });
      s3.mode = 'well';
      const later = await register([bytes], keyed);
      expect(later.body.message).toMatch(bytes > 4 * MiB ? /^El documento está/ : /^OK$/);
      await expectDocument(later.body.data.file, bytes);
    },
  );
});

describe('an answer with documents while S3 is slow', () => {
  beforeEach(() => {
    s3.mode = 'held';
    // The service waits for it as long as in production.
    vi.stubEnv('CALL_LIMITS_FACTOR', '1');
  });
  afterEach(() => vi.unstubAllEnvs());

  test('a question with a document of 4 MiB does not call S3', async () => {
    const answered = await ask(4 * MiB);
    expect(await expectDocument(answered.body.data.file, 4 * MiB)).toBe('content');
    expect(s3.seen).toEqual([]);
  });

  test('a filing with a document of 4 MiB is answered before the document is stored', async () => {
    const bytes = 4 * MiB;
    const answered = await register([bytes]);
    expect(await expectDocument(answered.body.data.file, bytes)).toBe('content');
    await expect.poll(() => s3.seen).toEqual(['PUT documents']);
    const id = idOf(answered);
    // The record names the document, although it is not stored yet.
    const { state, documents } = await filing(id);
    expect(state).toBe('accepted');
    expect(documents).toEqual([expect.objectContaining({ size: bytes, key: expect.any(String) })]);
    s3.mode = 'well';
    expect((await gateway.get(`/tramites/${id}/documents/1`)).status).toBe(404);

    s3.release();
    const get = () => gateway.get(`/tramites/${id}/documents/1`);
    await expect.poll(async () => (await get()).status, { timeout: 60_000, interval: 2_000 }).toBe(200);
    expect(await expectDocument((await get()).body.data.file, bytes)).toBe('content');
  });

  test('a document that is not stored after all loses its key', async () => {
    const answered = await register([1 * MiB]);
    const id = idOf(answered);
    expect((await filing(id)).documents![0]).toHaveProperty('key');
    s3.refuse();
    await expect
      .poll(async () => (await filing(id)).documents, { timeout: 60_000 })
      .toEqual([expect.not.objectContaining({ key: expect.any(String) })]);
    expect((await gateway.get(`/tramites/${id}/documents/1`)).status).toBe(404);
  });

  test('a question with a document of 5 MiB waits for its link', async () => {
    const bytes = 5 * MiB;
    let isAnswered = false;
    const answering = ask(bytes).then((answered) => {
      isAnswered = true;
      return answered;
    });
    await expect.poll(() => s3.seen, { timeout: 60_000 }).toEqual(['PUT documents']);
    expect(isAnswered).toBe(false);
    s3.release();
    expect(await expectDocument((await answering).body.data.file, bytes)).toBe('link');
  });

  test('a question that is asked again stores its document in the same place', async () => {
    s3.mode = 'well';
    const placeOf = async (bytes: number) =>
      new URL((await ask(bytes)).body.data.file.url).pathname.split('/').at(-2)!;
    // The authority writes the second into its document.
    stopped = new Date();
    expect(await placeOf(5 * MiB)).toBe(await placeOf(5 * MiB));
    expect(await placeOf(6 * MiB)).not.toBe(await placeOf(5 * MiB));
  });

  test('a filing with a document of 5 MiB has ended before its link is there', async () => {
    const bytes = 5 * MiB;
    let isAnswered = false;
    const answering = register([bytes]).then((answered) => {
      isAnswered = true;
      return answered;
    });
    await expect.poll(() => ended, { timeout: 60_000 }).toHaveLength(1);
    expect(isAnswered).toBe(false);
    s3.release();
    expect(await expectDocument((await answering).body.data.file, bytes)).toBe('link');
  });
});
