import { unzipSync } from 'fflate';
import { expect, vi } from 'vitest';
import { sha256Of } from '../../../shared/kernel/document.ts';
import type { Manifest } from '../../../shared/serving/evidence/manifest.ts';
import type { Gateway } from '../gateway.ts';

/** Files of the zip that are not parts of the evidence: the manifest and its time-stamp. */
const NO_PARTS = ['manifest.json', 'manifest.json.tsr'];

/** Opens the evidence in an answer, and checks each part against the manifest. */
export const openedEvidence = (
  id: string,
  { file, sha256 }: { file: { content: string }; sha256: string },
) => {
  expect(file).toMatchObject({ contentType: 'application/zip', name: `evidencias-${id}.zip` });
  const zip = Buffer.from(file.content, 'base64');
  expect(sha256Of(zip)).toBe(sha256);
  const files = unzipSync(zip);
  const manifest: Manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString());
  const parts = Object.entries(files).filter(([name]) => !NO_PARTS.includes(name));
  const hashes = Object.fromEntries(parts.map(([name, bytes]) => [name, sha256Of(bytes)]));
  expect(Object.fromEntries(manifest.parts.map((part) => [part.name, part.sha256]))).toEqual(hashes);
  for (const { name, size } of manifest.parts) expect(files[name]).toHaveLength(size);
  const part = (kind: string) => manifest.parts.filter((one) => one.kind === kind);
  return { zip, manifest, files, part, text: zip.toString('latin1') };
};

/** Requests and opens the evidence of a filing. */
export const openEvidence = async (who: Gateway, id: string) => {
  // A part may still be written when the filing is answered.
  const { status, body } = await vi.waitUntil(
    async () => {
      const answered = await who.get(`/tramites/${id}/evidence`);
      return answered.status !== 404 && answered;
    },
    { timeout: 120_000, interval: 1_000 },
  );
  expect(status, body.message).toBe(200);
  return { ...openedEvidence(id, body.data), timestamp: body.data.timestamp as string };
};
