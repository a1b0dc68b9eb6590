import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import { certificateDetail } from '../../../shared/authorities/sepe/certifica/certificates.ts';
import { type ContractData, contractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import { transformationData } from '../../../shared/authorities/sepe/contrata/transformations.ts';
import type { Certificate } from '../../../shared/authorities/sepe/documents/certificate-document.ts';
import { isoDate, readExtension, readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import type { LookUp } from '../../../shared/authorities/sepe/services/filing.ts';
import type { RecordKey } from '../../../shared/authorities/sepe/services/shipment.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { isSameDocument } from '../../../shared/kernel/text.ts';
import { certificateOf, isCertificate } from './filed-certificate.ts';
import { isCompany } from './found-contract.ts';
import { foundResult } from './replies.ts';

/**
 * Finds whether a record took effect at SEPE when its answer was lost. SEPE must show a record of the same kind, dates,
 * worker and company, notified since the request came in. Another notification of the same worker, or an older one, is
 * not the filing that was just sent. Data that a page does not show prove nothing.
 */

/** The type in a record's kind, such as 200 in `CONTRATO_200`. */
const typeOf = ({ kind }: RecordKey): string | undefined => /_(\d{3})$/.exec(kind)?.[1];

const isSince = (notified: string | undefined, now: Date): boolean => (notified ?? '') >= madridDay(now);

/** The contract of this worker, start and company; `undefined` if SEPE shows another one, or not all of these. */
const contractOf = async (
  sepe: ReadingPort,
  { document: dni, startDate, cif }: RecordKey,
  code?: string,
): Promise<ContractData | undefined> => {
  if (!dni || !startDate || !cif) return undefined;
  const found = await sepe.read(contractData, { dni, startDate, cif, code });
  const isIt =
    found.id !== '' &&
    isSameDocument(found.document, dni) &&
    found.startDate === startDate &&
    isCompany(found.cif, cif);
  return isIt ? found : undefined;
};

/** Looks contracts up by worker, start, company and type. */
export const contractLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const code = typeOf(record);
    const found = code && (await contractOf(sepe, record, code));
    if (!found) return undefined;
    const isAsSent =
      found.code === code && found.endDate === record.endDate && found.occupation === record.occupation;
    return isAsSent && isSince(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** Looks transformations up by their contract: by its footprint or, without it, by its worker, start and company. */
export const transformationLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { effectiveDate } = record;
    const code = typeOf(record);
    if (!code || !effectiveDate) return undefined;
    const contract = record.footprint ?? (await contractOf(sepe, record))?.id ?? '';
    const footprint = readFootprint(contract);
    if (!footprint) return undefined;
    const found = await sepe.read(transformationData, { footprint });
    const isAsSent =
      found.id?.startsWith(contract) && found.code === code && found.startDate === effectiveDate;
    return isAsSent && isSince(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** Looks extensions up on the page of their contract. A contract has one extension at most that begins on a day. */
export const extensionLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { effectiveDate, endDate, agreement = 'N' } = record;
    const footprint = readFootprint(record.footprint ?? '');
    const contract = footprint
      ? await sepe.read(contractData, { footprint })
      : await contractOf(sepe, record);
    const found = contract?.extensions.find(
      (each) =>
        isoDate(each.fecha_inicio) === effectiveDate &&
        isoDate(each.fecha_fin) === endDate &&
        each.existe_convenio_colectivo.startsWith(agreement) &&
        readExtension(each.id) !== undefined,
    );
    return found && isSince(isoDate(found.fecha_comunicación), now)
      ? foundResult(record, found.id)
      : undefined;
  };

/**
 * Looks a company certificate up in Certific@2. All that its page shows and the request has must be the same, for there
 * may be several of one worker and day.
 */
export const certificateLookUp =
  (request: Certificate) =>
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { detail } = await sepe.read(certificateDetail, certificateOf(request));
    return isCertificate(detail, request) && isSince(detail.general.entry_date ?? undefined, now)
      ? foundResult(record, undefined)
      : undefined;
  };

/** No query shows a call to work; a basic copy without its contract cannot be distinguished from an earlier one. */
export const noLookUp: LookUp = async () => undefined;
