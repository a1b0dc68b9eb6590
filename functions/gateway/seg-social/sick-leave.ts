import type { ReadingPort, SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import { documentOfNumber } from '../../../shared/authorities/tgss/prosa/identities.ts';
import type { SickLeaveData } from '../../../shared/authorities/tgss/prosa/sick-leave-data.ts';
import { type SickLeaveNotice, sickLeaves } from '../../../shared/authorities/tgss/prosa/sick-leaves.ts';
import { sameCode } from '../../../shared/authorities/tgss/values.ts';
import { readAmount } from '../../../shared/kernel/amounts.ts';
import { invalid } from '../../../shared/kernel/errors.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';

/**
 * The application takes the worker's number alone, so the document is compared first: otherwise the data could be sent for
 * another person than the record names.
 * @throws ServiceError 422 if the number is of a person with another document
 */
export const checkWorker = async (
  { nss, dni }: { nss: string; dni: string },
  tgss: Pick<SubmittingPort, 'read'>,
): Promise<void> => {
  const person = await tgss.read(documentOfNumber, { nss });
  if (!sameCode(person.dni, dni)) throw invalid({ dni: ['No es el documento del trabajador de ese NSS.'] });
};

/**
 * Whether the data of a sick leave stand at the Seguridad Social as they were sent, received since the day of the request: an
 * earlier notice is of another filing, or of the health service. Absence proves nothing.
 */
export const isDataHeld = async (
  tgss: ReadingPort,
  sent: SickLeaveData,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> => {
  const { regimen, ccc, nss, fecha_baja } = sent;
  const to = madridDay(now);
  const notices = await tgss.read(sickLeaves, {
    regimen,
    ccc,
    nss,
    fecha_baja,
    from: fecha_baja,
    to,
    withData: true,
  });
  return notices.some((notice) => isAsSent(notice, sent) && notice.fecha_recepcion >= madridDay(since));
};

const isAsSent = (
  { nss, ccc, fecha_baja, tipo, isAnnulled, data }: SickLeaveNotice,
  sent: SickLeaveData,
): boolean => {
  if (isAnnulled || data === undefined || !/^BAJA\b/i.test(tipo)) return false;
  const amount = sent.clase_contrato === '1' ? data.sumaBaseCotizacion : data.baseCotizacion;
  const read = readAmount(amount, '€');
  return (
    nss === sent.nss &&
    ccc === sent.ccc &&
    fecha_baja === sent.fecha_baja &&
    'hundredths' in read &&
    Number(read.hundredths) === Number(sent.base) &&
    Number(data.diasCotizados) === sent.dias
  );
};
