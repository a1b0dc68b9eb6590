import * as z from 'zod';
import { WATCHED } from '../../../shared/kernel/errors.ts';
import { code, integer, SECRET_LENGTH } from '../../../shared/kernel/fields.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { answerDay } from '../../../shared/operation/answer-fields.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { type CertificateRow, validityFault } from '../../../shared/stores/certificate-row.ts';
import type { CertificateSecret } from '../../../shared/stores/certificates.ts';

/** Types of certificate, by the authority for which they serve. */
const TYPES = {
  '1': 'Autorizado RED de la Seguridad Social',
  '2': 'Servicio público de empleo (SEPE)',
  '3': 'Agencia Tributaria',
  '5': 'DEHú y otros servicios',
} as const;

export const certificateType = code(
  TYPES,
  'Tipo: 1 autorizado RED, 2 SEPE, 3 Agencia Tributaria, 5 DEHú y otros.',
);

/** At which authorities notifications are looked for. */
export const watches = z
  .array(z.enum(WATCHED))
  .meta({ description: 'Organismos en los que se buscan notificaciones dos veces al día.' });

export const clientId = integer('Identificador del cliente; solo para los certificados de un cliente.');

/** `{cert_secret}` of the path. */
export const certSecret = z
  .string()
  .max(200)
  .meta({ description: `Clave del certificado. Hasta ${SECRET_LENGTH} caracteres.` });

/**
 * Reads a secret of the caller; `undefined` for secrets of others. A client company only has secrets of its own
 * certificates.
 */
export const ownSecret = async (
  sent: string,
  { caller: { accountId, clientId }, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<CertificateSecret | undefined> => {
  const secret = await stores.certificates.readSecret(sent, accountId);
  return clientId === undefined || clientId === secret?.clientId ? secret : undefined;
};

/** The certificate resource of the interface; it never contains the key. */
export const certificateResource = z
  .object({
    name: z.string().meta({ description: 'Nombre del certificado.' }),
    desde: answerDay('Válido desde, AAAA-MM-DD.'),
    expired: answerDay('Válido hasta, AAAA-MM-DD.'),
    dni: z.string().meta({ description: 'Documento del titular.' }),
    gn: z.string().meta({ description: 'Nombre del titular.' }),
    sn: z.string().meta({ description: 'Apellidos del titular.' }),
    type: z.int().nullable().meta({
      description:
        'Tipo: 1 autorizado RED, 2 SEPE, 3 Agencia Tributaria, 5 DEHú y otros; nulo si sirve para todos.',
    }),
    typeText: z.string().meta({ description: 'El tipo, en palabras.' }),
    fullName: z
      .string()
      .meta({ description: 'Nombre y apellidos del titular, o el nombre del certificado.' }),
    issuer_cn: z.string().meta({ description: 'Quién lo emitió; vacío si el certificado no lo nombra.' }),
    sepe_user: z.string().nullable().meta({
      description: 'Usuario de los servicios del SEPE guardado con el certificado; nulo si no hay.',
    }),
    watches,
    active: z.literal([0, 1]).meta({ description: '1 activo, 0 inactivo, caducado o aún no válido.' }),
    cert_secret: z
      .string()
      .max(SECRET_LENGTH)
      .meta({
        description: `Clave que se envía en la cabecera X-Cert-Secret. Hasta ${SECRET_LENGTH} caracteres.`,
      }),
  })
  .meta({ id: 'Certificate' });

export const certificateExample: z.output<typeof certificateResource> = {
  name: 'GARCIA LOPEZ ANA - 12345678Z',
  desde: '2026-01-10',
  expired: '2030-01-10',
  dni: '12345678Z',
  gn: 'ANA',
  sn: 'GARCIA LOPEZ',
  type: 1,
  typeText: TYPES['1'],
  fullName: 'ANA GARCIA LOPEZ',
  issuer_cn: 'AC FNMT Usuarios',
  sepe_user: null,
  watches: [],
  active: 1,
  cert_secret: 'q1b3…',
};

/** For which authorities a type serves, in words. */
export const typeText = (type: number | undefined): string =>
  type === undefined ? 'Todos los organismos' : (TYPES[String(type) as keyof typeof TYPES] ?? '');

/** The resource of a stored certificate. `ownerActive` is false while the client company that owns it is inactive. */
export const toResource = async (
  row: CertificateRow,
  ownerActive: boolean,
  { stores, authorityNow }: Pick<Ports, 'stores' | 'authorityNow'>,
): Promise<z.output<typeof certificateResource>> => ({
  name: row.name,
  desde: madridDay(new Date(row.notBefore)),
  expired: madridDay(new Date(row.notAfter)),
  dni: row.dni,
  gn: row.givenName,
  sn: row.surname,
  type: row.type ?? null,
  typeText: typeText(row.type),
  fullName: [row.givenName, row.surname].filter((part) => part !== '').join(' ') || row.name,
  issuer_cn: row.issuer,
  sepe_user: row.sepe?.user ?? null,
  watches: row.watches ?? [],
  active: ownerActive && !validityFault(row, authorityNow) ? 1 : 0,
  cert_secret: await stores.certificates.issueSecret(row),
});
