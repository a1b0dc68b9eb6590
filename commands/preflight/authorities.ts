import { originsOf, trustOf } from '../../shared/authorities/sites.ts';
import { AUTHORITIES } from '../../shared/kernel/errors.ts';
import { lookAtChain } from '../doctor/chains.ts';
import { type Finding, ok, together } from '../doctor/check.ts';
import { ofType, type Template } from '../doctor/quotas.ts';

/** Environment variables of the functions that ask authorities. */
const variablesIn = (templates: Template[]): Record<string, string> =>
  ofType(templates, 'Lambda::Function')
    .map(({ Properties }) => Properties.Environment?.Variables ?? {})
    .find(({ TGSS_URL }) => TGSS_URL) ?? {};

/** Checks the certificates of all addresses of all authorities of a stage, from this machine. */
export const lookAtAuthorities = async (templates: Template[], now: Date): Promise<Finding> => {
  const variables = variablesIn(templates);
  const findings = await Promise.all(
    AUTHORITIES.flatMap((authority) => {
      const address = variables[`${authority.toUpperCase()}_URL`];
      if (!address) return [];
      const { tls } = trustOf(authority, variables);
      return originsOf(authority, address).map((origin) =>
        lookAtChain(new URL(origin), now, origin === address ? tls : { ...tls, serverName: undefined }),
      );
    }),
  );
  return findings.length === 0
    ? ok('The authorities are stand-ins inside the functions.')
    : together(findings, findings.map(({ text }) => text).join(' '));
};
