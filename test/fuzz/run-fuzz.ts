import { request } from 'undici';
import type { Group } from '../../shared/operation.ts';
import type { Service } from '../support/demo.ts';
import type { Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';
import { type FuzzRequest, fuzzRequests } from './requests.ts';

/** What came of generated requests. */
export interface FuzzReport {
  seed: number;
  events: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Answers of 500 and more. */
  serverErrors: Failure[];
  /** Answers whose status, media type or header is not in the reference, or whose body is not of its schema. */
  outsideSchema: Failure[];
}

interface Failure {
  name: string;
  status: number;
  message: string;
  changes: FuzzRequest['changes'];
  headers: Record<string, string>;
  query: FuzzRequest['query'];
}

/** Requests at the same time; what changes one world at the stand-ins at once may end unknown, and that would be right. */
const LANES = 1;
/** What the front of the tests answers in place of an answer that the reference does not tell. */
const UNDESCRIBED = 599;

interface Fuzzed {
  demo: Service;
  groups: Group[];
  /** Callers with a session each; one that has signed out or was removed is replaced by `renew`. */
  caller(): Promise<Gateway>;
}

/** Sends generated requests to a service in this process, through the front that stands where API Gateway does. */
export const runFuzz = async (
  { demo, groups, caller }: Fuzzed,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzReport> => {
  const report: FuzzReport = { seed, events: 0, statuses: {}, serverErrors: [], outsideSchema: [] };
  const origin = new URL(demo.baseUrl).origin;
  const requests = fuzzRequests(groups, requestsOf(demo), { seed, count });
  let next = 0;
  const lane = async () => {
    for (let one = requests[next++]; one; one = requests[next++]) {
      const { name, operation, changes, headers, query } = one;
      const url = new URL(origin + one.path);
      for (const [field, value] of query) url.searchParams.append(field.toWellFormed(), value);
      const secret = operation.kind === 'resource' ? undefined : demo.certificates[operation.authority];
      const token = (await caller()).token;
      const answer = await request(url, {
        method: operation.method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(secret && { 'X-Cert-Secret': secret }),
          ...headers,
        },
        body: one.body ?? null,
      });
      const status = answer.statusCode;
      const text = await answer.body.text();
      report.events += 1;
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      if (status < 500) continue;
      const failure = { name, status, message: text.slice(0, 300), changes, headers, query };
      (status === UNDESCRIBED ? report.outsideSchema : report.serverErrors).push(failure);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return report;
};
