import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CertificateAuthority, deriveCertificateAuthority } from '../sandbox/pki/pki.ts';
import { emulatorClient } from './aws.ts';

/** Who issues the certificates of the stage at an emulator. In AWS only one of its functions can find that out. */
export const readAuthority = async (endpoint: string, secret: string): Promise<CertificateAuthority> => {
  const secrets = new SecretsManagerClient(emulatorClient(endpoint));
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secret }));
  return deriveCertificateAuthority(SecretString);
};
