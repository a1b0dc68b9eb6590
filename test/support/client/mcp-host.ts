import {
  Client,
  type ClientCapabilities,
  type ElicitResult,
  InMemoryTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { generate } from '../../../client/build/generate.ts';
import type { Settings } from '../../../client/mcp/src/settings.ts';

await generate();
const { serverOf, sessionOf } = await import('../../../client/mcp/src/server.ts');

/** A person whom a host asks. */
export type Person = (message: string) => ElicitResult;

/** A host of assistants with the MCP server in it. @param person answers what the server asks; without, the host cannot ask */
export const hostFor = async (
  baseUrl: string,
  person?: Person,
  settings: Partial<Settings> = {},
  capabilities: ClientCapabilities = person ? { elicitation: { form: {} } } : {},
): Promise<Client> => {
  const session = sessionOf({
    baseUrl,
    token: 'token',
    certificates: { tgss: 'secret' },
    panel: 'https://panel.example.com/',
    documents: undefined,
    mayShowNumbers: true,
    groups: ['todos'],
    ...settings,
  });
  const server = serverOf(session);
  const client = new Client({ name: 'host', version: '1' }, { capabilities });
  if (person) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message));
  const [own, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(other), client.connect(own)]);
  onTestFinished(() => client.close());
  return client;
};

/** The text that a tool answers. */
export const textOf = async (
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<string> => {
  const answer = await client.callTool({ name, arguments: args }).catch((error: Error) => error.message);
  return typeof answer === 'string' ? answer : (answer.content as { text: string }[])[0]!.text;
};
