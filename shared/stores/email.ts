import { domainToASCII } from 'node:url';

/**
 * An e-mail address with its domain in ASCII, as mail servers need it and as browsers send it (RFC 5891): `info@peña.es` is
 * `info@xn--pea-8ma.es`.
 */
export const asciiEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return /[^\0-\x7f]/.test(domain) ? email.slice(0, at) + (domainToASCII(domain) || domain) : email;
};

/** An e-mail address as it is compared: however it is written, it is one. */
export const plainEmail = (email: string): string => asciiEmail(email.trim().toLowerCase());
