import { buffer } from 'node:stream/consumers';
import { refuseAsDynamo, startProxy } from '../servers/proxy.ts';

/**
 * Faults of DynamoDB: no answer, until the process gives up; a connection that ends without an answer; a throttle that succeeds on
 * retry; or an error that is not retried.
 */
export const AWS_FAULTS = ['hung', 'cut', 'throttled', 'refused'] as const;
export type AwsFault = (typeof AWS_FAULTS)[number];

const ERRORS = {
  throttled: 'ThrottlingException',
  refused: 'AccessDeniedException',
};

/**
 * A proxy between a process and the emulator's DynamoDB. It passes calls on unchanged, except for the calls that `spoil` names.
 */
export const startThrottledAws = async (emulator: string) => {
  const spoiled = new Map<string, AwsFault>();
  let count = 0;
  const { url, close } = await startProxy(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      const reads = String(incoming.headers['x-amz-target']).endsWith('.BatchGetItem');
      const account = reads ? [...spoiled.keys()].find((id) => body.includes(id)) : undefined;
      if (account) {
        const fault = spoiled.get(account)!;
        spoiled.delete(account);
        count += 1;
        if (fault === 'cut') outgoing.destroy();
        else if (fault !== 'hung') refuseAsDynamo(outgoing, ERRORS[fault], { message: fault });
        return;
      }
      const { status, headers, bytes } = await sendOn(body);
      outgoing.writeHead(status, headers).end(bytes);
    },
    { to: emulator, keepsHost: true },
  );
  return {
    url,
    /** Makes the next call that reads rows of this account fail. */
    spoil: (account: string, fault: AwsFault) => spoiled.set(account, fault),
    /** The number of calls that failed. */
    count: () => count,
    close,
  };
};
