import type { CodeList } from '../../../shared/kernel/fields.ts';
import { type Code, codesOf } from './codes.ts';
import type { FormField } from './fields.ts';
import type { Filled } from './filled.ts';
import { listsIn, type Texts } from './summary.ts';

/** Each list is a separate file, which is loaded when it is first needed. */
const LISTS: Record<CodeList, () => Promise<{ default: [code: string, text: string][] }>> = {
  agreements: () => import('virtual:codes/agreements'),
  contracts: () => import('virtual:codes/contracts'),
  countries: () => import('virtual:codes/countries'),
  groups: () => import('virtual:codes/groups'),
  municipalities: () => import('virtual:codes/municipalities'),
  occupations: () => import('virtual:codes/occupations'),
  terminations: () => import('virtual:codes/terminations'),
};

const loadTexts = async (list: CodeList): Promise<Record<string, string>> => {
  const { default: codes } = await LISTS[list]();
  return Object.fromEntries(codes.map(([code, text]) => [code, `${code} · ${text}`]));
};

const loaded = new Map<CodeList, Promise<Code[]>>();

/** With more choices than this, a person types to find one. */
const FEW = 12;

/** Loads the codes of a field that is filled in by typing: it has a list of codes, or many choices. `undefined` for other fields. */
export const codesFor = ({
  list,
  choices,
}: Pick<FormField, 'list' | 'choices'>): (() => Promise<Code[]>) | undefined => {
  if (list) return () => loadCodes(list);
  return choices && Object.keys(choices).length > FEW ? async () => codesOf(choices) : undefined;
};

/** The codes of a list, once for all fields that need them. @throws TypeError if it cannot be loaded */
const loadCodes = (list: CodeList): Promise<Code[]> => {
  const loading = loaded.get(list) ?? loadTexts(list).then(codesOf);
  loaded.set(list, loading);
  loading.catch(() => loaded.delete(list));
  return loading;
};

/** The texts of the codes that are filled in. If a list cannot be loaded, its codes are shown without a text. */
export const textsFor = (fields: readonly FormField[], filled: Filled): Promise<Texts> =>
  textsOf(listsIn(fields, filled));

/** The texts of the codes in these lists. A list that cannot be loaded gives none. */
export const textsOf = async (lists: readonly CodeList[]): Promise<Texts> =>
  Object.fromEntries(
    await Promise.all(lists.map(async (list) => [list, await loadTexts(list).catch(() => ({}))] as const)),
  );

/** Lists whose codes are known only from the authorities' stand-ins in the sandbox. */
export const OF_SANDBOX: ReadonlySet<CodeList | undefined> = new Set<CodeList>([
  'agreements',
  'groups',
  'terminations',
]);
