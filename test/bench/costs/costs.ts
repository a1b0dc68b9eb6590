import { MEMORY_MB } from '../../../infra/sizing/memory.ts';
import type { Capacity } from '../../support/stores/capacity.ts';
import { report } from '../results.ts';
import { PRICES, printPrices } from './prices.ts';

/** What one request of a class was measured to take. */
export interface ClassCost {
  kind: 'question' | 'refused';
  capacity: Capacity;
  /** Calls of AWS. */
  calls: number;
  /** Bytes of log lines. */
  bytes: number;
  /** CPU time in milliseconds, of a processor as of this machine. */
  cpu: number;
}

/** Memory, in MB, with which a function of Lambda has one whole processor; with less it has a part in proportion. */
const WHOLE_PROCESSOR_MB = 1_769;
/** Milliseconds of an AWS call, as AWS tells for DynamoDB, and of a dialog with an authority, an assumption. */
const AWS_MS = 5;
const AUTHORITY_MS = 1_500;

/** Milliseconds that a request takes: its waits, and its work on a part of a processor. */
const durationOf = (
  { kind, calls, cpu }: Pick<ClassCost, 'kind' | 'calls' | 'cpu'>,
  memory: number,
): number => {
  const waits = (calls > 0 ? AWS_MS : 0) + (kind === 'refused' ? 0 : AUTHORITY_MS);
  return waits + cpu * Math.max(1, WHOLE_PROCESSOR_MB / memory);
};

const dollarsOf = (one: ClassCost, memory: number): number =>
  PRICES.apiGatewayRequest.usd +
  PRICES.lambdaRequest.usd +
  PRICES.lambdaGbSecond.usd * (memory / 1024) * (durationOf(one, memory) / 1000) +
  PRICES.dynamoRead.usd * one.capacity.rcu +
  PRICES.dynamoWrite.usd * one.capacity.wcu +
  PRICES.logGigabyte.usd * (one.bytes / 1e9);

/** Part of their processors that managed instances use: Lambda adds instances before they use all. An assumption. */
const USED = 0.5;
/** Processors of the instance whose price is taken. */
const PROCESSORS = 2;
/** Instances that Lambda keeps at least, one in each availability zone (Lambda Developer Guide, "Scaling Lambda Managed Instances"). */
const LEAST_INSTANCES = 3;
/** Addresses of the network that managed instances need (`fixedAddresses`): two, so that one zone may fail. */
const ADDRESSES = 2;
const HOUR_MS = 3_600_000;
const MONTH_HOURS = 730;
const MILLION = 1e6;
const SIZES = [512, 768, 1_024];

/** What a question was measured to take while its process waits for authorities. */
export interface WaitingCost {
  /** Milliseconds of a processor, of one in flight: a process of Lambda on demand has one request at a time. */
  alone: number;
  /** The same with as many in flight as a process has on managed instances. */
  together: number;
  /** Bytes from and to its authority. */
  bytes: number;
}

/** Tells what functions cost for a million questions, by where they run. */
export const reportWaiting = ({ alone, together, bytes }: WaitingCost): void => {
  printPrices();
  console.log('\nFunctions for a million questions, at list prices, with an authority that answers in 1.5 s');
  const onDemand = (memory: number): number => {
    const seconds = durationOf({ kind: 'question', calls: 1, cpu: alone }, memory) / 1000;
    return MILLION * (PRICES.lambdaRequest.usd + PRICES.lambdaGbSecond.usd * (memory / 1024) * seconds);
  };
  for (const memory of SIZES) report(`functions on demand, ${memory} MB`, onDemand(memory), 'USD');

  const instance = PRICES.instanceHour.usd * (1 + PRICES.managementFee.usd);
  // Both are the least that is paid of each further question, where instances are used as much as Lambda lets them be.
  const instances = (MILLION * (together / HOUR_MS) * (instance / PROCESSORS)) / USED;
  const network = PRICES.natGigabyte.usd * ((MILLION * bytes) / 1e9);
  report('functions managed, instances', instances, 'USD');
  report('functions managed, requests', MILLION * PRICES.lambdaRequest.usd, 'USD');
  report('functions managed, through the NAT gateway', network, 'USD');
  const idle = {
    instances: MONTH_HOURS * LEAST_INSTANCES * instance,
    network: MONTH_HOURS * ADDRESSES * (PRICES.natHour.usd + PRICES.addressHour.usd),
  };
  report('managed and idle, instances, a month', idle.instances, 'USD');
  report('managed and idle, NAT gateways, a month', idle.network, 'USD');
  // What is idle does the questions: instances are paid once.
  const most = (LEAST_INSTANCES * PROCESSORS * USED * MONTH_HOURS * HOUR_MS) / together / MILLION;
  report('questions that idle instances do, a month', most, 'million');
  for (const memory of SIZES) {
    const saved = onDemand(memory) - MILLION * PRICES.lambdaRequest.usd - network;
    const questions = (idle.instances + idle.network) / saved;
    report(`questions from which on managed costs less than ${memory} MB, a month`, questions, 'million');
  }
};

/** Tells what a million requests of each class cost, and what they would with less or more memory. */
export const reportCosts = (classes: ClassCost[]): void => {
  printPrices();
  console.log('\nA million requests by class, at list prices, with authorities that answer in 1.5 s');
  for (const one of classes) {
    const name = `a million of class ${one.kind}`;
    report(name, dollarsOf(one, MEMORY_MB.group) * MILLION, 'USD');
    for (const memory of SIZES) {
      report(`${name}, ${memory} MB`, dollarsOf(one, memory) * MILLION, 'USD');
      report(`${one.kind}, ${memory} MB`, durationOf(one, memory), 'ms');
    }
  }
};
