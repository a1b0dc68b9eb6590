import { ulid } from 'ulid';
import { conflict, invalid } from '../../../shared/kernel/errors.ts';
import { covers } from '../../../shared/kernel/roles.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { header, type ReadForResource } from '../../../shared/serving/stages.ts';
import type { CertificateSecret } from '../../../shared/stores/certificates.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { keptToken } from '../../../shared/stores/identity/kept-token.ts';
import { type AskedReconciliation, apartText, comparedOf, ofApart } from './compared.ts';
import { rowsOf } from './driver/end.ts';
import { MOST_OPEN, MOST_QUESTIONS } from './limits.ts';
import { nextNight } from './night.ts';
import { questionsOf } from './questions.ts';
import { type Apart, type Nightly, packed, type Reconciliation } from './store/reconciliation-row.ts';
import { believedOn } from './workforce.ts';

/** Begins comparisons: one now, or one each night. */

/**
 * The least number of readings of a comparison.
 * @throws ServiceError 409 without a workforce that says enough, 422 for an account of another company
 */
export const costOf = async (
  services: Services,
  accountId: string,
  { company, asked }: { company: Client; asked: AskedReconciliation },
): Promise<number> => {
  const { accounts, rows, from, apart } = await comparedOf(services, accountId, company, asked);
  const { today } = asked;
  checkApart(accounts, apart, asked);
  const nothing = { situations: new Map(), certificates: new Map() };
  return accounts
    .map(({ regimen, ccc }) => regimen + ccc)
    .map((account) => {
      const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
      const questions = questionsOf({ from, today }, believed, nothing);
      return (asked.for_import ? questions : ofApart(questions, account, apart)).length;
    })
    .reduce((sum, count) => sum + count, 0);
};

/**
 * Stores a comparison that a person begins.
 * @param questions the least number of its readings
 * @throws ServiceError as `costOf`, 422 without a certificate, and 409 if as many are open as may be
 */
export const begin = async (
  services: Services,
  read: ReadForResource,
  { company, asked, questions }: { company: Client; asked: AskedReconciliation; questions: number },
): Promise<Reconciliation> => {
  const { now, scenario, role } = read;
  const { accountId, clientId } = read.caller!;
  const { accounts, rows, from, apart } = await comparedOf(services, accountId, company, asked);
  checkApart(accounts, apart, asked);
  const reconciliation: Reconciliation = {
    id: ulid(now.getTime()),
    accountId,
    clientId: clientId ?? 0,
    company: company.id,
    cif: company.cif,
    accounts,
    ...(apart.length > 0 && { apart }),
    from,
    today: asked.today,
    state: 'asking',
    actor: actorOf(read),
    certificates: await certificatesNamed(services, read, asked),
    ...(asked.for_import && { forImport: true }),
    ...(scenario && { scenario }),
    createdAt: now.toISOString(),
    asked: 0,
    answered: 0,
    failed: 0,
    believed: packed(rows),
  };
  const isReader = !covers(role ?? 'reads', 'files');
  await beginWithin(services, reconciliation, { questions, isReader, now });
  return reconciliation;
};

/** Switches the nightly comparison on. @throws ServiceError 409 without a workforce, and 422 without a certificate */
export const switchNightlyOn = async (
  services: Services,
  read: ReadForResource,
  { company, asked }: { company: Client; asked: AskedReconciliation },
): Promise<Nightly> => {
  const { scenario, now } = read;
  const { accountId, clientId } = read.caller!;
  const store = services.stores.reconciliation;
  await comparedOf(services, accountId, company, asked);
  await store.switchNightlyOn(
    {
      accountId,
      company: company.id,
      clientId: clientId ?? 0,
      actor: actorOf(read),
      certificates: await certificatesNamed(services, read, asked),
      ...(scenario && { scenario }),
    },
    nextNight(accountId, company.id, now),
  );
  return (await store.findNightly(accountId, company.id))!;
};

const actorOf = ({ caller }: ReadForResource): Reconciliation['actor'] => ({
  userId: caller!.userId,
  token: keptToken(caller!),
});

/** A list that says too little about every account compares nothing. @throws ServiceError 409 */
const checkApart = (
  accounts: Reconciliation['accounts'],
  apart: Apart[],
  { for_import }: Pick<AskedReconciliation, 'for_import'>,
): void => {
  const [first] = apart;
  const isNothing = accounts.length === apart.filter(({ because }) => because !== 'nobody').length;
  if (!for_import && first && isNothing) throw conflict(apartText(first.because));
};

/** Stores a comparison that a person begins. @throws ServiceError 409 if as many are open, or were begun today, as may be */
const beginWithin = async (
  { stores }: Services,
  reconciliation: Reconciliation,
  { questions, isReader, now }: { questions: number; isReader: boolean; now: Date },
): Promise<void> => {
  const { accountId, company } = reconciliation;
  const store = stores.reconciliation;
  const nightly = await store.findNightly(accountId, company);
  const night = nightly?.last && (await store.getReconciliation(accountId, nightly.last));
  if (night && night.state === 'asking') throw conflict(alreadyOpen(night.id));
  const limits = { questions, isReader, day: madridDay(now) };
  const refused = await store.beginReconciliation(reconciliation, limits, now);
  if (refused)
    throw conflict(refused.because === 'company' ? alreadyOpen(refused.id) : TOO_MANY[refused.because]);
};

const alreadyOpen = (id: string): string =>
  `Ya se está cuadrando esta empresa (cuadre ${id}): espere a que termine, o deténgalo.`;
const TOO_MANY = {
  account: `Su cuenta tiene ya ${MOST_OPEN.account} cuadres en marcha, los que puede tener a la vez: espere a que termine uno, o deténgalo.`,
  reader: 'Usted tiene ya un cuadre en marcha: espere a que termine, o deténgalo.',
  day: `Con este cuadre, su cuenta pasaría hoy de ${MOST_QUESTIONS} consultas en cuadres: hágalo mañana, o active el cuadre nocturno.`,
  busy: 'Se están empezando otros cuadres: inténtelo otra vez.',
};

/** The named certificates, with which the authorities are asked. @throws ServiceError 422 */
const certificatesNamed = async (
  services: Services,
  read: ReadForResource,
  { cert_secret_sepe }: Pick<AskedReconciliation, 'cert_secret_sepe'>,
): Promise<Reconciliation['certificates']> => {
  const secret = header(read.event, 'X-Cert-Secret');
  const tgss = await certificateNamed(services, read, secret, 'X-Cert-Secret');
  const sepe =
    cert_secret_sepe === undefined
      ? tgss
      : await certificateNamed(services, read, cert_secret_sepe, 'cert_secret_sepe');
  return { tgss, sepe };
};

/** A stored certificate of the caller. @throws ServiceError 422 */
const certificateNamed = async (
  { stores }: Services,
  { caller }: ReadForResource,
  secret: string | undefined,
  field: string,
): Promise<CertificateSecret> => {
  const { accountId, clientId } = caller!;
  const certificate = secret ? await stores.certificates.readSecret(secret.trim(), accountId) : undefined;
  if (!certificate || (clientId !== undefined && certificate.clientId !== clientId))
    throw invalid({ [field]: [secret ? 'El certificado no existe.' : 'Falta el certificado.'] });
  return certificate;
};
