import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { type Finding, ok, problem } from './check.ts';

/**
 * Checks that SES may send the service's mails to any address.
 * @param sender the stage's sender
 * @param region SES region; `AWS_REGION` by default
 */
export const lookAtSender = async (
  stage: string,
  sender: string | undefined,
  region = process.env.AWS_REGION,
): Promise<Finding> => {
  if (!sender)
    return stage === 'sandbox'
      ? ok('No sender: this sandbox sends no mails.')
      : problem('No sender of mails is set. Deploy with -c mailSender=….');
  const client = new SESv2Client({ ...(region && { region }) });
  // An address is verified if its domain is.
  const identities = await Promise.all(
    [sender, sender.split('@')[1]!].map((EmailIdentity) =>
      client.send(new GetEmailIdentityCommand({ EmailIdentity })).catch((error: Error) => {
        if (error.name === 'NotFoundException') return undefined;
        throw error;
      }),
    ),
  ).catch((error: Error & { code?: string }) => {
    // In a region without SES, its endpoint has no DNS name.
    if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return undefined;
    throw error;
  });
  if (!identities)
    return problem(
      `SES is not offered in ${region}, or its address cannot be found from here. Choose a region that has it: mailRegion in cdk.json.`,
    );
  if (!identities.some((identity) => identity?.VerifiedForSendingStatus))
    return problem(
      `${sender} is not verified at SES in ${region}: no mail leaves. Verify it or its domain there.`,
    );
  const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand({}));
  if (SendingEnabled === false)
    return problem('SES has paused sending for this AWS account. Check its reputation at SES.');
  return ProductionAccessEnabled === false && stage !== 'sandbox'
    ? problem(
        `SES is in its sandbox: mails reach verified addresses only. Ask AWS for production access in ${region}.`,
      )
    : ok(`${sender} is verified at SES in ${region}.`);
};
