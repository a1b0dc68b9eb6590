import * as z from 'zod';
import { LONG_PASSWORD } from '../../../shared/stores/identity/passwords.ts';

/** Characters of the shortest password that is made on our page, and of the longest. */
export const MIN_PASSWORD = LONG_PASSWORD;
export const MAX_PASSWORD = 200;

/**
 * A field of a form. It accepts almost any text, because its errors are shown on the page, not in an envelope. The
 * limit only excludes absurd lengths.
 */
export const formField = (description: string) => z.string().max(2000).optional().meta({ description });

/** A password of a form; every character counts. */
export const formPassword = (description: string) =>
  z.string().max(2000).meta({ description, format: 'password' }).optional();

/** Longest e-mail address. No user has a longer one, and no table takes any. */
export const MAX_EMAIL = 254;
