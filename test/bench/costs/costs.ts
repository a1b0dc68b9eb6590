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

const MILLION = 1e6;
const SIZES = [512, 768, 1_024];

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
