/** What the end of a conversation means: to the breaker, to the log and to the caller. */

import { CircuitOpen, type Health, OPEN_SECONDS } from '../channel/breaker.ts';
import { ChannelFailure, type FailureKind } from '../channel/failure.ts';
import {
  AUTHORITY_LABEL,
  type AuthorityName,
  authorityDown,
  authoritySilent,
  errorPage,
  refused,
  unreadable,
} from '../errors.ts';
import type { Ending } from './conversation.ts';
import { type Answer, OutOfService, Refusal, Unreadable } from './exchange.ts';

/**
 * How an exchange ended, for the log. `dry`: before the confirmation. `looked-up`: no answer, and found to have taken
 * effect. `unknown`: it may have taken effect. `away`: the authority announces it, or the breaker is open.
 * `certificate`: turned away. `off`: the stage has not switched the exchange on. `defect`: ours, be it of a script or of the store of certificates.
 */
export type Outcome =
  | 'result'
  | 'dry'
  | 'looked-up'
  | 'refused'
  | 'unknown'
  | 'error-page'
  | 'away'
  | 'unreadable'
  | 'off'
  | 'defect'
  | FailureKind;

/** What an attempt told of the authority. A refusal is a sign of health, and so is an answer that only we cannot read. */
export const healthOf = ({ how, lastAnswer }: Ending<unknown>): Health => {
  if (!('error' in how)) return 'well';
  const { error } = how;
  if (error instanceof ChannelFailure) return error.ofAuthority ? 'failing' : 'untold';
  if (error instanceof OutOfService) return error.announced ? { away: retryAfterOf(lastAnswer) } : 'failing';
  return error instanceof Refusal || error instanceof Unreadable ? 'well' : 'untold';
};

/**
 * What to throw for an error before which nothing took effect: the `ServiceError` that tells it to the caller, and a
 * defect as it is.
 */
export const tell = (
  authority: AuthorityName,
  error: unknown,
  lastAnswer: Answer | undefined,
): [outcome: Outcome, told: unknown] => {
  if (error instanceof CircuitOpen) return ['away', authorityDown(authority, error.retryAfter, error)];
  if (error instanceof Refusal) return ['refused', refused(authority, error.messages)];
  if (error instanceof Unreadable) return ['unreadable', unreadable(authority, error)];
  if (error instanceof OutOfService) {
    if (!error.announced) return ['error-page', errorPage(authority, error.status, error)];
    return ['away', authorityDown(authority, retryAfterOf(lastAnswer) ?? OPEN_SECONDS, error)];
  }
  if (error instanceof ChannelFailure) return [error.kind, toldOfChannel(authority, error)];
  return ['defect', error];
};

const toldOfChannel = (authority: AuthorityName, failure: ChannelFailure) => {
  switch (failure.kind) {
    case 'unreachable':
      return authorityDown(authority, OPEN_SECONDS, failure);
    case 'silent':
      return authoritySilent(authority, failure);
    case 'garbled':
      return unreadable(authority, failure);
    case 'certificate':
      return refused(authority, [
        `${AUTHORITY_LABEL[authority]} no acepta el certificado digital presentado.`,
      ]);
  }
};

/** Seconds of the header `Retry-After` (RFC 9110, 10.2.3), which is a number of seconds or a date. */
const retryAfterOf = (answer: Answer | undefined): number | undefined => {
  const value = [answer?.headers['retry-after']].flat()[0]?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
};
