import type { ListedFiling } from '../../shared/data.ts';
import { plusDays } from '../../shared/days.ts';
import type { Form } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';

/** Documents that authorities issue, derived from the list of operations. */

/** A reading whose answer contains a document. */
export interface Ask {
  form: Form;
  about: 'worker' | 'company';
  /** Short name of its document, such as `TA` or `Vida laboral`. */
  name: string;
}

/** The property of an answer that has the document. */
const DOCUMENT = 'file';
/** Fields that identify a worker. */
const OF_WORKER = ['nss', 'dni'];

/** All readings with a document, sorted by the name of the document. */
export const asksOf = (described: readonly Form[]): Ask[] =>
  described
    .filter(({ kind, answer }) => kind === 'reading' && answer.some(({ name }) => name === DOCUMENT))
    .map((described): Ask => {
      // A person gets the document, not its data as a list.
      const form = { ...described, fields: described.fields.filter(({ name }) => name !== 'format') };
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

/** Operations that begin or end a worker's employment, with the movement that each files. */
const MOVEMENTS: Record<string, 'ALTA' | 'BAJA'> = {
  'POST /api/v4/seg-social/alta': 'ALTA',
  'POST /api/v4/seg-social/baja': 'BAJA',
};

/** The trámites that took effect. */
const tookEffect = (filings: readonly ListedFiling[]): ListedFiling[] =>
  filings.filter(({ state, reading }) => !reading && ['accepted', 'declaredFiled'].includes(state));

/** A movement of a worker in a contribution account, with its real date, AAAA-MM-DD. */
export interface Movement {
  startDate: string;
  movType: 'ALTA' | 'BAJA';
}

/** Whether the document of a reading belongs to a movement of a worker. */
export const isOfMovement = ({ about, form }: Ask): boolean =>
  about === 'worker' && form.tag === 'seg-social' && form.fields.some(({ name }) => name === 'startDate');

/**
 * The movements of a worker in an account, each once and the newest first. Only altas if the reading does not accept bajas.
 * @param of.filings of the worker; only the ones that took effect count
 * @param of.situations of the worker in that account, as the Seguridad Social answers them
 * @param of.account 15 digits
 */
export const movementsFor = (
  { form }: Pick<Ask, 'form'>,
  {
    filings,
    situations,
    account,
  }: {
    filings: readonly ListedFiling[];
    situations: readonly { fecha_alta: string; fecha_baja: string }[];
    account: string;
  },
): Movement[] => {
  const all = [
    ...tookEffect(filings).flatMap(({ operation, effectiveDate, regimen, ccc }) => {
      const movType = `${regimen}${ccc}` === account ? MOVEMENTS[operation] : undefined;
      return movType && effectiveDate ? { startDate: effectiveDate, movType } : [];
    }),
    ...situations.flatMap(({ fecha_alta, fecha_baja }): Movement[] => [
      { startDate: fecha_alta, movType: 'ALTA' },
      { startDate: fecha_baja, movType: 'BAJA' },
    ]),
  ];
  const takesAll = form.fields.some(({ name }) => name === 'movType');
  const keyOf = ({ startDate, movType }: Movement) => startDate + movType;
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
    .filter(({ startDate, movType }) => startDate && (takesAll || movType === 'ALTA'))
    .toSorted((a, b) => keyOf(b).localeCompare(keyOf(a)));
};

/** A company with the data that such readings need. */
export interface AskedCompany {
  cif: string;
  /** Contribution accounts, 15 digits. */
  accounts: readonly string[];
}

/**
 * The known values for the form of a reading: worker, company, account, and the day on which the last employment began, from
 * the trámites that took effect. For documents of the Seguridad Social, the day comes from `movementsFor`.
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
  const begun = tookEffect(filings).find(({ operation }) => MOVEMENTS[operation] === 'ALTA');
  const valuesByName: Record<string, string | null | undefined> = {
    dni: worker?.document,
    nss: worker?.nss,
    cif: company?.cif,
    regimen: account?.slice(0, 4),
    ccc: account?.slice(4),
    // For the Seguridad Social, the date belongs to a movement in the account, which a person chooses.
    startDate: worker && form.tag !== 'seg-social' ? begun?.effectiveDate : undefined,
  };
  return Object.fromEntries(
    form.fields.flatMap(({ name, choices, required }) => {
      const only =
        required && choices && Object.keys(choices).length === 1 ? Object.keys(choices)[0] : undefined;
      const value = valuesByName[name] ?? only;
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

/** Words that never are a surname alone. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'da', 'do', 'dos', 'van', 'von']);

/** The surnames of a name that is written first name first: its last two words, since most people have two surnames. */
export const surnamesOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word && !PARTICLES.has(word.toLowerCase()));
  return words.slice(words.length > 2 ? -2 : -1).join(' ');
};

/** Writes a name in capitals as names are usually written: `MUÑOZ PEÑA` becomes `Muñoz Peña`. */
const asName = (text: string): string =>
  text === text.toUpperCase() && !/\d/.test(text)
    ? text
        .toLowerCase()
        .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : text;

/**
 * A descriptive name for a file: `TA_Ruiz-Peña_2026-11-30.pdf`.
 * @param who a worker or a company; left out where it is not known
 * @param day AAAA-MM-DD
 * @param given the name that the service gave it, from which the extension is taken
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

/** A document that the gateway keeps. */
export interface KeptDocument {
  filing: ListedFiling;
  n: number;
  /** Its name on the page. */
  title: string;
  /** Its file name. */
  file: string;
}

/**
 * The documents of trámites and readings, the latest first.
 * @param asks the readings that have names for their documents
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
        // A registration has two documents, TA and IDC, and the service names each by its abbreviation.
        const code = /^[a-z]+/i.exec(name)?.[0].toUpperCase();
        const title = asked ?? asks.find((each) => each.name === code)?.name ?? calledOf(operationName);
        const day = effectiveDate ?? created_at.slice(0, 10);
        return { filing, n, title, file: fileNameOf({ name: title, who: who(filing), day, given: name }) };
      });
    });

/**
 * The day since which answers to readings may still be kept: the gateway keeps them for a day, or a week if the authority
 * prepared them.
 */
export const askedSince = (today: string): string => plusDays(today, -7);
