import { createClient } from '../client/client.ts';
import { type Scripted, scriptedGateway } from './scripted-gateway.ts';

type WithToken = Extract<Parameters<typeof createClient>[0], { token: string }>;

/**
 * A client with a token and a certificate whose server gives the test's answers, and the calls that it made.
 * @param answers computes the answer to each request, or a list whose last answer is repeated
 */
export const scriptedClient = async (
  answers: Scripted[] | Parameters<typeof scriptedGateway>[0],
  options: Partial<WithToken> = {},
) => {
  const gateway = await scriptedGateway(
    Array.isArray(answers) ? (_, time) => answers[Math.min(time, answers.length) - 1]! : answers,
  );
  const { baseUrl, seen } = gateway;
  return {
    ...gateway,
    client: createClient({ baseUrl, token: 't', certificate: 'secret', ...options }),
    /** Methods and paths, without `/api/v4`. */
    calls: () => seen.map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`),
  };
};
