import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isValid } from 'ulid';
import { invalid, type ServiceError } from '../../kernel/errors.ts';
import { isRecent } from '../../kernel/preview-time.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { dryResult } from '../../stores/filings/shown-state.ts';
import type { Services } from '../services.ts';
import { type Acting, header } from '../stages.ts';
import { isFiled, requestHashOf } from './content.ts';
import { requestOfFiling } from './recorded.ts';

/** Header with the trámite of the dry run whose content a submission files. */
export const PREVIEW = 'Preview-Token';

/**
 * The dry run whose content a submission files, for its record; `undefined` if it names none.
 * @param address of the operation, with the stage
 * @throws ServiceError 422: it names no passed dry run of this account, certificate and operation of the last two
 * hours; its content differs, by field; or the account demands a dry run, or one of another user, and this has none
 */
export const previewOf = async (
  services: Services,
  acting: Acting<Submission>,
  { event, address }: { event: APIGatewayProxyEvent; address: string },
): Promise<Filing['preview']> => {
  const id = header(event, PREVIEW)?.trim();
  const { caller, dry, operation, previews } = acting;
  // A program has no second person; and what cannot be tried could never be filed.
  const isFree = caller.apiToken || operation.dryRun === 'not-offered';
  const demanded = isFree ? 'optional' : (previews ?? 'optional');
  if (id === undefined || id === '') {
    if (dry || demanded === 'optional') return undefined;
    throw wrong(
      'Su cuenta exige probar antes de presentar: haga el simulacro y envíe el previewToken de su respuesta.',
    );
  }
  if (dry) throw wrong('No se envía con un simulacro (test).');
  const tried = isValid(id) ? await services.stores.filings.getFiling(id) : undefined;
  const before = tried && isGood(tried, acting) ? await requestOfFiling(services, tried) : undefined;
  if (!tried || !before || !isOfOperation(tried, acting, { address, before }))
    throw wrong(
      'No es de un simulacro correcto de esta operación, con este certificado, de las dos últimas horas.',
    );
  if (demanded === 'another' && tried.userId === caller.userId)
    throw wrong('La cuenta exige que presente una persona distinta de la que hizo el simulacro.');
  const different = differences(filedOf(before), filedOf(acting.input));
  if (different.length > 0)
    throw invalid(Object.fromEntries(different.map((path) => [path, ['No es lo que se probó.']])));
  if (tried.about?.name) acting.trace.worker = tried.about.name;
  const { userId, endedAt = tried.claimedAt } = tried;
  return { id, ...(await previewedBy(services, caller.accountId, { at: endedAt, userId })) };
};

/** Who made a preview and when, with name and e-mail as they are now. */
export const previewedBy = async (
  { stores }: Services,
  accountId: string,
  { at, userId }: { at: string; userId: string },
): Promise<NonNullable<Filing['preview']>> => ({
  at,
  userId,
  ...(await stores.users.namesOf(accountId, [userId])).get(userId),
});

const wrong = (message: string): ServiceError => invalid({ [PREVIEW]: [message] });

/** Whether a filing is a dry run that passed, and that this caller may file now. */
const isGood = (tried: Filing, { caller, certificate, now, batch }: Acting): boolean =>
  dryResult(tried) === 'passed' &&
  tried.accountId === caller.accountId &&
  (caller.clientId === undefined || caller.clientId === tried.clientId) &&
  tried.certificate.id === certificate.id &&
  // A row of a batch goes by when its batch was committed, however long it waits for its turn.
  (batch ? tried.batch?.id === batch.id : isRecent(tried.endedAt ?? tried.claimedAt, now));

/**
 * Whether a dry run belongs to this operation, which may have a second address. @param of the address, and its
 * request `before`
 */
const isOfOperation = (
  { operation, requestHash }: Filing,
  acting: Acting,
  of: { address: string; before: unknown },
): boolean =>
  operation === `${acting.operation.method} ${of.address}` ||
  requestHash === requestHashOf(acting, of.before);

/** The filed content of a request, in the form in which records keep it. */
const filedOf = (input: unknown): unknown =>
  Object.fromEntries(
    Object.entries(JSON.parse(JSON.stringify(input)) as Record<string, unknown>).filter(([name]) =>
      isFiled(name),
    ),
  );

/** The places in which two JSON values differ, as dotted paths. */
const differences = (one: unknown, other: unknown, path = ''): string[] => {
  if (!isNested(one) || !isNested(other)) return Object.is(one, other) ? [] : [path];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    differences(one[name], other[name], path === '' ? name : `${path}.${name}`),
  );
};

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
