import { invalid, ServiceError, tooManyRequests } from '../../shared/kernel/errors.ts';
import { paddedText } from '../../shared/kernel/fields.ts';
import type { ResourcePorts } from '../../shared/operation/ports.ts';

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

/**
 * Checks a code of the caller. It counts as a try to sign in, so that a session does not help who guesses.
 * @throws ServiceError 422 on `code`, 429 after too many wrong ones
 */
export const checkCode = async (
  sent: string,
  { user, stores, ip, now }: Pick<ResourcePorts, 'user' | 'stores' | 'ip' | 'now'>,
): Promise<void> => {
  const [login, origin, factor] = await Promise.all([
    stores.accounts.findLogin(user.email),
    stores.signIns.readOrigin(user.email, ip, now),
    stores.secondFactors.findSecondFactor(user.id),
  ]);
  const attempt = await stores.signIns.countTry(origin, login, now);
  if (attempt.wait > 0) throw tooManyRequests(attempt.wait);
  if (attempt.isLocked || !(await stores.secondFactors.useOfCode(factor, sent, now)))
    throw invalid({ code: ['No es correcto, ha caducado o ya se usó.'] });
  await attempt.succeed();
};
