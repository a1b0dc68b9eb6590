import forge from 'node-forge';

/**
 * ASN.1, parsed by node-forge. The functions here throw a plain Error when the structure is not the expected one;
 * `readP12` turns it into a `P12Error`.
 */

/** An ASN.1 value. */
export type Node = forge.asn1.Asn1;

/** Reads one value. */
export const parse = (der: Buffer): Node => forge.asn1.fromDer(der.toString('latin1'));

/** The value in DER. */
export const serialise = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** The values inside a constructed value. */
export function children(node: Node | undefined): Node[] {
  if (!Array.isArray(node?.value)) throw new Error('A constructed ASN.1 value was expected.');
  return node.value;
}

/** Content of an octet string. In BER it may be in several pieces, as Windows and Firefox write it. */
export function octets(node: Node | undefined): Buffer {
  if (typeof node?.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(children(node).map(octets));
}

/** A non-negative integer; `Infinity` if it is too large for a number. */
export const integer = (node: Node | undefined): number =>
  octets(node).reduce((value, octet) => value * 256 + octet, 0);

/** An object identifier in dotted form. */
export const oid = (node: Node | undefined): string => forge.asn1.derToOid(octets(node).toString('latin1'));

/** node-forge's name for an object identifier, or its dotted form if it has no name. */
export const oidName = (node: Node | undefined): string => forge.pki.oids[oid(node)] ?? oid(node);
