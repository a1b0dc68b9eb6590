import { toAuthority } from '../../../shared/kernel/authority-errors.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { daysBetween } from '../../../shared/kernel/working-days.ts';
import type { CertificateRow } from '../../../shared/stores/certificate-row.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { blocks, link, list, markdown } from '../../../shared/stores/mail/markdown.ts';
import type { DigestWords } from '../events/events-of-gateway.ts';
import type { GatewayEvent } from '../events/gateway-event.ts';
import { calendarNote, doubtOf, isLateForCertain, versionOf } from '../obligations/due.ts';
import { ruleOf } from '../obligations/rules/index.ts';
import { type Standing, spanishDay } from '../obligations/rules/rule.ts';
import type { KeptObligation } from '../obligations/store/obligation-row.ts';

/** The texts of the mails that users choose, in Spanish. No text has data of workers. */

/** A mail without receiver: the subject is text, the source Markdown. */
export interface Written {
  subject: string;
  source: string;
}

/** A part of the digest. Lines are Markdown; `more` is how many are left out. */
export interface DigestSection {
  title: string;
  lines: string[];
  more: number;
  /** A remark on the section, as text. */
  note?: string;
}

/** The services that a type of certificate is for. */
const CERTIFICATE: Record<number, string> = {
  1: ' para la Seguridad Social',
  2: ' para el SEPE',
  3: ' para la Agencia Tributaria',
  5: ' para la DEHú',
};

/** Days in Madrid from one instant to another: 0 on the same day. */
export const daysUntil = (instant: Date, now: Date): number =>
  daysBetween(madridDay(now), madridDay(instant));

const inDays = (days: number): string => (days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`);

const ofCompany = (company: string | undefined): string => (company ? ` de ${company}` : '');

/** The mail that a certificate expires. @param company as `asMailData` gives it; absent for a certificate of the account */
export const certificateMail = (
  { notAfter, type }: Pick<CertificateRow, 'notAfter' | 'type'>,
  company: string | undefined,
  now: Date,
): Written => {
  const when = inDays(daysUntil(new Date(notAfter), now));
  const what = `${CERTIFICATE[type ?? 0] ?? ''}${ofCompany(company) || ' de su cuenta'}`;
  return {
    subject: `Un certificado caduca ${when}`,
    source: blocks(
      markdown`El certificado${what} caduca **${when}**, el ${spanishDay(madridDay(new Date(notAfter)))}.`,
      'Hasta que se guarde uno nuevo, no se podrá presentar ni consultar nada con él después de esa fecha. Guárdelo en el panel, en Certificados, o con POST /certificate: tendrá otra clave (cert\\_secret).',
    ),
  };
};

/** A line on a certificate that expires. */
export const certificateLine = (
  { notAfter, type }: Pick<CertificateRow, 'notAfter' | 'type'>,
  company: string | undefined,
  now: Date,
): string =>
  markdown`Certificado${CERTIFICATE[type ?? 0] ?? ''}${ofCompany(company) || ' de su cuenta'}: caduca ${inDays(daysUntil(new Date(notAfter), now))}, el ${spanishDay(madridDay(new Date(notAfter)))}`;

type Shown = Pick<Filing, 'id' | 'operationName'>;

/** A line on a filing. */
export const filingLine = ({ id, operationName }: Shown, company: string | undefined): string =>
  markdown`**${operationName ?? 'Trámite'}**${ofCompany(company)}: trámite ${id}`;

/** A line on an event of a type that has its own section, by the words of that section. */
export const newsLine = (
  { news, subject: noun }: DigestWords,
  { subject, detail }: Pick<GatewayEvent, 'subject' | 'detail'>,
  company: string | undefined,
): string => markdown`**${news(detail?.count ?? 0)}**${ofCompany(company)}: ${noun} ${subject.id}`;

/** How well the rule of an obligation is known, where it was not confirmed. */
const STANDING: Partial<Record<Standing, string>> = {
  toCheck: ' (regla por comprobar)',
  inferred: ' (regla deducida de otras)',
};

/** The line of an obligation. @param today at the account's authorities, `YYYY-MM-DD` */
export const obligationLine = (
  one: Pick<KeptObligation, 'id' | 'rule' | 'due' | 'counted' | 'of' | 'by' | 'doubt'>,
  company: string | undefined,
  today: string,
): string => {
  const { id, rule, due } = one;
  const { title } = ruleOf(rule);
  const notes = [calendarNote(one), doubtOf(one)].filter((note) => note !== undefined);
  const when =
    due === undefined
      ? 'sin fecha'
      : due < today
        ? `${isLateForCertain(one) ? 'venció' : 'pudo vencer'} el ${spanishDay(due)}`
        : `acaba ${inDays(daysBetween(today, due))}, el ${spanishDay(due)}`;
  return markdown`**${title}**${ofCompany(company)}: ${when}${STANDING[versionOf(one).standing] ?? ''}${notes.length > 0 ? ` (${notes.join(' ')})` : ''}; obligación ${id}`;
};

/** The mail that the outcome of a filing is unknown. */
export const unknownMail = (
  filing: Shown & Pick<Filing, 'authority'>,
  company: string | undefined,
): Written => ({
  subject: 'Trámite de resultado desconocido',
  source: blocks(
    markdown`Se envió ${toAuthority(filing.authority)}, y desde hace al menos 15 minutos no se sabe si ha tenido efecto:`,
    list([filingLine(filing, company)]),
    '**No lo envíe otra vez:** podría quedar presentado dos veces. Seguimos preguntando al organismo.',
    markdown`Si sigue así, mire en el organismo si consta, y declare lo que vea: en el panel, en ese trámite, o con POST /tramites/${filing.id}/resolve. Al día se envían diez correos como este como máximo; todos están en el panel, en Hoy, y en GET /tramites?state=unknown.`,
  ),
});

/** The mail that a user's second factor was switched on or off. It cannot be unsubscribed. */
export const secondFactorMail = (isOn: boolean): Written => ({
  subject: isOn ? 'Se ha activado su segundo factor' : 'Se ha quitado su segundo factor',
  source: blocks(
    isOn
      ? 'Desde ahora, para iniciar sesión con este e-mail se pide también un código.'
      : 'Desde ahora, para iniciar sesión con este e-mail basta la contraseña.',
    isOn
      ? 'Si no lo ha hecho usted, alguien conoce su contraseña: pida un enlace para crear otra, y a una persona titular de la cuenta que quite ese segundo factor.'
      : 'Si ni usted ni una persona titular de la cuenta lo han hecho, alguien conoce su contraseña y sus códigos: pida un enlace para crear otra, y active el segundo factor de nuevo.',
  ),
});

/** The digest of a day. */
export const digestMail = (sections: DigestSection[], now: Date): Written => ({
  subject: `Resumen del ${spanishDay(madridDay(now))}`,
  source: blocks(
    ...sections.flatMap(({ title, lines, more, note }) => [
      `## ${title}`,
      list([...lines, ...(more > 0 ? [`y ${more} más`] : [])]),
      ...(note ? [markdown`${note}`] : []),
    ]),
  ),
});

/** A mail with the footer of all mails that users choose. @param unsubscribe address of the page that ends them */
export const withFooter = ({ subject, source }: Written, unsubscribe: string): Written => ({
  subject,
  source: blocks(
    source,
    `Recibe este correo porque lo ha elegido. ${link(unsubscribe, 'Dejar de recibirlo')}`,
  ),
});
