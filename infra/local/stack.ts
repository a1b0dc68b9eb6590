import { storeVariables } from '../commands/deployment.ts';
import { awsVariables } from './aws.ts';
import { createDemo, type Demo } from './demo.ts';
import { cdkFor } from './deploy.ts';
import { installEmulator } from './emulator.ts';
import { startKeeper } from './keeper-client.ts';
import { verifySender } from './mail.ts';
import { LOCAL, type Place } from './place.ts';
import type { Step } from './steps.ts';

/** A stack that is up. */
export interface Stack {
  demo: Demo;
  /** Variables that point the AWS SDK and the stores at it. */
  variables: Record<string, string>;
  /** Aborted when it has ended, with why. */
  signal: AbortSignal;
  /** Lets it stand when this process ends. */
  leave(): Promise<void>;
  /** Ends it. */
  stop(): Promise<unknown>;
}

export interface StackOptions {
  /** Endpoint of an emulator that runs already; else one is started. */
  endpoint?: string;
  /** Take the ports that people know, where they are free. */
  knownPorts: boolean;
  /** Remove the place at the end. */
  ephemeral: boolean;
  step: Step;
  /** Ends everything at any moment, also once it is up. */
  signal: AbortSignal;
}

/**
 * Brings everything up at a place: emulator, authorities, the deployed stack, accounts with certificates. Ends what it
 * started when something fails.
 */
export const bringUp = async (place: Place, options: StackOptions): Promise<Stack> => {
  const { knownPorts, ephemeral, step, signal } = options;
  const given = options.endpoint?.replace(/\/$/, '');
  const emulator = given
    ? { endpoint: given }
    : { python: await step('Emulator', () => installEmulator(LOCAL, place.log('install'), signal)) };

  const keeper = startKeeper(place, { folder: place.folder, emulator, knownPorts, ephemeral }, signal);
  try {
    const { endpoint, authorities } = await step('Processes', keeper.ready);
    const cdk = cdkFor(place, endpoint, keeper);
    await step('Bootstrap', cdk.bootstrap);
    const outputs = await step('Deployment', () => cdk.deploy(authorities));
    if (outputs.MailSender) await verifySender(endpoint, outputs.MailSender);
    const origin = given ? `${given}/_aws/execute-api/${outputs.ApiId}` : await keeper.serve(outputs.ApiId);
    const demo = await step('Accounts', () =>
      createDemo(place, { endpoint, api: `${origin}/api`, authorities, signal: keeper.signal }),
    );
    await keeper.publish(demo);
    return {
      demo,
      variables: { ...awsVariables(endpoint), ...storeVariables('sandbox', outputs) },
      signal: keeper.signal,
      leave: keeper.leave,
      stop: keeper.stop,
    };
  } catch (error) {
    // A failure that follows from the end of everything only hides its cause.
    throw (await keeper.stop()) ?? error;
  }
};
