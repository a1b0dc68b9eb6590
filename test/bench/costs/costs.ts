import { MEMORY_MB } from '../../../infra/sizing/memory.ts';
import type { Capacity } from '../../support/stores/capacity.ts';
import { report } from '../results.ts';
import { PRICES } from './prices.ts';

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
const HOUR_MS = 3_600_000;

/**
 * Tells what a million questions cost where processes wait for many at the same time.
 * @param cpu milliseconds of a processor for each
 */
export const reportWaiting = (cpu: number): void => {
  const hour = (PRICES.instanceHour.usd / PROCESSORS) * (1 + PRICES.managementFee.usd);
  const functions = 1e6 * PRICES.lambdaRequest.usd + (1e6 * (cpu / HOUR_MS) * hour) / USED;
  report({ name: 'functions for a million questions, managed', goal: null, value: functions, unit: 'USD' });
  for (const memory of [512, 768, 1_024]) {
    const seconds = durationOf({ kind: 'question', calls: 1, cpu }, memory) / 1000;
    const value = 1e6 * (PRICES.lambdaRequest.usd + PRICES.lambdaGbSecond.usd * (memory / 1024) * seconds);
    report({
      name: `functions for a million questions, on demand, ${memory} MB`,
      goal: null,
      value,
      unit: 'USD',
    });
  }
};

/** Tells what a million requests of each class cost, and what they would with less or more memory. */
export const reportCosts = (classes: ClassCost[]): void => {
  console.log('\nA million requests by class, at list prices, with authorities that answer in 1.5 s');
  for (const one of classes) {
    const name = `a million of class ${one.kind}`;
    report({ name, goal: null, value: dollarsOf(one, MEMORY_MB.group) * 1e6, unit: 'USD' });
    for (const memory of [512, 768, 1_024]) {
      report({ name: `${name}, ${memory} MB`, goal: null, value: dollarsOf(one, memory) * 1e6, unit: 'USD' });
      report({ name: `${one.kind}, ${memory} MB`, goal: null, value: durationOf(one, memory), unit: 'ms' });
    }
  }
};
