import { request } from 'node:https';
import { ENTRANCE } from '../../shared/authorities/aeat/portal.ts';
import { lacksLateCertificate } from '../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../shared/authorities/channel/tls.ts';
import { SERVICES } from '../../shared/authorities/dehu/services.ts';
import { START } from '../../shared/authorities/sepe/contrata/pages.ts';
import { RESULT_SERVICE } from '../../shared/authorities/sepe/services/soap.ts';
import { siteOf, trustOf } from '../../shared/authorities/sites.ts';
import { entranceOf } from '../../shared/authorities/tgss/jacada/dialog.ts';
import { addressVariable } from '../../shared/kernel/config.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { ANSWER_MS, faulty, lookAtTls } from './addresses.ts';
import type { Finding } from './check.ts';

/** Pages of the authorities that require a certificate; for SEPE one of its services and one of its application. */
const ENTRANCES: Record<AuthorityName, string[]> = {
  tgss: [entranceOf('ATR65')],
  sepe: [RESULT_SERVICE.path, START],
  aeat: [ENTRANCE],
  dehu: [SERVICES.Localiza.path],
};

/**
 * Addresses and TLS settings of an authority.
 * @param variables environment of a function of the stage
 * @returns an empty list if the stand-ins run inside the functions
 */
export const entrancesTo = (
  authority: AuthorityName,
  variables: Record<string, string>,
): { url: URL; settings: TlsSettings }[] => {
  const address = variables[addressVariable(authority)];
  if (!address) return [];
  const { tls } = trustOf(authority, variables);
  return ENTRANCES[authority].map((path) => {
    const url = new URL(path, siteOf(authority, path, address));
    // The configured server name applies to the authority's address only, as in the functions.
    return { url, settings: url.origin === address ? tls : { ...tls, serverName: undefined } };
  });
};

/**
 * Requests a page without a certificate, and returns whether the server asks for one by renegotiation.
 * @throws Error if no answer comes
 */
const isLateCertificateMissing = (url: URL, settings: TlsSettings): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const servername = settings.serverName ?? url.hostname;
    const options = { ...secureOptions(settings), servername, agent: false, timeout: ANSWER_MS };
    const asking = request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve(lacksLateCertificate({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces) })),
      );
    });
    asking.once('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.once('error', reject);
    asking.end();
  });

/**
 * Checks an authority from this machine without a certificate: TLS with the stage's settings, and whether it can ask
 * for a certificate.
 * @param url a page that requires a certificate, so that a late request for one is noticed
 * @param settings the stage's TLS settings
 */
export const lookAtAuthority = async (url: URL, now: Date, settings: TlsSettings): Promise<Finding> => {
  const { host } = url;
  const seen = await lookAtTls(url, { now, settings, isOurs: false });
  if (seen.state !== 'ok') return seen;
  // Without a certificate the server may close the connection or not answer, which is no TLS fault.
  const isMissing = await isLateCertificateMissing(url, settings).catch(() => false);
  return isMissing ? faulty(host, 'renegotiation') : seen;
};
