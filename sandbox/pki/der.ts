/** ASN.1 nodes of node-forge, whose bytes are in strings. */

import forge from 'node-forge';

const { Class, Type, create } = forge.asn1;

export type Asn1 = forge.asn1.Asn1;

export const sequence = (...nodes: Asn1[]): Asn1 => create(Class.UNIVERSAL, Type.SEQUENCE, true, nodes);

export const set = (...nodes: Asn1[]): Asn1 => create(Class.UNIVERSAL, Type.SET, true, nodes);

export const oid = (id: string): Asn1 =>
  create(Class.UNIVERSAL, Type.OID, false, forge.asn1.oidToDer(id).getBytes());

export const octets = (bytes: string): Asn1 => create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes);

/** A number from its bytes, the first of which is below 0x80. */
export const integer = (bytes: string): Asn1 => create(Class.UNIVERSAL, Type.INTEGER, false, bytes);

/** A value with an implicit context tag. */
export const context = (tag: number, bytes: string): Asn1 =>
  create(Class.CONTEXT_SPECIFIC, tag, false, bytes);

/** A value with an explicit context tag. */
export const explicit = (tag: number, node: Asn1): Asn1 => create(Class.CONTEXT_SPECIFIC, tag, true, [node]);

export const bytesOf = (node: Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

export const nodeOf = (der: Buffer): Asn1 => forge.asn1.fromDer(der.toString('latin1'));
