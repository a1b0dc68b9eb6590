import { plusDays } from './days.ts';
import type { Form } from './fields.ts';
import type { Filled } from './filled.ts';
import type { ListedFiling } from './to-do.ts';

/** Documents that authorities give, as they follow from the list of operations. */

/** A reading that is answered with a document. */
export interface Ask {
  form: Form;
  about: 'worker' | 'company';
  /** What its document is called: `TA`, `Vida laboral`. */
  name: string;
}

/** The member of an answer that is a document. */
const DOCUMENT = 'file';
/** What names a worker. */
const OF_WORKER = ['nss', 'dni'];

/** All of them, by what their document is called. */
export const asksOf = (described: readonly Form[]): Ask[] =>
  described
    .filter(({ kind, answer }) => kind === 'reading' && answer.some(({ name }) => name === DOCUMENT))
    .map((form): Ask => {
      const isOfWorker = form.fields.some(({ name, required }) => required && OF_WORKER.includes(name));
      return { form, about: isOfWorker ? 'worker' : 'company', name: calledOf(form.title) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'));

/** The name of a document, from the title of its operation: the abbreviation, else the title without its subject. */
export const calledOf = (title: string): string => {
  const [abbreviation] = /\b[A-Z]{2,4}\b/.exec(title) ?? [];
  if (abbreviation) return abbreviation;
  const [name = title] = title
    .replace(/^(?:Duplicado|Informe) de(?:l| una?)? ?/, '')
    .split(/ (?:de|en) una? |[(:]/);
  return name.charAt(0).toUpperCase() + name.slice(1).trim();
};

/** Operations that begin or end the work of a person, and as what. */
const MOVEMENTS: Record<string, 'ALTA' | 'BAJA'> = {
  'POST /api/v4/seg-social/alta': 'ALTA',
  'POST /api/v4/seg-social/baja': 'BAJA',
};

/** A company, as far as questions need it. */
export interface AskedCompany {
  cif: string;
  /** Contribution accounts, 15 digits. */
  accounts: readonly string[];
}

/**
 * What is known of a worker and a company for a question: who, where, and the day on which the last work began, by the trámites
 * that took effect.
 * @param filings of the worker, the latest first
 * @param account the contribution account that was chosen, 15 digits
 */
export const knownFor = (
  { form }: Pick<Ask, 'form'>,
  {
    worker,
    filings = [],
    company,
    account,
  }: {
    worker?: { document: string; nss: string | null } | undefined;
    filings?: readonly ListedFiling[];
    company?: AskedCompany | undefined;
    account?: string | undefined;
  },
): Filled => {
  const filed = filings.filter(
    ({ state, reading }) => !reading && ['accepted', 'declaredFiled'].includes(state),
  );
  const movement = filed.find(({ operation, effectiveDate }) => effectiveDate && MOVEMENTS[operation]);
  const begun =
    form.tag === 'seg-social' ? movement : filed.find(({ operation }) => MOVEMENTS[operation] === 'ALTA');
  const known: Record<string, string | null | undefined> = {
    dni: worker?.document,
    nss: worker?.nss,
    cif: company?.cif,
    regimen: account?.slice(0, 4),
    ccc: account?.slice(4),
    ...(worker && {
      startDate: begun?.effectiveDate,
      movType: movement && MOVEMENTS[movement.operation],
    }),
  };
  return Object.fromEntries(
    form.fields.flatMap(({ name, choices, required }) => {
      const only =
        required && choices && Object.keys(choices).length === 1 ? Object.keys(choices)[0] : undefined;
      const value = known[name] ?? only;
      return value ? [[name, value]] : [];
    }),
  );
};

/** The contribution accounts for which a reading can be asked: first the accounts in the worker's trámites, then the company's. */
export const accountsFor = (
  filings: readonly ListedFiling[],
  company: AskedCompany | undefined,
): string[] => [
  ...new Set([
    ...filings.flatMap(({ regimen, ccc }) => (regimen && ccc ? [regimen + ccc] : [])),
    ...(company?.accounts ?? []),
  ]),
];

/** Words that are no surname by themselves. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'da', 'do', 'dos', 'van', 'von']);

/** The surnames of a name that has the first names first: its last two words, since most have two. */
export const surnamesOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word && !PARTICLES.has(word.toLowerCase()));
  return words.slice(words.length > 2 ? -2 : -1).join(' ');
};

/** Capitals as names are written: `MUÑOZ PEÑA` is `Muñoz Peña`. */
const asName = (text: string): string =>
  text === text.toUpperCase()
    ? text
        .toLowerCase()
        .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : text;

/**
 * A name of a file that says what is in it: `TA_Ruiz-Peña_2026-11-30.pdf`.
 * @param who a worker or a company; left out where it is not known
 * @param day AAAA-MM-DD
 * @param given the name that the service gave it, which has its kind at the end
 */
export const fileNameOf = ({
  name,
  who,
  day,
  given,
}: {
  name: string;
  who: string | undefined;
  day: string;
  given: string;
}): string => {
  const [ending = ''] = /\.\w{1,5}$/.exec(given) ?? [];
  const parts = [name, who && asName(who), day].flatMap((part) => part || []);
  const words = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  return words.filter(Boolean).join('_') + ending;
};

/** A document that is kept. */
export interface KeptDocument {
  filing: ListedFiling;
  n: number;
  /** What it is called on the page. */
  title: string;
  /** The name of its file. */
  file: string;
}

/**
 * The documents of trámites and questions, the latest first.
 * @param asks by which a document of a question is called
 */
export const documentsOf = (
  filings: readonly ListedFiling[],
  { asks, who }: { asks: readonly Ask[]; who: (filing: ListedFiling) => string | undefined },
): KeptDocument[] =>
  filings
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .flatMap((filing) => {
      const { operation, operationName, effectiveDate, created_at, documents } = filing;
      const asked = asks.find(({ form }) => form.address === operation)?.name;
      return documents.map(({ n, name }) => {
        // A registration has its TA and its IDC: the service names each by its abbreviation.
        const own = /^[a-z]+/i.exec(name)?.[0].toUpperCase();
        const title = asked ?? asks.find((one) => one.name === own)?.name ?? calledOf(operationName);
        const day = effectiveDate ?? created_at.slice(0, 10);
        return { filing, n, title, file: fileNameOf({ name: title, who: who(filing), day, given: name }) };
      });
    });

/** The day since which questions that were answered are kept: they are for a day, prepared ones for a week. */
export const askedSince = (today: string): string => plusDays(today, -7);
