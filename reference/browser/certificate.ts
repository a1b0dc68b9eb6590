/** A stored certificate in the answer of `GET /certificate`. A certificate without type serves all authorities. */
export interface Certificate {
  cert_secret: string;
  name: string;
  type?: number | null;
}

/** Certificate types of operations, by their addresses, which have no path parameters. */
export type CertificateTypes = Record<string, number>;

/**
 * A certificate for the operation at an address: one with its authority's type, otherwise one for all authorities. `undefined`
 * if the operation belongs to no authority, or no such certificate is stored.
 */
export const certificateFor = (
  types: CertificateTypes,
  certificates: Certificate[],
  path: string,
): Certificate | undefined => {
  const type = types[path];
  if (type === undefined) return undefined;
  return certificates.find((one) => one.type === type) ?? certificates.find((one) => one.type == null);
};
