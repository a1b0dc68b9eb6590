import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { awsVariables } from './aws.ts';

/** Makes the emulator take the sender's address as verified, which an operator does at SES once. */
export const verifySender = async (endpoint: string, sender: string): Promise<void> => {
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = awsVariables(endpoint);
  const client = new SESv2Client({
    endpoint,
    region: AWS_REGION,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY! },
  });
  try {
    await client.send(new CreateEmailIdentityCommand({ EmailIdentity: sender }));
  } catch (error) {
    // An emulator that is not ours may know it from an earlier start.
    if ((error as Error).name !== 'AlreadyExistsException') throw error;
  }
};
