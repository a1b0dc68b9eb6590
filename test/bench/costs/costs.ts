import { MEMORY_MB } from '../../../infra/sizing/memory.ts';
import type { Capacity } from '../../support/stores/capacity.ts';
import { report } from '../results.ts';
import { PRICES, printPrices } from './prices.ts';

/** The measured costs of a request of one class. */
export interface ClassCost {
  kind: 'question' | 'refused';
  capacity: Capacity;
  /** AWS calls. */
  calls: number;
  /** Bytes of log lines. */
  bytes: number;
  /** CPU time in milliseconds on this machine. */
  cpu: number;
}

/** Memory, in MB, at which a Lambda function has one whole vCPU. With less memory it has a proportional part. */
const WHOLE_PROCESSOR_MB = 1_769;
/** Milliseconds of an AWS call, as AWS states for DynamoDB, and of a dialog with an authority, which is an assumption. */
const AWS_MS = 5;
const AUTHORITY_MS = 1_500;

/** Milliseconds that a request takes: the time it waits, and its work on a part of a vCPU. */
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

/** Reports what a million requests of each class cost, and what they would cost with less or more memory. */
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
