import { createClient } from '../client/client.ts';
import { type Scripted, scriptedGateway } from './scripted-gateway.ts';

type WithToken = Extract<Parameters<typeof createClient>[0], { token: string }>;

/**
 * A client with a token and a certificate, of a server that answers as a test says, and what it called.
 * @param answers to each request, or one after another, of which the last is given again
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
    /** Methods and paths after `/api/v4`. */
    calls: () => seen.map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`),
  };
};
