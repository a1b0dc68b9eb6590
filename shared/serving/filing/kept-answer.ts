import * as z from 'zod';
import { succeeded } from '../../kernel/envelope.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { messageOf, type Reply } from '../../kernel/reply.ts';
import { askedMembers, notAsked } from '../../operation/not-asked.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { Replayed } from '../answer.ts';
import type { Body } from '../documents.ts';
import { openAuthority, portsOf } from '../run.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { replay } from './answer.ts';
import { lookUpFiling } from './look-up.ts';
import { acceptedBefore } from './repeated.ts';

const NOT_SENT =
  'No se ha enviado otra vez: esta es la respuesta de entonces. Si hay que repetirlo, indique ese trámite en Repeats.';

/**
 * The answer to a request whose act was just accepted: the one that was given then, with a warning, and with the documents that
 * only this request asks for.
 */
export const keptAnswer = async (
  services: Services,
  acting: Acting<Submission>,
  filing: Filing,
): Promise<Replayed> => {
  const { operation } = acting;
  const kept = await answerOf(services, acting, filing);
  const { body, status } = kept as { body: Body & { warnings?: string[] }; status: number };
  const again = status === 200 ? await missingOf(services, acting, { filing, data: body.data }) : undefined;
  const data = again ? { ...(body.data as object), ...(again.data as object) } : body.data;
  const message = again ? messageOf(again) : String(body.message);
  const warning = acceptedBefore({ at: filing.endedAt ?? filing.claimedAt, filing: filing.id }, NOT_SENT);
  const isFixed = operation.fixesMessage || status !== 200;
  const answer = {
    ...body,
    data: membersOf(operation, data),
    message: isFixed ? message : `${message} ${warning}`,
    warnings: [...(body.warnings ?? []), warning],
  };
  return new Replayed(status, answer, false);
};

/** The members that the operation answers with: one with two names may answer with fewer by one of them. */
const membersOf = ({ response }: Submission, data: unknown): unknown =>
  response instanceof z.ZodObject
    ? Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => name in response.shape))
    : data;

/** The kept answer. One that lacked its only document may have it by now. */
const answerOf = async (
  services: Services,
  acting: Acting<Submission>,
  filing: Filing,
): Promise<Replayed> => {
  const lacksDocument = (filing.status ?? 200) >= 500;
  const found = lacksDocument
    ? await lookUpFiling(services, filing, { ...acting, actor: acting })
    : undefined;
  return found ? new Replayed(200, succeeded(found.reply)) : replay(services, acting, filing);
};

/** The reply with the documents that a request asks for and the kept answer has not; `undefined` where none is missing. */
const missingOf = async (
  services: Services,
  acting: Acting<Submission>,
  { filing, data }: { filing: Filing; data: unknown },
): Promise<Reply<unknown> | undefined> => {
  const { operation, input } = acting;
  const wanted = new Set(notAsked(operation, input as Record<string, unknown>));
  const isMissing = askedMembers(operation).some(
    ([name]) => !wanted.has(name) && !(data as Record<string, unknown> | undefined)?.[name],
  );
  if (!isMissing || !operation.replyAgain) return undefined;
  const { authority } = operation;
  return operation
    .replyAgain(input as Record<string, unknown>, { reference: filing.reference }, {
      ...portsOf(services, acting),
      [authority]: await openAuthority(services, acting),
    } as never)
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
};
