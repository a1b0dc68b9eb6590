import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import type { BirthCertificate } from '../../../shared/authorities/tgss/prosa/birth-certificate.ts';
import { birthCertificates } from '../../../shared/authorities/tgss/prosa/birth-certificates.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';

/**
 * Whether the Seguridad Social has a certificate of this worker and rest, with the same days, received since the day of the request
 * and not annulled: an earlier one is of another filing. Absence proves nothing.
 */
export const isBirthHeld = async (
  tgss: ReadingPort,
  { regimen, ccc, nss, fecha_inicio, fecha_fin }: BirthCertificate,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> => {
  const certificates = await tgss.read(birthCertificates, {
    regimen,
    ccc,
    nss,
    fecha_inicio,
    from: fecha_inicio,
    to: madridDay(now),
  });
  return certificates.some(
    (one) =>
      one.nss === nss &&
      one.fecha_inicio === fecha_inicio &&
      one.fecha_fin === fecha_fin &&
      one.fecha_recepcion >= madridDay(since) &&
      !/anulad/i.test(one.estado),
  );
};
