import { invalid, ServiceError, tooManyRequests } from '../../../shared/kernel/errors.ts';
import { paddedText } from '../../../shared/kernel/fields.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import type { Try } from '../../../shared/stores/identity/sign-ins.ts';

/** A code of an app, or a recovery code. */
export const code = paddedText(
  6,
  30,
  'Código de 6 cifras de la aplicación, que se admite una sola vez, o un código de recuperación.',
);

/** 401, with its own field, so that a program can ask for the code: who gets it has sent the right password. */
export const codeNeeded = (sent: string | undefined): ServiceError => {
  const text = sent
    ? 'El código del segundo factor no es correcto, ha caducado o ya se usó.'
    : 'Falta el código del segundo factor.';
  return new ServiceError(401, text, { errors: invalid({ code: [text] }).errors });
};

type Proving = Pick<ResourcePorts, 'caller' | 'user' | 'stores' | 'now'>;

/** Counts an attempt of the caller's session, so that a session does not help to guess. @throws ServiceError 429 */
const countedTry = async ({ caller, user, stores, now }: Proving): Promise<Try> => {
  const login = await stores.accounts.findLogin(user.email);
  const attempt = await stores.signIns.countProof(caller.sessionId, login, now);
  if (attempt.wait > 0) throw tooManyRequests(attempt.wait);
  return attempt;
};

/**
 * Checks a code of the caller.
 * @throws ServiceError 422 on `code`, 429 after too many wrong ones
 */
export const checkCode = async (sent: string, ports: Proving): Promise<void> => {
  const { user, stores, now } = ports;
  const [attempt, factor] = await Promise.all([
    countedTry(ports),
    stores.secondFactors.findSecondFactor(user.id),
  ]);
  if (attempt.isLocked || !(await stores.secondFactors.useOfCode(factor, sent, now)))
    throw invalid({ code: ['No es correcto, ha caducado o ya se usó.'] });
  await attempt.succeed();
};

/**
 * Checks the password of the caller, which a stolen session does not have.
 * @returns the counted attempt; it stays counted unless it is reported as successful
 * @throws ServiceError 422 on `password`, 429 after too many wrong ones
 */
export const checkPassword = async (sent: string, ports: Proving): Promise<Try> => {
  const { passwords } = ports.stores;
  const [attempt, hash] = await Promise.all([countedTry(ports), passwords.findPasswordHash(ports.user)]);
  // A locked one is compared with none, as when signing in.
  if (!(await passwords.verifyPassword(sent, attempt.isLocked ? undefined : hash)))
    throw invalid({ password: ['No es su contraseña.'] });
  return attempt;
};
