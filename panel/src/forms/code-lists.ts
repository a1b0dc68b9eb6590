import type { CodeList } from '../../../shared/kernel/fields.ts';
import { type Code, codesOf } from '../logic/codes.ts';

/** Each list is a file of its own, loaded when it is first needed. */
const LISTS: Record<CodeList, () => Promise<{ default: [code: string, text: string][] }>> = {
  agreements: () => import('virtual:codes/agreements'),
  contracts: () => import('virtual:codes/contracts'),
  countries: () => import('virtual:codes/countries'),
  groups: () => import('virtual:codes/groups'),
  municipalities: () => import('virtual:codes/municipalities'),
  occupations: () => import('virtual:codes/occupations'),
  terminations: () => import('virtual:codes/terminations'),
};

/** The codes of a list. @throws TypeError if it cannot be loaded */
export const loadCodes = async (list: CodeList): Promise<Code[]> => {
  const { default: codes } = await LISTS[list]();
  return codesOf(Object.fromEntries(codes.map(([code, text]) => [code, `${code} · ${text}`])));
};

/** Lists that only the authorities of the sandbox have. */
export const OF_SANDBOX: ReadonlySet<CodeList | undefined> = new Set<CodeList>([
  'agreements',
  'groups',
  'terminations',
]);
