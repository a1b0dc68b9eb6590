/**
 * The names and the validity of a certificate for the tests of stores, which read no P12: it is valid from and until now.
 * @param now its validity
 */
export const certificateFacts = (now: Date) => ({
  name: 'a name',
  dni: '',
  givenName: '',
  surname: '',
  issuer: '',
  notBefore: now.toISOString(),
  notAfter: now.toISOString(),
});
