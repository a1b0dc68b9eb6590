import { request } from 'node:https';
import { ENTRANCE } from '../../shared/authorities/aeat/portal.ts';
import { lacksLateCertificate } from '../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../shared/authorities/channel/tls.ts';
import { SERVICES } from '../../shared/authorities/dehu/services.ts';
import { START } from '../../shared/authorities/sepe/contrata/pages.ts';
import { RESULT_SERVICE } from '../../shared/authorities/sepe/services/soap.ts';
import { siteOf, trustOf } from '../../shared/authorities/sites.ts';
import { entranceOf } from '../../shared/authorities/tgss/jacada/dialog.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { ANSWER_MS, faulty, lookAtTls } from './addresses.ts';
import type { Finding } from './check.ts';

/** Pages of the authorities that want a certificate; of SEPE one of its services and one of its application. */
const ENTRANCES: Record<AuthorityName, string[]> = {
  tgss: [entranceOf('ATR65')],
  sepe: [RESULT_SERVICE.path, START],
  aeat: [ENTRANCE],
  dehu: [SERVICES.Localiza.path],
};

/**
 * Where an authority is looked at, and how TLS with it is.
 * @param variables those of a function of the stage
 * @returns nothing where stand-ins answer within the functions
 */
export const entrancesTo = (
  authority: AuthorityName,
  variables: Record<string, string>,
): { url: URL; settings: TlsSettings }[] => {
  const address = variables[`${authority.toUpperCase()}_URL`];
  if (!address) return [];
  const { tls } = trustOf(authority, variables);
  return ENTRANCES[authority].map((path) => {
    const url = new URL(path, siteOf(authority, path, address));
    // The name is that of the address only, as for the functions.
    return { url, settings: url.origin === address ? tls : { ...tls, serverName: undefined } };
  });
};

/** Asks for a page, without a certificate. @throws Error if no answer comes */
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
 * Looks at an authority from here, without a certificate: it takes TLS as the stage has it, and can ask for a certificate.
 * @param url a page that wants a certificate, so that one that is asked for late is noticed
 * @param settings those of the stage
 */
export const lookAtAuthority = async (url: URL, now: Date, settings: TlsSettings): Promise<Finding> => {
  const { host } = url;
  const seen = await lookAtTls(url, { now, settings, isOurs: false });
  if (seen.state !== 'ok') return seen;
  // Without a certificate it may end the connection, or not answer: that is no fault of TLS.
  const isMissing = await isLateCertificateMissing(url, settings).catch(() => false);
  return isMissing ? faulty(host, 'renegotiation') : seen;
};
