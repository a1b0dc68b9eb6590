import * as z from 'zod';

const path = z.string().regex(/^\/[\w/-]+$/);
const headers = z.record(z.string(), z.string()).default({});

/** A question, or a dry run: nothing else, so that whatever the plan says nothing is filed. */
const call = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('GET'),
    path,
    query: z.record(z.string(), z.string()).default({}),
    headers,
  }),
  z.strictObject({
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path,
    body: z.looseObject({ test: z.literal(1) }),
    headers,
  }),
]);

const canaryPlan = z.strictObject({
  /** Address of the API, with `/v4`. */
  baseUrl: z.url(),
  email: z.string(),
  password: z.string(),
  calls: z.array(call),
});

/** The canary's account, address and calls. `npm run accounts -- canary` writes it. */
export type CanaryPlan = z.input<typeof canaryPlan>;

/**
 * Reads a plan.
 * @throws Error with nothing of the plan in it
 */
export const planIn = (text: string): z.output<typeof canaryPlan> => {
  try {
    return canaryPlan.parse(JSON.parse(text));
  } catch {
    throw new Error('The canary has no plan that can be read. Make one: npm run accounts -- canary');
  }
};
