/** The worlds of the stage, and the authority that issues its certificates. */

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CertificateAuthority, deriveCertificateAuthority } from '../pki/pki.ts';
import { writeClientAuthority } from '../worlds/client-authority.ts';
import { s3Client } from '../worlds/s3-store.ts';
import { stageWorlds } from '../worlds/stage-worlds.ts';
import type { Worlds } from '../worlds/worlds.ts';

const variable = (name: 'SANDBOX_BUCKET' | 'SANDBOX_AUTHORITY_SECRET'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`environment variable ${name} is not set`);
  return value;
};

let worlds: Worlds | undefined;

/** The worlds of the stage's accounts, created on first use. */
export const worldsOfStage = (): Worlds => {
  worlds ??= stageWorlds(variable('SANDBOX_BUCKET'));
  return worlds;
};

let authority: Promise<CertificateAuthority> | undefined;

/**
 * The issuer of the stage's certificates. It publishes its own certificate before it issues the first one, because the
 * functions that verify client certificates need it.
 */
export const authorityOfStage = (): Promise<CertificateAuthority> => {
  authority ??= readAuthority().catch((error: unknown) => {
    authority = undefined;
    throw error;
  });
  return authority;
};

/** A call without an answer ends after some nine seconds. */
const LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

const readAuthority = async (): Promise<CertificateAuthority> => {
  const SecretId = variable('SANDBOX_AUTHORITY_SECRET');
  const { SecretString = '' } = await new SecretsManagerClient(LIMITS).send(
    new GetSecretValueCommand({ SecretId }),
  );
  const derived = deriveCertificateAuthority(SecretString);
  await writeClientAuthority(s3Client(), variable('SANDBOX_BUCKET'), derived.certificate);
  return derived;
};
