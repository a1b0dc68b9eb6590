import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { TLS_ADVICE, TLS_SEEN } from '../../infra/authorities/tls.ts';
import { codeOf, tlsFaultOf } from '../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../shared/authorities/channel/tls.ts';
import { TRUSTED, type TrustedCertificate } from '../../shared/authorities/channel/trusted.ts';
import { ANSWER_MS } from './addresses.ts';
import { type Finding, ok, problem, unchecked } from './check.ts';
import { dayOf } from './trusted.ts';

/** The certificates in a PEM text. */
const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []).map(
    (one) => new X509Certificate(one),
  );

/** Who has a certificate of a chain: the server sends it, Node or the gateway trusts it, or the stage's settings add it. */
type Holder = 'server' | 'node' | 'gateway' | 'stage';

interface Link {
  certificate: X509Certificate;
  holder: Holder;
}

const isSelfIssued = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate);

/**
 * The chain of a server's certificate, from it to its root or to the last certificate whose issuer is at hand.
 * @param sent certificates that the server sends, its own first
 * @param roots PEM: certificates that the stage's settings add
 */
const chainOf = (
  [leaf, ...sent]: X509Certificate[],
  roots: string,
  trusted: readonly TrustedCertificate[],
): Link[] => {
  const linkOf = (holder: Holder) => (certificate: X509Certificate) => ({ certificate, holder });
  const candidates: Link[] = [
    ...sent.filter((certificate) => !isSelfIssued(certificate)).map(linkOf('server')),
    ...rootCertificates.map((pem) => new X509Certificate(pem)).map(linkOf('node')),
    ...trusted.map(({ pem }) => new X509Certificate(pem)).map(linkOf('gateway')),
    ...certificatesIn(roots).map(linkOf('stage')),
    // A root that is sent is not trusted for that.
    ...sent.filter(isSelfIssued).map(linkOf('server')),
  ];
  const chain: Link[] = [{ certificate: leaf!, holder: 'server' }];
  for (let last = leaf!; !isSelfIssued(last) && chain.length <= candidates.length; ) {
    const issuer = candidates.find(
      ({ certificate }) => last.checkIssued(certificate) && last.verify(certificate.publicKey),
    );
    if (!issuer) break;
    chain.push(issuer);
    last = issuer.certificate;
  }
  return chain;
};

/** The common name of a subject or issuer, or its unit or organisation where it has none. */
const nameIn = (distinguished: string): string =>
  ['CN', 'OU', 'O']
    .map((type) => new RegExp(`^${type}=(.+)$`, 'm').exec(distinguished)?.[1])
    .find((name) => name !== undefined) ?? distinguished.replaceAll('\n', ', ');

/** Address at which an issuer publishes its certificate (AIA), if the certificate has one. */
const publishedAt = ({ infoAccess = '' }: X509Certificate): string | undefined =>
  /^CA Issuers - URI:(\S+)$/m.exec(infoAccess)?.[1];

/** What a handshake without a request and without a certificate of ours shows. */
interface Shown {
  protocol: string;
  /** Certificates that the server sends, its own first. */
  sent: X509Certificate[];
}

/**
 * @param isVerified whether the server's certificate must be valid; otherwise nothing is verified, and nothing is trusted
 * @throws Error with the code of the fault
 */
const handshake = (
  { hostname, port }: URL,
  settings: TlsSettings,
  { isVerified }: { isVerified: boolean },
): Promise<Shown> =>
  new Promise((resolve, reject) => {
    const servername = settings.serverName ?? hostname;
    const socket: TLSSocket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(servername) === 0 && { servername }),
      ...secureOptions(settings),
      timeout: ANSWER_MS,
      // Without any root, Node adds none of its own to the chain that the server sends.
      ...(!isVerified && { rejectUnauthorized: false, ca: [] }),
    });
    socket.once('secureConnect', () => {
      const sent: X509Certificate[] = [];
      let peer = socket.getPeerCertificate(true);
      while (peer?.raw && !sent.some(({ raw }) => raw.equals(peer.raw))) {
        sent.push(new X509Certificate(peer.raw));
        peer = peer.issuerCertificate;
      }
      resolve({ protocol: socket.getProtocol() ?? 'TLS', sent });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });

/** What the gateway adds to the chain that a server sends, or that Node lacks. */
const additionsTo = (chain: Link[]): string[] =>
  chain.flatMap(({ certificate, holder }) => {
    const name = nameIn(certificate.subject);
    const until = `until ${dayOf(certificate.validToDate)}`;
    if (holder === 'server') return [];
    const from = holder === 'stage' ? 'its rootsFile has it' : `the gateway has it ${until}`;
    if (!isSelfIssued(certificate)) return [`It does not send ${name}: ${from}.`];
    return holder === 'node' ? [] : [`Node does not have its root ${name}: ${from}.`];
  });

/** What is missing in a chain that is not trusted. */
const missingIn = (chain: Link[], now: Date): string => {
  const { certificate: last } = chain.at(-1)!;
  const ended = chain.find(({ certificate }) => certificate.validToDate < now)?.certificate;
  if (ended) return `${nameIn(ended.subject)} ended on ${dayOf(ended.validToDate)}`;
  if (isSelfIssued(last))
    return `its root ${nameIn(last.subject)} (until ${dayOf(last.validToDate)}) is not trusted`;
  const address = publishedAt(last);
  return `${nameIn(last.issuer)}, which issued ${nameIn(last.subject)}, is missing${address ? `; it is published at ${address}` : ''}`;
};

/**
 * Checks the chain of an authority's certificate from this machine: it makes two handshakes, shows no certificate and sends no
 * request. The finding has subject, issuer, and what the server leaves out.
 * @param settings TLS settings of the stage for this address
 * @param trusted certificates that this process trusts in addition to Node's
 */
export const lookAtChain = async (
  url: URL,
  now: Date,
  settings: TlsSettings,
  trusted: readonly TrustedCertificate[] = TRUSTED,
): Promise<Finding> => {
  const { host } = url;
  let shown: Shown;
  try {
    shown = await handshake(url, settings, { isVerified: false });
  } catch (error) {
    const code = codeOf(error);
    const fault = tlsFaultOf(code);
    if (fault) return problem(`${host}: ${TLS_SEEN[fault]}. ${TLS_ADVICE[fault]}.`);
    if (/^ERR_SSL_.*ALERT/.test(code))
      return unchecked(`${host} asks for a certificate before its chain can be seen (${code}).`);
    return problem(`${host} cannot be reached by TLS: ${(error as Error).message}. Check this network.`);
  }
  const [leaf] = shown.sent;
  const chain = chainOf(shown.sent, settings.roots ?? '', trusted);
  const text =
    `${host}: ${shown.protocol}, ${nameIn(leaf!.subject)} until ${dayOf(leaf!.validToDate)}, ` +
    `issued by ${nameIn(leaf!.issuer)}.`;
  const refused = await handshake(url, settings, { isVerified: true }).then(() => undefined, codeOf);
  if (!refused)
    return ok([text, ...additionsTo(chain), `Root: ${nameIn(chain.at(-1)!.certificate.subject)}.`].join(' '));
  const fault = tlsFaultOf(refused);
  return problem(
    fault === 'chain' || !fault
      ? `${text} It is refused (${refused}): ${missingIn(chain, now)}. ${TLS_ADVICE.chain}.`
      : `${text} It is refused: ${TLS_SEEN[fault]}. ${TLS_ADVICE[fault]}.`,
  );
};
