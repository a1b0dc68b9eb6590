import * as z from 'zod';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { answerDay, answerText } from '../../../shared/operation/answer-fields.ts';
import { type CertificateRow, validityFault } from '../../../shared/stores/certificate-row.ts';
import { typeText } from '../../gateway/certificate/fields.ts';

/** A certificate as programs of offices read it. */
export const officeCertificate = z.object({
  alias: answerText('Nombre del certificado.'),
  nif: answerText('NIF del titular.'),
  tipo: answerText('Organismos para los que sirve, en palabras.'),
  activo: z.boolean().meta({ description: 'Se puede usar.' }),
  creacion: answerDay('Cuándo se guardó, AAAA-MM-DD.'),
  expiracion: answerDay('Válido hasta, AAAA-MM-DD.'),
  emitido_por: answerText('Quién lo emitió; vacío si no lo dice.'),
});

/**
 * The resource of a certificate.
 * @param ownerActive false while the client company that owns it is inactive
 */
export const toOfficeCertificate = (row: CertificateRow, ownerActive: boolean, now: Date) => ({
  alias: row.name,
  nif: row.dni,
  tipo: typeText(row.type),
  activo: ownerActive && !validityFault(row, now),
  creacion: madridDay(new Date(row.createdAt)),
  expiracion: madridDay(new Date(row.notAfter)),
  emitido_por: row.issuer,
});
