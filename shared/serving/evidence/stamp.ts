import { timeStampAuthority } from '../../kernel/config.ts';
import { sha256Of } from '../../kernel/document.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { withDeadline } from '../../stores/limits.ts';
import type { Services } from '../services.ts';
import { MANIFEST } from './manifest.ts';

/**
 * Time-stamps (RFC 3161) of evidence: of the manifest, which has the hash of all else. A token is an object of its own, and
 * nothing that is written is written again for it. No answer waits for one: the schedule asks for it, until it is there.
 */

/** Longest time, in milliseconds, that one may take of the schedule. */
const STAMP_MS = 20_000;

/** Name of the token in the zip. */
export const TOKEN = `${MANIFEST}.tsr`;

/** Key of a manifest's token. Each manifest has its own, since a filing that is looked up has several. */
export const tokenKey = (folder: string, manifest: Uint8Array): string =>
  `${folder}stamp-${sha256Of(manifest)}.tsr`;

/**
 * Obtains the time-stamp of the evidence of a filing, where it is due, and stores it.
 * @returns whether it is there
 */
export const stampEvidence = async (
  services: Services,
  filing: Filing,
  staysDue: boolean,
): Promise<boolean> => {
  const { stores, log } = services;
  const { id, stampDue, requestId } = filing;
  if (stampDue === undefined) return true;
  try {
    await withDeadline(STAMP_MS, async () => {
      const folder = stores.evidence.evidenceFolder(filing);
      const manifest = await stores.evidence.getEvidence(folder + MANIFEST);
      if (!manifest) throw new Error('evidence without its manifest');
      const key = tokenKey(folder, manifest);
      const address = timeStampAuthority();
      if (address !== undefined && !(await stores.evidence.getEvidence(key))) {
        const { timeStampOf } = await import('./time-stamp.ts');
        const token = await timeStampOf(manifest, (query) => stores.timeStamps.askTimeStamp(address, query));
        await stores.evidence.putEvidence(key, token, { contentType: 'application/timestamp-reply' });
      }
      await stores.filings.noteStamped(id, stampDue, staysDue);
    });
    return true;
  } catch (error) {
    log.error('evidence could not be time-stamped', { requestId, filing: id, error: error as Error });
    return false;
  }
};
