import { report } from '../results.ts';
import { PRICES, printPrices } from './prices.ts';

/** The measured costs of a reading. */
interface MeasuredCost {
  /** Capacity units of reads, and of writes. */
  rcu: number;
  wcu: number;
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

/** Milliseconds that a reading takes: the time it waits, and its work on a part of a vCPU. */
const durationOf = (cpu: number, memory: number): number =>
  AWS_MS + AUTHORITY_MS + cpu * Math.max(1, WHOLE_PROCESSOR_MB / memory);

const MILLION = 1e6;
const SIZES = [512, 768, 1_024];

/** Reports what a million readings cost with the memory that functions have, with less and with more. */
export const reportCosts = ({ rcu, wcu, bytes, cpu }: MeasuredCost): void => {
  printPrices();
  console.log('\nA million questions, at list prices, with authorities that answer in 1.5 s');
  const others =
    PRICES.apiGatewayRequest.usd +
    PRICES.dynamoRead.usd * rcu +
    PRICES.dynamoWrite.usd * wcu +
    PRICES.logGigabyte.usd * (bytes / 1e9);
  for (const memory of SIZES) {
    const lambda =
      PRICES.lambdaRequest.usd +
      PRICES.lambdaGbSecond.usd * (memory / 1024) * (durationOf(cpu, memory) / 1000);
    report(`functions, ${memory} MB`, lambda * MILLION, 'USD');
  }
  report('API Gateway, DynamoDB, logs', others * MILLION, 'USD');
};
