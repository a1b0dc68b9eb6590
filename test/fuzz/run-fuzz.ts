import type { APIGatewayProxyResult } from 'aws-lambda';
import { failure } from '../../shared/derive/openapi-answers.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { missingFor } from '../../shared/operation/planned.ts';
import type { Services } from '../../shared/serving/services.ts';
import { type Arrived, frontOf, UNDESCRIBED } from '../support/api-front.ts';
import type { Service } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';
import { inMemory } from './memory.ts';
import type { Judged } from './merged.ts';
import { type FuzzRequest, fuzzRequests } from './requests.ts';

/** The results of generated requests. */
export interface FuzzReport extends Judged<Failure> {
  /** Requests that were answered. */
  events: number;
  /** Requests that were answered with the emulator's stores and the stand-ins. All others were answered from memory. */
  onEmulator: number;
  /** Requests that were admitted in memory and not passed on. They do not count as events. */
  notSentOn: number;
}

interface Failure {
  name: string;
  status: number;
  message: string;
  changes: FuzzRequest['changes'];
  headers: Record<string, string>;
  query: FuzzRequest['query'];
  body: string;
}

/** Most failures that are reported one by one. */
const MOST_REPORTED = 50;

/** The number of requests that are generated at once. */
const CHUNK = 1_000;

interface Fuzzed {
  demo: Service;
  groups: Group[];
  services: Services;
  /** Creates a caller with a new session. */
  caller(): Promise<Gateway>;
}

export interface FuzzPlan {
  seed: number;
  /** The number of requests that are to be answered. */
  count: number;
  /** Of the requests that are admitted in memory, one in this many is passed on to the emulator; the others are dropped. */
  sentOn: number;
}

/**
 * Sends generated requests to the handlers in this process. They are sent one after another, because simultaneous changes at
 * the stand-ins may rightly end unknown. Each request first goes to handlers that have the data for admission in memory, and is
 * answered there unless it needs more.
 */
export const runFuzz = async (
  { demo, groups, services, caller }: Fuzzed,
  { seed, count, sentOn }: FuzzPlan,
): Promise<FuzzReport> => {
  const report: FuzzReport = {
    events: 0,
    onEmulator: 0,
    notSentOn: 0,
    statuses: {},
    serverErrors: 0,
    outsideSchema: 0,
    failures: [],
  };
  let outside: string | undefined;
  const watched: Services = {
    ...services,
    log: {
      info: () => {},
      error: (message, facts) => {
        if (message === 'answer outside its schema') outside = JSON.stringify(facts);
      },
    },
  };
  const memory = inMemory(watched);
  const inProcess = frontOf(groups, memory.services);
  const onEmulator = frontOf(groups, watched);
  const generate = fuzzRequests(groups, requestsOf(demo));
  /** For requests that are answered in memory, where a session never ends. */
  const { token } = await caller();
  let current = await caller();

  const judge = (one: FuzzRequest, answer: APIGatewayProxyResult) => {
    const { statusCode: status, body } = answer;
    report.events += 1;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    const isOutside =
      status === UNDESCRIBED || outside !== undefined || (status >= 400 && !isFailure(answer));
    if (isOutside) report.outsideSchema += 1;
    // A planned operation rightly answers 501 to a valid request.
    else if (status >= 500 && !(status === 501 && missingFor(one.operation))) report.serverErrors += 1;
    else return;
    if (report.failures.length >= MOST_REPORTED) return;
    const { name, changes, headers, query } = one;
    const message = outside ?? body.slice(0, 300);
    const sent = one.body?.toString('latin1').slice(0, 1_000) ?? '';
    report.failures.push({ name, status, message, changes, headers, query, body: sent });
  };

  let right = 0;
  for (let chunk = 0; report.events < count; chunk++) {
    for (const one of generate({ seed: seed + chunk * 1_000_003, count: CHUNK })) {
      if (report.events === count) break;
      outside = undefined;
      const answer = await memory.answered(() => inProcess(arrivedOf(demo, one, token)));
      if (answer) {
        judge(one, answer);
        continue;
      }
      outside = undefined;
      if (right++ % sentOn > 0) {
        report.notSentOn += 1;
        continue;
      }
      const real = await onEmulator(arrivedOf(demo, one, current.token));
      report.onEmulator += 1;
      judge(one, real);
      // The request may have signed out, or changed the user's password.
      if (one.operation.kind === 'resource') current = await caller();
    }
  }
  return report;
};

/** Whether the body of a failure matches the reference. An HTML page has no schema. */
const isFailure = ({ headers, body }: APIGatewayProxyResult): boolean =>
  String(headers?.['Content-Type']).startsWith('text/html') || failure.safeParse(JSON.parse(body)).success;

const arrivedOf = (demo: Service, one: FuzzRequest, token: string): Arrived => {
  const { operation, headers, path, query, body = Buffer.alloc(0) } = one;
  const url = new URL(new URL(demo.baseUrl).origin + path);
  for (const [field, value] of query) url.searchParams.append(field.toWellFormed(), value);
  const secret = operation.kind === 'resource' ? undefined : demo.certificates[operation.authority];
  const sent = { Authorization: `Bearer ${token}`, ...(secret && { 'X-Cert-Secret': secret }), ...headers };
  return {
    method: operation.method,
    url,
    headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])),
    body,
    address: '127.0.0.1',
  };
};
