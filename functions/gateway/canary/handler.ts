import * as z from 'zod';
import { apiSeconds } from '../../../shared/kernel/config.ts';
import { NOTHING_FILED } from '../../../shared/operation/dry-run.ts';
import { readSecret } from '../../../shared/stores/secrets.ts';
import { planIn } from './plan.ts';

/** Milliseconds for which an answer is waited for: longer than API Gateway waits for a function. */
const callMs = (): number => (apiSeconds() + 1) * 1000;

/** The part of every answer that is looked at. */
const answer = z.object({ success: z.boolean(), message: z.unknown(), data: z.unknown() });

interface Call {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

const SIGN_OUT: Call = { method: 'GET', path: '/auth/logout' };

/**
 * Makes a call. @returns the answer
 * @throws Error that names the call and the mistake, without any request or answer
 */
const make = async (baseUrl: string, { method, path, query, body, headers }: Call) => {
  const fail = (why: string) => new Error(`${method} ${path}: ${why}`);
  const response = await fetch(`${baseUrl}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(callMs()),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    throw fail(`no answer (${error.cause?.code ?? error.name})`);
  });
  const read = answer.safeParse(await response.json().catch(() => undefined));
  if (response.status !== 200) throw fail(`status ${response.status}`);
  if (!read.success || !read.data.success) throw fail('status 200 without success');
  return read.data;
};

/**
 * Calls the stage as an integrator does: signs in, makes the calls of its plan, and signs out. Errors contain no
 * tokens, passwords, requests or answers, because they are logged.
 * @throws Error that names each call that was not answered with success, and each dry run that does not say that
 * nothing was filed
 */
export const handler = async (): Promise<void> => {
  const { baseUrl, email, password, calls } = planIn(await readSecret(process.env.CANARY_SECRET!));
  const { data } = await make(baseUrl, { method: 'POST', path: '/auth/login', body: { email, password } });
  const token = z.object({ access_token: z.string() }).safeParse(data).data?.access_token;
  if (!token) throw new Error('POST /auth/login: status 200 without a token');

  const wrong: string[] = [];
  for (const call of [...calls, SIGN_OUT]) {
    const headers = { ...call.headers, Authorization: `Bearer ${token}` };
    try {
      const { message } = await make(baseUrl, { ...call, headers });
      if (call.method !== 'GET' && !String(message).includes(NOTHING_FILED))
        wrong.push(`${call.method} ${call.path}: a dry run that does not say that nothing was filed`);
    } catch (error) {
      wrong.push((error as Error).message);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '));
};
