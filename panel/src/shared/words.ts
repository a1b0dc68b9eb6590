/** Spanish names for codes of the interface. */

/** Colour of a state: `bad` needs a person, `warn` needs a look, `good` is fine, `calm` waits. */
export type Tone = 'bad' | 'warn' | 'good' | 'calm';

/** Names and colours of a trámite's states. */
export const FILING_STATES: Record<string, { name: string; tone: Tone }> = {
  queued: { name: 'En espera', tone: 'calm' },
  claimed: { name: 'En curso', tone: 'calm' },
  committing: { name: 'Enviándose', tone: 'warn' },
  preparing: { name: 'Lo prepara el organismo', tone: 'calm' },
  accepted: { name: 'Aceptado', tone: 'good' },
  refused: { name: 'Rechazado', tone: 'bad' },
  unknown: { name: 'No se sabe', tone: 'bad' },
  declaredFiled: { name: 'Declarado presentado', tone: 'good' },
  declaredNotFiled: { name: 'Declarado no presentado', tone: 'warn' },
  notSent: { name: 'No enviado', tone: 'warn' },
  dryRun: { name: 'Simulacro', tone: 'calm' },
  answered: { name: 'Respondido', tone: 'good' },
  failed: { name: 'Sin respuesta', tone: 'warn' },
};

/** The name and colour of a trámite's state. A trial that did not pass looks so. @param result of a trial */
export const filingState = ({
  state,
  result,
}: {
  state: string;
  result: string | null;
}): { name: string; tone: Tone } => {
  if (state === 'dryRun' && result === 'refused') return { name: 'Rechazado en la prueba', tone: 'bad' };
  if (state === 'dryRun' && result === 'failed') return { name: 'Prueba sin respuesta', tone: 'warn' };
  return FILING_STATES[state] ?? { name: 'Otro estado', tone: 'calm' };
};

/** Names and colours of an authority's states. */
export const AUTHORITY_STATES: Record<string, { name: string; tone: Tone }> = {
  up: { name: 'Responde', tone: 'good' },
  slow: { name: 'Tarda', tone: 'warn' },
  down: { name: 'No responde', tone: 'bad' },
  maintenance: { name: 'En mantenimiento', tone: 'warn' },
};

/** Recognises the gateway's warnings about filings after their term. A test compares it with all warnings of the gateway. */
const AFTER_TERM = /fuera de (?:plazo|los)|debía (?:presentarse|comunicarse)/i;

/** Whether a warning says that something is filed after its term. */
export const isLate = (warning: string): boolean => AFTER_TERM.test(warning);

/** The label of the button that files. It names lateness and warnings, so that they are accepted knowingly. */
export const actOf = (warnings: readonly string[]): string => {
  if (warnings.some(isLate)) return 'Presentar fuera de plazo';
  return ['Presentar', 'Presentar a pesar del aviso'][warnings.length] ?? 'Presentar a pesar de los avisos';
};

/** The authorities' names. */
export const AUTHORITIES: Record<string, string> = {
  tgss: 'Seguridad Social',
  sepe: 'SEPE',
  aeat: 'Agencia Tributaria',
  dehu: 'DEHú',
  inss: 'INSS',
  issuer: 'Quien expidió el certificado',
  labour: 'Ministerio de Trabajo',
};

const WITH_ARTICLE: Record<string, string> = {
  tgss: 'la Seguridad Social',
  sepe: 'el SEPE',
  aeat: 'la Agencia Tributaria',
  dehu: 'la DEHú',
  inss: 'el INSS',
};

/** An authority with its article, as in a sentence: `la Seguridad Social`; after `de`, `del SEPE`. */
export const theAuthority = (authority: string, before: '' | 'de' | 'a' = ''): string => {
  const named = WITH_ARTICLE[authority] ?? AUTHORITIES[authority] ?? authority;
  if (before === '') return named;
  return named.startsWith('el ') ? `${before}l ${named.slice(3)}` : `${before} ${named}`;
};

/** An address of the interface in brackets, which says nothing to people, and the other text in the same brackets. */
const IN_BRACKETS = / \((?:GET|POST|PUT|DELETE) [^),]*(?:, ([^)]*))?\)/g;
const ADDRESS = /(?::| (?:con|en|por))? (?:GET|POST|PUT|DELETE) \/[^\s,;]*[^\s,;.]/g;

/** A name for programs in brackets: `(sentReference)`, `(test=1)`. */
const NAME_IN_BRACKETS = / \((?:\w+\.)*(?:\w*(?:[a-z][A-Z]|_)\w*|\w+=\w+)\)/g;

/** Where a program says what the columns of a sheet are. People are asked for it on the page. */
const IN_MAPPING = / en mapping\b|(?<=en mapping cuál es) o qué valor vale para todas las filas/g;

/** What a program does to repeat an act, which a person does by a button. */
const BY_REPEATS = /[.;] [Ss]i [^.;]*\b[Rr]epeats\./g;

/** A text without addresses of the interface, and without what is only for programs. */
export const inPlainWords = (text: string): string =>
  text
    .replace(IN_BRACKETS, (_, rest?: string) => (rest ? ` (${rest})` : ''))
    .replace(ADDRESS, '')
    .replace(BY_REPEATS, '.')
    .replace(IN_MAPPING, '')
    .replace(NAME_IN_BRACKETS, '');

/** A text with the titles of operations in place of their names: `¿Quiso decir «Comunicar un contrato»?` */
export const inTitles = (text: string, titles: ReadonlyMap<string, string>): string =>
  text.replace(/\b[a-z]\w*[A-Z]\w*\b/g, (name) => (titles.has(name) ? `«${titles.get(name)}»` : name));

/** The text with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of the roles, with what each may do. */
export const ROLES: Record<string, string> = {
  owner: 'Titular: todo',
  files: 'Presenta y consulta',
  reads: 'Solo consulta',
};

/** The initials of a name's first two words, for narrow screens. */
export const initialsOf = (name: string): string =>
  (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();

/** A count with its noun. */
export const many = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;
