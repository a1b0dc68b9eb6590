import { randomBytes } from 'node:crypto';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { CanaryPlan } from '../functions/gateway/canary/plan.ts';
import {
  deleteCertificate,
  issueP12,
  type Session,
  signIn,
  signOut,
  storeCertificate,
  storedCertificates,
} from '../local/caller.ts';
import { demoData, type Login } from '../local/demo.ts';
import { apiAddress, type Outputs } from '../local/deployment.ts';
import { requestsAt } from '../reference/requests.ts';
import { seed } from '../sandbox/seed.ts';
import { secretsManager } from '../shared/stores/secrets.ts';

/** Type of a TGSS certificate in the interface. */
const TGSS = 1;

/**
 * The reading and the dry run that the canary makes on a stage with stand-ins. Neither has a date that would become
 * outdated.
 */
const QUESTION = 'GET /seg-social/ta-info-for-nss';
const DRY_RUN = 'PUT /seg-social/datos-bancarios';

/** Calls with a test certificate, about the worker and company that the stand-ins have for every account. */
const callsAtStandIns = async (session: Session): Promise<CanaryPlan['calls']> => {
  const password = randomBytes(12).toString('base64url');
  const p12 = await issueP12(session, password);
  const headers = { 'X-Cert-Secret': await storeCertificate(session, { p12, password, type: TGSS }) };
  const requests = requestsAt(seed, demoData());
  const fieldsOf = (name: string) => requests[name]!.request;
  const pathOf = (name: string) => name.split(' ')[1]!;
  return [
    {
      method: 'GET',
      path: pathOf(QUESTION),
      headers,
      query: fieldsOf(QUESTION) as Record<string, string>,
    },
    { method: 'PUT', path: pathOf(DRY_RUN), headers, body: { ...fieldsOf(DRY_RUN), test: 1 } },
  ];
};

/**
 * Writes the canary's plan: on a stage with stand-ins a reading and a dry run with a new test certificate, elsewhere
 * a call that reads the state of the authorities. Deletes former certificates of the user.
 * @param secret ARN of the canary's secret
 * @throws CommandError if a call is refused
 */
export const writePlan = async (secret: string, login: Login, outputs: Outputs): Promise<void> => {
  const baseUrl = `${apiAddress(outputs)}/v4`;
  const session = await signIn({ baseUrl }, login);
  const former = await storedCertificates(session);
  const plan: CanaryPlan = {
    baseUrl,
    ...login,
    calls: outputs.SandboxBucket ? await callsAtStandIns(session) : [{ method: 'GET', path: '/status' }],
  };
  await secretsManager().send(
    new PutSecretValueCommand({ SecretId: secret, SecretString: JSON.stringify(plan) }),
  );
  for (const certificate of former) await deleteCertificate(session, certificate);
  await signOut(session);
};
