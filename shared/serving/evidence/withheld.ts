import { sha256Of } from '../../kernel/document.ts';
import type { Caller } from '../../operation/ports.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import type { EvidenceFile } from './read.ts';

type Named = { user: string; name?: string | undefined; email?: string | undefined };

/**
 * Evidence as a caller may see it. A client company is not told who the users of its account are, as a trámite does not: its
 * manifest lacks their names and e-mails, says so, and has the SHA-256 of the whole one, which the time-stamp is of.
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
