/** What codes of the interface are called on the pages. */

/** How a state looks: what needs somebody, what is well, what waits. */
export type Tone = 'bad' | 'warn' | 'good' | 'calm';

/** States of a trámite: its name, and how it looks. */
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

/** States of an obligation. */
export const OBLIGATION_STATES: Record<string, { name: string; tone: Tone }> = {
  planned: { name: 'Prevista', tone: 'calm' },
  open: { name: 'Abierta', tone: 'calm' },
  near: { name: 'Vence pronto', tone: 'warn' },
  late: { name: 'Fuera de plazo', tone: 'bad' },
  closed: { name: 'Cumplida', tone: 'good' },
  withdrawn: { name: 'Anulada', tone: 'calm' },
};

/** States of an authority. */
export const AUTHORITY_STATES: Record<string, { name: string; tone: Tone }> = {
  up: { name: 'Responde', tone: 'good' },
  slow: { name: 'Tarda', tone: 'warn' },
  down: { name: 'No responde', tone: 'bad' },
  maintenance: { name: 'En mantenimiento', tone: 'warn' },
};

/** States of an alarm. */
export const ALARM_STATES: Record<string, { name: string; tone: Tone }> = {
  alarm: { name: 'Avisa', tone: 'bad' },
  noData: { name: 'Sin datos', tone: 'calm' },
  ok: { name: 'Bien', tone: 'good' },
  unavailable: { name: 'No disponible', tone: 'calm' },
};

/** Words with which the gateway says that something is filed after its term. A test compares them with all that it says. */
const AFTER_TERM = /fuera de (?:plazo|los)|debía (?:presentarse|comunicarse)/i;

/** Whether a warning is that something is filed after its term. */
export const isLate = (warning: string): boolean => AFTER_TERM.test(warning);

/** What the button that files is called: what is late, or odd otherwise, is filed knowingly. */
export const actOf = (warnings: readonly string[]): string => {
  if (warnings.some(isLate)) return 'Presentar fuera de plazo';
  return ['Presentar', 'Presentar a pesar del aviso'][warnings.length] ?? 'Presentar a pesar de los avisos';
};

/** Authorities, as people call them. */
export const AUTHORITIES: Record<string, string> = {
  tgss: 'Seguridad Social',
  sepe: 'SEPE',
  aeat: 'Agencia Tributaria',
  dehu: 'DEHú',
  inss: 'INSS',
  issuer: 'Quien expidió el certificado',
};

const WITH_ARTICLE: Record<string, string> = {
  tgss: 'la Seguridad Social',
  sepe: 'el SEPE',
  aeat: 'la Agencia Tributaria',
  dehu: 'la DEHú',
  inss: 'el INSS',
};

/** An authority within a sentence: `la Seguridad Social`; after `de`, `del SEPE`. */
export const theAuthority = (authority: string, before: '' | 'de' | 'a' = ''): string => {
  const named = WITH_ARTICLE[authority] ?? AUTHORITIES[authority] ?? authority;
  if (before === '') return named;
  return named.startsWith('el ') ? `${before}l ${named.slice(3)}` : `${before} ${named}`;
};

/** Addresses of the interface, which say nothing to people, and what stands with them in brackets. */
const IN_BRACKETS = / \((?:GET|POST|PUT|DELETE) [^),]*(?:, ([^)]*))?\)/g;
const ADDRESS = /(?::| (?:con|en|por))? (?:GET|POST|PUT|DELETE) \/[^\s,;]*[^\s,;.]/g;

/** A name for programs that stands alone in brackets: `(sentReference)`, `(test=1)`. */
const NAME_IN_BRACKETS = / \((?:\w+\.)*(?:\w*(?:[a-z][A-Z]|_)\w*|\w+=\w+)\)/g;

/** A text without addresses of the interface, and without names for programs that only add to it. */
export const inPlainWords = (text: string): string =>
  text
    .replace(IN_BRACKETS, (_, rest?: string) => (rest ? ` (${rest})` : ''))
    .replace(ADDRESS, '')
    .replace(NAME_IN_BRACKETS, '');

/** A text as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a user may do. */
export const ROLES: Record<string, string> = {
  owner: 'Titular: todo',
  files: 'Presenta y consulta',
  reads: 'Solo consulta',
};

/** States of a delivery of a webhook. */
export const DELIVERY_STATES: Record<string, { name: string; tone: Tone }> = {
  pending: { name: 'Se intentará otra vez', tone: 'warn' },
  delivered: { name: 'Entregada', tone: 'good' },
  failed: { name: 'No entregada', tone: 'bad' },
};

/** How something is known. */
export const KNOWN_BY: Record<string, string> = {
  proved: 'consta en una consulta posterior',
  accepted: 'lo aceptó el organismo',
  declared: 'lo declaró una persona',
};

/** What events are about, by the beginning of their type. */
export const EVENT_FAMILIES: Record<string, string> = {
  tramite: 'Trámites',
  obligation: 'Obligaciones',
  notification: 'Notificaciones',
  certificate: 'Certificados',
  batch: 'Lotes',
  drift: 'Cuadres nocturnos',
  authority: 'Organismos',
  user: 'Personas',
  webhook: 'Webhooks',
};

/** The first letters of a name's first words, for where the name has no room. */
export const initialsOf = (name: string): string =>
  (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();
