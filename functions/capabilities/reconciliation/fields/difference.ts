import * as z from 'zod';
import { answerText, answerTextOrNull, meaningsOf } from '../../../../shared/operation/answer-fields.ts';
import { COMPARED_FIELDS, type DifferenceKind, KIND_TEXT } from '../difference.ts';
import type { KeyedDifference } from '../shown.ts';
import type { NotComparedOfAccount } from '../store/reconciliation-row.ts';

/** What a comparison found, as answered: differences, and what was not compared. */

const KINDS = Object.keys(KIND_TEXT) as DifferenceKind[];

/** The key of a difference. */
export const differenceKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'Debe ser la clave de una diferencia.' })
  .meta({ description: 'Clave de la diferencia (key).' });

/** Schema of a difference in an answer. */
export const shownDifference = z
  .object({
    key: answerText('Su clave, para aceptarla; la misma en cada cuadre mientras no cambie.'),
    accepted: z.boolean().meta({ description: 'Si una persona la ha aceptado.' }),
    new: z.boolean().meta({ description: 'En un cuadre nocturno: si no estaba en el de la noche anterior.' }),
    kind: z.enum(KINDS).meta({ description: `Qué pasa: ${meaningsOf(KIND_TEXT)}.`, codes: KIND_TEXT }),
    account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
    dni: answerText('Documento del trabajador: el de la plantilla, si está en ella.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    name: answerTextOrNull('Nombre y apellidos, si se conocen.'),
    field: z.enum(COMPARED_FIELDS).nullable().meta({ description: 'El dato, si es uno.' }),
    believed: answerTextOrNull('Lo que dice la plantilla; null si nada. Fechas, AAAA-MM-DD.'),
    found: answerTextOrNull('Lo que consta en el organismo; null si nada. Fechas, AAAA-MM-DD.'),
    since: answerTextOrNull('Desde qué día, AAAA-MM-DD.'),
    mends: z
      .object({
        operation: answerText('Nombre, en la referencia, del trámite que lo arreglaría.'),
        body: z.record(z.string(), z.unknown()).meta({
          description: 'Su cuerpo, con lo que se conoce, para probarlo con test=1. No se presenta solo.',
        }),
        lacks: z
          .array(z.string())
          .meta({ description: 'Campos obligatorios que faltan en body, o no valen.' }),
      })
      .nullable()
      .meta({
        description:
          'El trámite que haría que el organismo tuviera lo que dice la plantilla; null si lo que consta en los dos lados no basta para ' +
          'saber cuál hace falta: hay que mirar primero cuál de los dos es correcto.',
      }),
  })
  .meta({ id: 'ReconciliationDifference' });

export const toDifference = ({
  document,
  lacks,
  mends,
  ...difference
}: KeyedDifference): z.output<typeof shownDifference> => ({
  key: difference.key,
  accepted: difference.isAccepted,
  new: difference.isNew === true,
  kind: difference.kind,
  account: difference.account,
  dni: document,
  nss: difference.nss,
  name: difference.name,
  field: difference.field,
  believed: difference.believed,
  found: difference.found,
  since: difference.since,
  mends: mends && { ...mends, lacks },
});

/** Subject of each question to an authority, in Spanish. */
export const ABOUT_TEXT = {
  registered: 'quién está de alta en la cuenta',
  situation: 'los datos del alta del trabajador',
  contracts: 'los contratos de la cuenta en el SEPE',
  certificates: 'los certificados de empresa del trabajador en el SEPE',
} as const;
type AboutText = keyof typeof ABOUT_TEXT;

/** Schema of something that was not compared, in an answer. */
export const shownNotCompared = z
  .object({
    about: z
      .enum(Object.keys(ABOUT_TEXT) as AboutText[])
      .meta({ description: `Qué no se pudo comparar: ${meaningsOf(ABOUT_TEXT)}.`, codes: ABOUT_TEXT }),
    account: answerText('Régimen y cuenta de cotización, 15 dígitos.'),
    dni: answerTextOrNull('Documento del trabajador; null si es de toda la cuenta.'),
    name: answerTextOrNull('Su nombre y apellidos, si se conocen.'),
    because: answerText('Por qué.'),
  })
  .meta({ id: 'ReconciliationGap' });

export const toNotCompared = ({
  document,
  name,
  ...gap
}: NotComparedOfAccount): z.output<typeof shownNotCompared> => ({
  ...gap,
  dni: document,
  name,
});

export const exampleDifference: z.output<typeof shownDifference> = {
  key: '3b8c1f0e5a7d4c29b6e1f2a0d9c8b7a6543210fedcba98765432100123456789',
  accepted: false,
  new: false,
  kind: 'field',
  account: '011128000000097',
  dni: '12345678Z',
  nss: '280000000097',
  name: 'ANA GARCIA LOPEZ',
  field: 'grupo_cotizacion',
  believed: '05',
  found: '07',
  since: '2025-11-03',
  mends: {
    operation: 'updateGroup',
    body: {
      regimen: '0111',
      ccc: '28000000097',
      dni: '12345678Z',
      nss: '280000000097',
      fecha_real: '2026-11-23',
      grupo_cotizacion: '05',
    },
    lacks: [],
  },
};
