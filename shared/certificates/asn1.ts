import forge from 'node-forge';

/**
 * ASN.1 as node-forge parses it. The readers throw plain errors on another structure than the expected one; `readP12`
 * says what that means.
 */

/** A value of ASN.1. */
export type Node = forge.asn1.Asn1;

/** Reads one value. */
export const parse = (der: Buffer): Node => forge.asn1.fromDer(der.toString('latin1'));

/** The value in DER. */
export const serialise = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** The values inside a constructed one. */
export function children(node: Node | undefined): Node[] {
  if (!Array.isArray(node?.value)) throw new Error('A constructed ASN.1 value was expected.');
  return node.value;
}

/** Content of a string of octets; BER may cut it in pieces, as Windows and Firefox do. */
export function octets(node: Node | undefined): Buffer {
  if (typeof node?.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(children(node).map(octets));
}

/** A non-negative integer, `Infinity` when it is too large. */
export const integer = (node: Node | undefined): number =>
  octets(node).reduce((value, octet) => value * 256 + octet, 0);

/** An object identifier, dotted. */
export const oid = (node: Node | undefined): string => forge.asn1.derToOid(octets(node).toString('latin1'));

/** An object identifier by node-forge's name for it, and dotted when it has none. */
export const named = (node: Node | undefined): string => forge.pki.oids[oid(node)] ?? oid(node);
