import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type Code, type IFunction, Function as LambdaFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  AUTHORIZER_GRANTS,
  consumerGrantsOf,
  DUE_FILINGS_GRANTS,
  type Grant,
  grantsOf,
} from '../shared/derive/grants.ts';
import type { Group } from '../shared/operation/operation.ts';
import { capabilityFunctions, statedGrants } from './capabilities.ts';
import type { StatedGrant } from './deployment.ts';
import { consumerName, functionName } from './names.ts';
import { statementsOf } from './permissions.ts';
import type { CapabilityQueues } from './queues/capability-queues.ts';
import { LEAST_AT_ONCE } from './queues/function-queue.ts';
import { CONSUMER_TIMEOUT, queuedGroups, type WorkQueues } from './queues/work-queues.ts';
import { Releases } from './releases/releases.ts';
import { acknowledgeWildcards } from './rights/wildcards.ts';
import { runtimeOf } from './runtime.ts';
import { MEMORY_MB } from './sizing/memory.ts';
import type { Stage } from './stages.ts';
import { removalOf, type Storage } from './storage.ts';
import { variablesFor } from './variables.ts';

/** Name of the function that tells API Gateway the usage plan of a request. */
export const AUTHORIZER = 'authorizer';

/** Name of the function that the schedule runs. */
export const DUE_FILINGS = 'due-filings';

/** How long API Gateway waits for a function. The function has the same timeout, because a later answer could not be delivered. */
export const apiTimeout = ({ apiSeconds }: Pick<Stage, 'apiSeconds'>): Duration =>
  Duration.seconds(apiSeconds);

export interface FunctionsProps {
  stage: Stage;
  storage: Storage;
  workQueues: WorkQueues;
  queues: CapabilityQueues;
  groups: Group[];
  /** Returns the bundled code of a function by its name. */
  code: (name: string) => Code;
}

/**
 * All functions of a stage: one for each group, a consumer for each group with a queue, the authorizer, the schedule,
 * and the functions of capabilities.
 */
export class Functions extends Construct {
  /** Functions that act before authorities. */
  readonly atAuthorities: LambdaFunction[] = [];
  private readonly made = new Map<string, LambdaFunction>();
  private readonly granted = new Map<StatedGrant, LambdaFunction[]>();
  private readonly callable = new Map<string, IFunction>();

  /** @throws Error if the stage reserves concurrency for an unknown function, or too little for a consumer */
  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    checkReserved(props);
    const timeout = apiTimeout(props.stage);
    for (const group of props.groups)
      this.add(group.name, props, { grants: grantsOf(group), timeout, group: group.name });
    for (const group of queuedGroups(props.groups))
      this.add(consumerName(group), props, {
        grants: consumerGrantsOf(group),
        timeout: CONSUMER_TIMEOUT,
        group: group.name,
        handler: 'handler.consumer',
        // It also sends messages to its own queue. Lambda's loop detection would stop that after some 16 rounds; here
        // it is bounded, because each message ends a filing or finds it ended.
        recursiveLoop: RecursiveLoop.ALLOW,
      });
    this.add(AUTHORIZER, props, {
      grants: AUTHORIZER_GRANTS,
      timeout: Duration.seconds(5),
      memorySize: MEMORY_MB.authorizer,
    });
    this.add(DUE_FILINGS, props, {
      grants: DUE_FILINGS_GRANTS,
      // Longer than the minute after which the next run begins; a lease gives each filing to one of the two runs.
      timeout: Duration.seconds(90),
    });
    for (const deployed of capabilityFunctions) this.add(deployed.name, props, deployed);
    this.release(props.stage);
    for (const { name, calledWith, queue } of capabilityFunctions) {
      // The function that is called is deployed before its callers.
      for (const caller of calledWith ? (this.granted.get(calledWith) ?? []) : [])
        caller.node.addDependency(this.live(name));
      if (queue) props.queues.of(name).feed(this.live(name), props.stage.reservedConcurrency[name]);
    }
    for (const group of queuedGroups(props.groups)) {
      const name = consumerName(group);
      props.workQueues.feed(group, this.live(name), props.stage.reservedConcurrency[name]);
    }
  }

  /**
   * The function with this name, for further settings and rights: a group, a consumer or another one.
   * @throws Error if there is none
   */
  of(name: string): LambdaFunction {
    return found(this.made, name);
  }

  /**
   * The alias or function that callers invoke.
   * @throws Error if there is none
   */
  live(name: string): IFunction {
    return found(this.callable, name);
  }

  /** Gives each function an alias, except on an emulator, which has no CodeDeploy. */
  private release(stage: Stage): void {
    const releases = stage.emulator ? undefined : new Releases(this, 'Releases', stage);
    for (const [name, function_] of this.made)
      this.callable.set(
        name,
        releases?.aliasOf(name, function_, [
          ['Defects'],
          ['FunctionErrors', name],
          ...(stage.canary ? ([['CanaryFailed']] as const) : []),
          ...(name === DUE_FILINGS ? ([['ScheduleStopped']] as const) : []),
        ]) ?? function_,
      );
  }

  private add(
    name: string,
    { stage, storage, workQueues, queues, code }: FunctionsProps,
    {
      grants: needed,
      timeout,
      memorySize = MEMORY_MB.group,
      group,
      handler = 'handler.handler',
      recursiveLoop,
    }: {
      grants: Grant[];
      timeout: Duration;
      memorySize?: number;
      group?: string;
      handler?: string;
      recursiveLoop?: RecursiveLoop;
    },
  ): void {
    const scope = new Construct(this, name);
    const grants = statedGrants(needed);

    const logGroup = new LogGroup(scope, 'Logs', {
      retention: stage.logDays,
      encryptionKey: storage.ownKey,
      removalPolicy: removalOf(stage),
    });

    // A role without the AWS managed policy, which would allow writing to every log group of the AWS account.
    const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const grant of grants) {
      for (const statement of statementsOf(grant, storage, {
        workQueues,
        queues,
        stage,
        group,
      }))
        role.addToPolicy(statement);
    }
    acknowledgeWildcards(role, storage, stage);

    const made = new LambdaFunction(scope, 'Function', {
      functionName: functionName(stage, name),
      ...runtimeOf(stage),
      handler,
      code: code(group ?? name),
      environment: variablesFor(grants, stage, storage, { workQueues, queues }),
      timeout,
      memorySize,
      role,
      logGroup,
      reservedConcurrentExecutions: stage.reservedConcurrency[name],
      recursiveLoop,
    });
    if (grants.includes('certificate-secrets:read')) this.atAuthorities.push(made);
    this.made.set(name, made);
    for (const grant of grants) this.granted.set(grant, [...(this.granted.get(grant) ?? []), made]);
  }
}

const found = <Found>(functions: Map<string, Found>, name: string): Found => {
  const function_ = functions.get(name);
  if (!function_) throw new Error(`no function is named ${name}`);
  return function_;
};

const checkReserved = ({ stage, groups }: FunctionsProps): void => {
  const consumers = queuedGroups(groups).map(consumerName);
  const deployed = capabilityFunctions.map(({ name }) => name);
  const names = new Set([
    ...groups.map(({ name }) => name),
    ...consumers,
    AUTHORIZER,
    DUE_FILINGS,
    ...deployed,
  ]);
  const queued = capabilityFunctions.filter(({ queue }) => queue).map(({ name }) => name);
  for (const [name, calls] of Object.entries(stage.reservedConcurrency)) {
    if (!names.has(name))
      throw new Error(
        `stage "${stage.name}": reservedConcurrency: no function is named "${name}"; there are ${[...names].join(', ')}`,
      );
    if ([...consumers, ...queued].includes(name) && calls < LEAST_AT_ONCE)
      throw new Error(
        `stage "${stage.name}": reservedConcurrency: "${name}" needs at least ${LEAST_AT_ONCE}`,
      );
  }
};
