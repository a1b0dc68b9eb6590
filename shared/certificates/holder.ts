import forge from 'node-forge';
import { children, type Node, octets, oid, parse } from './asn1.ts';

/** The person or organisation to whom a certificate was issued. Missing values are `''`. */
export interface Holder {
  /** NIF, NIE or passport number of the person, in capitals, without prefix; the seal of an organisation has none. */
  dni: string;
  givenName: string;
  /** Both surnames, separated by a space. */
  surname: string;
  /** The organisation that the person represents or belongs to, or whose seal it is. */
  organisation?: { cif: string; name: string };
}

/** Common name, issuer and holder of a certificate. */
export interface Identity {
  name: string;
  /** Common name of the issuer; `''` if it has none. */
  issuer: string;
  holder: Holder;
}

/** Whether two certificates were issued to the same holder, as far as their contents show. */
export function isSameHolder(a: Identity, b: Identity): boolean {
  const id = ({ name, holder: { dni, organisation } }: Identity) =>
    dni || organisation ? `${dni} ${organisation?.cif}` : name;
  return id(a) === id(b);
}

/** Attributes of a distinguished name by dotted identifier. Of a repeated one, the last: it is the most specific. */
type Attributes = Record<string, string | undefined>;

const NIF = /\b[\dXYZKLM]\d{7}[A-Z]\b/;
const CIF = /\b[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]\b/;

/**
 * Reads common name and holder of a certificate in DER. Spanish authorities follow ETSI EN 319 412-1 in the subject
 * (`serialNumber=IDCES-<NIF>`, `organizationIdentifier=VATES-<CIF>`). FNMT repeats them in the alternative name, with
 * or without those prefixes and with each surname separate, in its own attributes (1.3.6.1.4.1.5734.1). Some old
 * certificates have only the common name.
 */
export function identify(certificate: Buffer): Identity {
  const [tbs] = children(parse(certificate));
  const fields = children(tbs);
  // Serial number, algorithm, issuer, validity, subject. Before these, all versions but 1 have the version.
  const [, , issuer, , own] = fields.filter((field) => !isTagged(field, 0));
  const subject = attributesOf(own);
  const alternative = alternativeName(fields.find((field) => isTagged(field, 3)));
  const { '2.5.4.3': name = '', '2.5.4.5': serial, '2.5.4.97': organisationId } = subject;

  const fnmtAttribute = (arc: number) => alternative[`1.3.6.1.4.1.5734.1.${arc}`];
  const dni = firstOf(personId, fnmtAttribute(4), serial, name) ?? '';
  const taxId = firstOf(organisationTaxId, fnmtAttribute(7), organisationId, serial, name) ?? '';
  // The number of a passport may be repeated in the name.
  const cif = taxId === dni ? '' : taxId;
  // In certificates of public employees the NIF comes after the surnames.
  const surname = subject['2.5.4.4']?.replace(/ - \w+$/, '');
  return {
    name,
    issuer: attributesOf(issuer)['2.5.4.3'] ?? '',
    holder: {
      dni,
      givenName: fnmtAttribute(1) || subject['2.5.4.42'] || '',
      surname: [fnmtAttribute(2), fnmtAttribute(3)].filter(Boolean).join(' ') || surname || '',
      ...(cif && { organisation: { cif, name: fnmtAttribute(6) || subject['2.5.4.10'] || '' } }),
    },
  };
}

function firstOf(read: (value: string) => string | undefined, ...values: (string | undefined)[]) {
  return values.map((value) => value && read(value.toUpperCase())).find(Boolean);
}

/**
 * The number after a prefix for persons (ETSI EN 319 412-1, 5.1.3): a passport, an identity card, a personal or tax number, or of
 * a national scheme. Foreign ones have any form, also the form of a Spanish CIF, which some seals have after a prefix for persons.
 */
function prefixedPersonId(value: string): string | undefined {
  const [, kind, country, number] = /^(PAS|IDC|PNO|TIN|TAX|[A-Z]{2}:)([A-Z]{2})-(.+)$/.exec(value) ?? [];
  const isSeal = kind !== 'PAS' && country === 'ES' && CIF.test(number ?? '');
  return isSeal ? undefined : number;
}

const personId = (value: string): string | undefined => prefixedPersonId(value) ?? value.match(NIF)?.[0];

function organisationTaxId(value: string): string | undefined {
  if (prefixedPersonId(value) !== undefined) return undefined;
  return /^VAT[A-Z]{2}-(.+)$/.exec(value)?.[1] ?? value.match(CIF)?.[0];
}

const isTagged = (node: Node, tag: number): boolean =>
  node.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && node.type === tag;

/** The attributes of the directory names in the subject alternative name, from the extensions of a certificate. */
function alternativeName(extensions: Node | undefined): Attributes {
  const list = extensions ? children(children(extensions)[0]) : [];
  const extension = list.find((candidate) => oid(children(candidate)[0]) === '2.5.29.17');
  if (!extension) return {};
  const names = children(parse(octets(children(extension).at(-1))));
  const directories = names.filter((name) => isTagged(name, 4));
  return Object.assign({}, ...directories.map((name) => attributesOf(children(name)[0])));
}

function attributesOf(name: Node | undefined): Attributes {
  const attributes = children(name).flatMap(children);
  return Object.fromEntries(
    attributes.map((attribute) => {
      const [type, value] = children(attribute);
      return [oid(type), text(value)];
    }),
  );
}

/** node-forge decodes BMPString. Of the other types, only UTF8String has characters beyond Latin-1. */
function text(node: Node | undefined): string {
  const value = typeof node?.value === 'string' ? node.value : '';
  const isUtf8 = node?.type === forge.asn1.Type.UTF8;
  return (isUtf8 ? Buffer.from(value, 'latin1').toString('utf8') : value).normalize('NFC').trim();
}
