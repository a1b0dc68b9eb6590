import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { type CertificateRow, validityFault } from '../../shared/stores/certificate-row.ts';
import { typeText } from '../certificate/fields.ts';

/** A certificate as programs of offices read it. @param ownerActive false while the client company that owns it is inactive */
export const toOfficeCertificate = (row: CertificateRow, ownerActive: boolean, now: Date) => ({
  alias: row.name,
  nif: row.dni,
  tipo: typeText(row.type),
  activo: ownerActive && !validityFault(row, now),
  creacion: madridDay(new Date(row.createdAt)),
  expiracion: madridDay(new Date(row.notAfter)),
  emitido_por: row.issuer,
});
