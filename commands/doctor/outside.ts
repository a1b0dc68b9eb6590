import { functionSettings } from '../../local/deployment.ts';
import { AUTHORITY_LABEL } from '../../shared/kernel/authority-errors.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { ANSWER_MS, lookAtTls } from './addresses.ts';
import { entrancesTo, lookAtAuthority } from './authorities.ts';
import { type Check, type Finding, ok, problem, together, unchecked } from './check.ts';

/** Largest clock difference, in seconds. Tokens and rate windows depend on clocks. */
const SKEW_SECONDS = 5;

/** @returns the reason, such as `ECONNREFUSED`, where there is no answer */
const ask = (address: string, path: string): Promise<Response | string> =>
  fetch(`${address}/v4${path}`, { signal: AbortSignal.timeout(ANSWER_MS * 3) }).catch((error: Error) => {
    const { code, message } = (error.cause ?? error) as { code?: string; message: string };
    return code && typeof code === 'string' ? code : message;
  });

const silent = (address: string, reason: string): Finding =>
  problem(
    `${address} does not answer (${reason}). Check that the address is right (--url), and that its DNS record leads to the stage.`,
  );

const answers: Check = async ({ address }) => {
  const reference = await ask(address, '/openapi.json');
  if (typeof reference === 'string') return silent(address, reference);
  const { openapi } = (await reference.json().catch(() => ({}))) as { openapi?: string };
  if (reference.status !== 200 || !openapi)
    return problem(
      `${address}/v4/openapi.json answers ${reference.status}. See the access log and the log of the function reference.`,
    );
  // This needs the authorizer and the tables: a 401 comes from the function.
  const refused = await ask(address, '/auth');
  if (typeof refused === 'string') return silent(address, refused);
  await refused.arrayBuffer();
  return refused.status === 401
    ? ok(`${address} answers: the reference, and 401 to a call without token.`)
    : problem(
        `${address}/v4/auth answers ${refused.status} to a call without token, not 401. See the log of the function auth.`,
      );
};

const tls: Check = async ({ address, now, isEmulated }) => {
  const url = new URL(address);
  if (url.protocol !== 'https:')
    return isEmulated ? unchecked('The emulator has no TLS.') : problem(`${address} is not HTTPS.`);
  return lookAtTls(url, { now: now(), isOurs: true });
};

const clock: Check = async ({ address, now }) => {
  const before = now();
  const answer = await ask(address, '/openapi.json');
  if (typeof answer === 'string') return unchecked(`${address} does not answer.`);
  await answer.arrayBuffer();
  const after = now();
  const date = answer.headers.get('date');
  if (!date) return unchecked('The answer has no Date header.');
  // The header has whole seconds, so it may be any instant of that second between request and answer.
  const instant = Date.parse(date);
  const seconds = Math.max(
    0,
    (before.getTime() - (instant + 999)) / 1000,
    (instant - after.getTime()) / 1000,
  );
  return seconds <= SKEW_SECONDS
    ? ok(`The clocks of this machine and the stage differ by less than ${SKEW_SECONDS} seconds.`)
    : problem(
        `The clocks of this machine and the stage differ by ${Math.round(seconds)} seconds. Set this machine's clock; the stage's is right.`,
      );
};

const authorities: Check = async (deployed) => {
  const settings = await functionSettings(deployed.stage);
  const all = Object.entries(AUTHORITY_LABEL) as [AuthorityName, string][];
  const findings = await Promise.all(
    all.map(async ([authority, label]) => {
      const entrances = entrancesTo(authority, settings);
      if (entrances.length === 0) return unchecked('Stand-ins answer within the functions.');
      const looked = entrances.map((entrance) =>
        lookAtAuthority(entrance.url, deployed.now(), entrance.settings),
      );
      const seen = together(await Promise.all(looked), '');
      return seen.state === 'problem' ? problem(`${label}: ${seen.text}`) : seen;
    }),
  );
  return together(findings, 'TGSS, SEPE and AEAT can be reached from here by TLS.');
};

/** Checks that need no rights in the AWS account. */
export const OUTSIDE: Record<string, Check> = { address: answers, TLS: tls, clock, authorities };
