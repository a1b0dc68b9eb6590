import { isOfPeriod, type Modelo111, type Receipt } from '../../../shared/authorities/aeat/modelo-111.ts';
import { presentedReturns, returnReceipt } from '../../../shared/authorities/aeat/presented-returns.ts';
import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import { unlessRefused } from '../../../shared/kernel/authority-errors.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import type { FilingFacts } from '../../../shared/kernel/reply.ts';
import { ofMadridTime } from '../../../shared/kernel/spanish-time.ts';

/** The longest time between the sending of a declaration and its entry at the agency, in milliseconds: that of a consumer. */
export const UNDER_WAY_MS = 6 * 60_000;

/**
 * The declaration that was sent, if the agency lists exactly one of its period that was presented while it was under way. The list
 * has no amounts, so one of another time proves nothing: it may have been presented elsewhere. So may one that was listed before,
 * and any where the agency gave no list before it was sent; then nothing is asked. One that completes another must name it.
 */
export const presentedJustNow = async (
  aeat: ReadingPort,
  sent: Modelo111,
  { since, listedBefore }: Pick<FilingFacts, 'since' | 'listedBefore'>,
): Promise<Receipt | undefined> => {
  if (!listedBefore) return undefined;
  const { cif: nif, razon_social: name, ejercicio, periodo, justificante_anterior = '' } = sent;
  const list = await aeat
    .read(presentedReturns, { nif, name, modelo: '111', ejercicio, periodo })
    .catch(unlessRefused);
  // The agency's times are whole seconds or minutes.
  const from = Math.floor(since.getTime() / 60_000) * 60_000;
  const presentedMeanwhile = (list ?? []).filter((declaration) => {
    const { presentada, csv, justificante, justificanteAnterior } = declaration;
    if (!isOfPeriod(declaration, sent) || presentada === '' || csv === '' || justificante === '')
      return false;
    const at = ofMadridTime(presentada).getTime();
    const isNew = !listedBefore.includes(justificante) && justificanteAnterior === justificante_anterior;
    return at >= from && at <= since.getTime() + UNDER_WAY_MS && isNew;
  });
  const [declaration, ...others] = presentedMeanwhile;
  if (!declaration || others.length > 0) return undefined;
  const { justificante, csv, expediente, presentada } = declaration;
  const document = await aeat.read(returnReceipt, { csv }).catch(unlessFailed);
  return { justificante, csv, expediente, presentada, notices: [], ...(document && { document }) };
};

/** Nothing where a document does not come: what it is of stands all the same. @throws the error of a defect */
export const unlessFailed = (error: unknown): undefined => {
  if (error instanceof ServiceError) return undefined;
  throw error;
};
