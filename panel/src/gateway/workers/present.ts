import { showShare } from '../../../../shared/kernel/working-share.ts';
import type { ListedWorker } from '../../capabilities/capability.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { showDay } from '../../shared/days.ts';
import type { Texts } from '../../shared/summary.ts';
import { showAccount } from '../../shared/who.ts';

/** What is known of a worker now, and what can be filed from there. */

/** A registration of a worker as far as it is known. */
export interface PresentState {
  /** 15 digits. */
  account: string;
  /** Whether a baja or a change can be filed: the worker is registered, or will be. */
  isOpen: boolean;
  /** In Spanish, such as `Alta desde el 3/11/2025`. */
  state: string;
  /** Contract, working time, group and occupation, in words as far as there are any. */
  details: string[];
  /** From where it is known, and on which day that was learnt. Spanish. */
  source: string;
}

/**
 * The registrations of a worker: as the list of the company has them, or, in accounts that it lacks, as the last trámite that is
 * known to be filed says. An account in which an alta or a baja was removed says nothing, nor one in which the outcome of one is not
 * known, because what holds since then is not known here.
 * @param today AAAA-MM-DD
 */
export const presentOf = (
  { workforce, filings }: { workforce: ListedWorker | undefined; filings: readonly ListedFiling[] },
  texts: Texts,
  today: string,
): PresentState[] => {
  const doubtful = new Set(
    movementsIn(filings)
      .filter(({ state }) => UNSETTLED.includes(state))
      .map(({ regimen, ccc }) => `${regimen}${ccc}`),
  );
  const listed = (workforce?.data ?? []).map((worker): PresentState => {
    const { regimen, ccc, fecha_alta, fecha_baja, tipo_contrato, coeficiente, grupo_cotizacion, cno } =
      worker;
    const { saved_at, imported_at } = workforce!;
    const source = imported_at
      ? `importado de los organismos el ${showDay(imported_at.slice(0, 10))}`
      : `según la lista de la empresa del ${showDay(saved_at.slice(0, 10))}`;
    return {
      account: regimen + ccc,
      ...stateOn({ since: fecha_alta, until: fecha_baja, today }),
      details: [
        tipo_contrato && (texts.contracts?.[tipo_contrato] ?? `contrato ${tipo_contrato}`),
        coeficiente !== null && (Number(coeficiente) ? showShare(coeficiente) : 'jornada completa'),
        grupo_cotizacion && `grupo ${grupo_cotizacion}`,
        cno && `CNO ${cno}`,
        doubtful.has(regimen + ccc) && 'hay un alta o una baja sin resultado conocido',
      ].flatMap((text) => text || []),
      source: `${source}, con lo presentado y aceptado desde entonces`,
    };
  });
  const accounts = new Set([...listed.map(({ account }) => account), ...doubtful]);
  return [...listed, ...filedOnly(filings, accounts, today)];
};

const BEGINS = 'POST /api/v4/seg-social/alta';
const ENDS = ['POST /api/v4/seg-social/baja', 'POST /api/v4/seg-social/despido'];
const UNDOES = ['DELETE /api/v4/seg-social/alta', 'DELETE /api/v4/seg-social/baja'];

/** States in which it is not known whether a trámite is filed, or will be. */
const UNSETTLED: readonly string[] = ['queued', 'claimed', 'committing', 'unknown'];

/** The altas and bajas among trámites, and what undoes them. */
const movementsIn = (filings: readonly ListedFiling[]): ListedFiling[] =>
  filings.filter(
    ({ operation, regimen, ccc }) => regimen && ccc && [BEGINS, ...ENDS, ...UNDOES].includes(operation),
  );

/** @param otherAccounts accounts of which it says nothing */
const filedOnly = (
  filings: readonly ListedFiling[],
  otherAccounts: ReadonlySet<string>,
  today: string,
): PresentState[] => {
  const movements = movementsIn(filings).filter(({ state }) => ['accepted', 'declaredFiled'].includes(state));
  const byAccount = Map.groupBy(movements, ({ regimen, ccc }) => `${regimen}${ccc}`);
  return [...byAccount].flatMap(([account, of]): PresentState[] => {
    const dated = of.filter(({ effectiveDate }) => effectiveDate);
    if (
      otherAccounts.has(account) ||
      dated.length < of.length ||
      of.some(({ operation }) => UNDOES.includes(operation))
    )
      return [];
    const [last] = dated.toSorted((a, b) => b.effectiveDate!.localeCompare(a.effectiveDate!));
    const day = last!.effectiveDate!;
    const isEnd = ENDS.includes(last!.operation);
    return [
      {
        account,
        ...stateOn({ since: isEnd ? '' : day, until: isEnd ? day : null, today }),
        details: [],
        source: `según el trámite ${last!.state === 'accepted' ? 'aceptado' : 'que se declaró presentado'}, del ${showDay(last!.created_at.slice(0, 10))}`,
      },
    ];
  });
};

const stateOn = ({ since, until, today }: { since: string; until: string | null; today: string }) => {
  const isPlanned = until !== null && until >= today;
  const begins = since > today ? 'Alta prevista el' : 'De alta desde el';
  if (until !== null && !isPlanned) return { isOpen: false, state: `De baja: último día, ${showDay(until)}` };
  const begun = since ? `${begins} ${showDay(since)}` : 'De alta';
  return { isOpen: true, state: isPlanned ? `${begun}; baja prevista el ${showDay(until!)}` : begun };
};

/** What a person can do from here, with the operation of its form. */
export const ACTS: [operation: string, text: string][] = [
  ['deregisterEmployee', 'Dar de baja'],
  ['updateContract', 'Cambiar el contrato o la jornada'],
  ['updateGroup', 'Cambiar el grupo'],
];

/** The query of a form's address that fills in the worker and the account. */
export const formOf = (
  account: string,
  { document, nss, cif }: { document: string; nss: string | null; cif: string | undefined },
): Record<string, string> => ({
  regimen: account.slice(0, 4),
  ccc: account.slice(4),
  dni: document,
  ...(nss && { nss }),
  ...(cif && { cif }),
});

/** The name of an account in a list of states. */
export const accountText = (account: string): string => `cuenta ${showAccount(account)}`;
