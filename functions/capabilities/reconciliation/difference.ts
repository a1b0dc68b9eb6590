import type { Question } from './questions.ts';

/** What a comparison says: the differences, and what could not be compared. */

/** Kinds of differences, with their meaning in Spanish. */
export const KIND_TEXT = {
  notRegistered: 'no está de alta en la Seguridad Social',
  notBelieved: 'está de alta en la Seguridad Social y no en la plantilla',
  notTerminated: 'terminó según la plantilla y sigue de alta en la Seguridad Social',
  document: 'es el mismo número de la Seguridad Social con otro documento',
  nss: 'es el mismo documento con otro número de la Seguridad Social',
  name: 'es el mismo documento con otro nombre',
  field: 'un dato es distinto',
  contractMissing: 'está de alta y el SEPE no tiene un contrato que empiece ese día',
  contractUnregistered: 'el SEPE tiene un contrato y no hay un alta que lo cubra',
  certificateMissing: 'está de baja y el SEPE no tiene el certificado de empresa',
} as const;
export type DifferenceKind = keyof typeof KIND_TEXT;

/** Fields that are compared, by their names in the interface. */
export const COMPARED_FIELDS = [
  'fecha_alta',
  'fecha_baja',
  'tipo_contrato',
  'coeficiente',
  'grupo_cotizacion',
  'cno',
] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** A difference: both values (`null` for none), since when, and the filing that would correct it. */
export interface Difference {
  kind: DifferenceKind;
  document: string;
  nss: string | null;
  /** First names first; `null` if neither side shows one. */
  name: string | null;
  field: ComparedField | null;
  believed: string | null;
  found: string | null;
  since: string | null;
  /**
   * Id of the operation, and the known part of its body. A person files it; the service does not. `null` if the two sides do not prove
   * which filing is right.
   */
  mends: Mends | null;
}

/** A filing that would correct a difference. */
export interface Mends {
  operation: string;
  body: Record<string, unknown>;
}

/** Something that no answer shows, so it counts neither as equal nor as different. */
export interface NotCompared {
  about: Question['about'];
  document: string | null;
}
