import type { X509Certificate } from 'node:crypto';

/** A certificate and those of its issuers that are in `certificates`, in order. */
export function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1)!;
    const issuer = certificates.find(
      (other) => !chain.includes(other) && last.checkIssued(other) && last.verify(other.publicKey),
    );
    if (!issuer) return chain;
    chain.push(issuer);
  }
}
