import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { emulatorClient } from './aws.ts';

/**
 * Verifies the sender's address at the emulator. On AWS, an operator does this once at SES.
 * @param region from which the stage sends mails
 */
export const verifySender = async (endpoint: string, sender: string, region: string): Promise<void> => {
  const client = new SESv2Client({ ...emulatorClient(endpoint), region });
  try {
    await client.send(new CreateEmailIdentityCommand({ EmailIdentity: sender }));
  } catch (error) {
    // An emulator that was running before may have the address from an earlier start.
    if ((error as Error).name !== 'AlreadyExistsException') throw error;
  }
};
