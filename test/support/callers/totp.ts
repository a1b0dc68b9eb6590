import { TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret. @param steps half minutes from now */
export const codeOf = (secret: string, steps = 0, now = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp: now + steps * 30_000 });
