import { authoritySilent } from '../../kernel/authority-errors.ts';
import { sha256Of } from '../../kernel/document.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Caller } from '../../operation/ports.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { storedAnswer } from '../filing/answer.ts';
import { dueAfterTakes } from '../filing/times.ts';
import type { Services } from '../services.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { TOKEN, tokenKey } from './stamp.ts';
import { completeEvidence } from './write.ts';

/** A file of the evidence of a filing, with its name. */
export interface EvidenceFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * The evidence of a filing: its manifest, its parts, and the manifest's time-stamp if there is one. `undefined` if
 * there is none, or it is not complete yet.
 * @throws Error when a part does not match the manifest
 */
export const readEvidence = async (
  { stores: { evidence } }: Services,
  filing: Filing,
): Promise<EvidenceFile[] | undefined> => {
  const folder = evidence.evidenceFolder(filing);
  const manifest = await evidence.getEvidence(folder + MANIFEST);
  if (!manifest) return undefined;
  const token = evidence.getEvidence(tokenKey(folder, manifest));
  token.catch(() => {});
  const { parts, times } = readManifest(manifest);
  // The manifest was written at the same time as the record, and the record's write failed.
  if (!filing.endedAt || (times.ended ?? '') > filing.endedAt) return undefined;
  const read = await Promise.all(
    parts.map(async ({ name, sha256 }) => {
      const bytes = await evidence.getEvidence(folder + name);
      // As long as it is due, parts may be on their way.
      if (!bytes && filing.evidenceDue) return undefined;
      if (!bytes || sha256Of(bytes) !== sha256) throw new Error('evidence hash mismatch');
      return { name, bytes };
    }),
  );
  const files = read.filter((file) => file !== undefined);
  if (files.length < parts.length) return undefined;
  const stamp = await token;
  return [{ name: MANIFEST, bytes: manifest }, ...(stamp ? [{ name: TOKEN, bytes: stamp }] : []), ...files];
};

/** Whether nothing of a filing was sent because its authority was down, paused or silent, as its answer says. */
const wasDown = async (services: Services, filing: Filing): Promise<boolean> => {
  if (filing.state !== 'ended' || filing.dry || filing.reading) return false;
  const answer = JSON.parse((await storedAnswer(services, filing)) ?? '{}');
  return answer.maintenance === true || answer.message === authoritySilent(filing.authority).message;
};

/**
 * Writes the evidence of a filing that was not sent because its authority did not work: the request, its time, and
 * the answer. Existing evidence stays.
 * @throws ServiceError 409 for any other filing without evidence
 */
export const witnessOutage = async (services: Services, filing: Filing): Promise<void> => {
  if (await readEvidence(services, filing)) return;
  if (!(await wasDown(services, filing)))
    throw conflict('Solo se hacen evidencias de lo que no se envió porque el organismo no estaba operativo.');
  const instant = services.now();
  const dueAt = dueAfterTakes(filing, 0, instant)!;
  if (await services.stores.filings.wantEvidence(filing, instant, dueAt))
    await completeEvidence(services, { ...filing, evidenceDue: instant.toISOString() }, false);
};

type Named = { user: string; name?: string | undefined; email?: string | undefined };

/**
 * Evidence as a caller may see it. A client company is not told the users of its account: its manifest lacks their
 * names and e-mails, says so, and has the SHA-256 of the complete manifest, to which the time-stamp belongs.
 */
export const shownTo = (
  files: EvidenceFile[],
  { clientId, userId }: Pick<Caller, 'clientId' | 'userId'>,
): EvidenceFile[] => {
  const whole = files.find(({ name }) => name === MANIFEST);
  if (clientId === undefined || !whole) return files;
  const { by, preview, ...rest } = readManifest(whole.bytes);
  const members: string[] = [];
  const without = <Of extends Named>(path: string, of: Of): Of => {
    if (of.user === userId || (of.name === undefined && of.email === undefined)) return of;
    const { name: _, email: __, ...others } = of;
    members.push(`${path}.name`, `${path}.email`);
    return others as Of;
  };
  const shown: Manifest = {
    ...rest,
    by: without('by', by),
    ...(preview && { preview: without('preview', preview) }),
  };
  if (members.length === 0) return files;
  const withheld = { members, sha256: sha256Of(whole.bytes) };
  const bytes = Buffer.from(JSON.stringify({ ...shown, withheld }, null, 2));
  return files.map((file) => (file === whole ? { name: MANIFEST, bytes } : file));
};
