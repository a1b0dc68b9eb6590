import { report } from '../results.ts';
import { ANSWERS } from './asking.ts';
import { PRICES, QUOTAS } from './quotas.ts';
import { type Outcome, type Setup, simulate } from './simulation.ts';

/** What AWS allows by default in Europe (Spain). */
const USUAL: Setup = {
  seed: 1,
  accounts: 10_000,
  rate: 1_000,
  seconds: 3_600,
  concurrency: QUOTAS.concurrency.value,
  gatewayRate: QUOTAS.gatewayRate.value,
  gatewayBurst: QUOTAS.gatewayBurst.value,
  scaling: QUOTAS.scaling.value,
};

const CELLS = 10;

/** The runs, by what they show. */
export const SETUPS: Record<string, Setup> = {
  'default quotas': USUAL,
  'default quotas, a part reserved for each function': {
    ...USUAL,
    reserved: { 'seg-social': 600, sepe: 250, aeat: 50 },
  },
  'concurrency of 10,000': { ...USUAL, concurrency: 10_000 },
  [`one of ${CELLS} cells with default quotas`]: {
    ...USUAL,
    accounts: USUAL.accounts / CELLS,
    rate: USUAL.rate / CELLS,
  },
};

/** US dollars: of the requests, and of certificates for a month. */
export const costOf = ({ totals, certificates }: Outcome) => ({
  requests:
    totals.requests * (PRICES.gatewayRequest + PRICES.writeUnit) +
    totals.invocations * PRICES.lambdaRequest +
    totals.gigabyteSeconds * PRICES.lambdaGigabyteSecond +
    totals.reads * PRICES.readUnit +
    totals.writes * PRICES.writeUnit +
    totals.secretReads * (PRICES.secretRead + PRICES.decryption),
  certificatesAMonth: certificates * PRICES.secret,
});

const percent = (part: number, all: number) => `${all === 0 ? '0.0' : ((100 * part) / all).toFixed(1)} %`;

/** A table in Markdown of what callers are answered, stretch by stretch. */
const tableOf = ({ stretches }: Outcome): string => {
  const head = [
    'From minute',
    'What is so',
    'requests',
    ...ANSWERS,
    'served without authority',
    'median',
    '99 %',
  ];
  const rows = stretches.map(({ name, from, answers, withoutAuthority, median, slowest1Percent }) => {
    const all = Object.values(answers).reduce((sum, one) => sum + one, 0);
    return [
      from / 60,
      name,
      all,
      ...ANSWERS.map((answer) => percent(answers[answer], all)),
      percent(withoutAuthority.served, withoutAuthority.made),
      `${median / 1_000} s`,
      `${slowest1Percent / 1_000} s`,
    ];
  });
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

/** Simulates the hour with each setup, and prints what came of it. */
export const benchScale = (): void => {
  for (const [name, setup] of Object.entries(SETUPS)) {
    const outcome = simulate(setup);
    const { peaks, totals, refusedFirst, certificates } = outcome;
    const cost = costOf(outcome);
    console.log(
      `\n${name}: ${setup.accounts} accounts, ${setup.rate} requests a second\n\n${tableOf(outcome)}\n`,
    );
    const refused = Object.entries(refusedFirst).map(([quota, second]) => `${quota} in second ${second}`);
    console.log(`Refused first: ${refused.join(', ') || 'nothing'}`);
    console.log(`Most in a second: ${JSON.stringify(peaks)}`);
    console.log(`In all: ${JSON.stringify(totals)}, ${certificates} certificates`);
    const served = outcome.stretches.reduce((sum, { answers }) => sum + answers.served, 0);
    const row = (what: string, value: number, unit: string) =>
      report({ name: `scale, ${name}: ${what}`, goal: null, value, unit });
    row('served', (100 * served) / totals.requests, '%');
    row('executions at a time', peaks.concurrency, 'executions');
    row('cost of the hour', cost.requests, 'USD');
    row('cost of keeping certificates', cost.certificatesAMonth, 'USD/month');
  }
};
