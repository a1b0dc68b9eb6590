import { publicCodes } from '../../../../shared/kernel/public-codes.ts';
import { madridDay, slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { isSameJob } from '../../../../shared/operation/fact.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { requestOfFiling } from '../../../../shared/serving/filing/recorded.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { KeptObligation } from '../../obligations/store/obligation-row.ts';
import { MISSING } from './file-faults.ts';

/** The kinds of facts whose trámites have an occupation, with what a text calls them. */
const OF_OCCUPATION: Partial<Record<string, string>> = {
  alta: 'del alta presentada',
  contract: 'del contrato comunicado',
  change: 'de la variación presentada',
};

/**
 * The mistake of a row that needs an occupation, with the code of the last accepted trámite about the worker in that account, and
 * where it comes from. It is only proposed, because the work may have changed since: a person writes it. `undefined` if no trámite
 * has one.
 */
export const proposedOccupation = async (
  services: Services,
  { accountId, by, subject }: KeptObligation,
  { clientId }: Pick<Caller, 'clientId'>,
): Promise<string | undefined> => {
  const { obligations, filings } = services.stores;
  const facts = (await obligations.factsOf(accountId, subject))
    .filter((fact) => fact.how === 'accepted' && isSameJob(fact, by) && fact.kind in OF_OCCUPATION)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  for (const { kind, tramite, at } of facts) {
    const filing = tramite === undefined ? undefined : await filings.getFiling(tramite);
    if (filing?.accountId !== accountId || (clientId !== undefined && filing.companyId !== clientId))
      continue;
    const request = (await requestOfFiling(services, filing).catch(() => undefined)) as
      | { cno?: unknown; occupation?: unknown }
      | undefined;
    const code = String(request?.cno ?? request?.occupation ?? '');
    if (!/^\d{4}$/.test(code)) continue;
    const text = (await publicCodes('occupations')).textOf(code);
    const codeWithText = text === undefined ? code : `${code} · ${text}`;
    const day = slashedDate(madridDay(new Date(at)));
    return `${MISSING} Propuesta: ${codeWithText}, ${OF_OCCUPATION[kind]} el ${day} (trámite ${tramite}). Escríbala si es su ocupación de ahora.`;
  }
  return undefined;
};
