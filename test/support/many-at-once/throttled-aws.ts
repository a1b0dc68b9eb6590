import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/**
 * What DynamoDB does with a call: it does not answer, or says that it is too much, and answers when it is called again; or it
 * refuses, which no one tries again.
 */
export const AWS_FAULTS = ['hung', 'throttled', 'refused'] as const;
export type AwsFault = (typeof AWS_FAULTS)[number];

const ERRORS = {
  throttled: 'ThrottlingException',
  refused: 'AccessDeniedException',
};

/** Stands between a process and the emulator's DynamoDB. Calls go on as they are, but for those that `spoil` names. */
export const startThrottledAws = async (emulator: string) => {
  const agent = new Agent();
  const spoiled = new Map<string, AwsFault>();
  let count = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const reads = String(incoming.headers['x-amz-target']).endsWith('.BatchGetItem');
    const account = reads ? [...spoiled.keys()].find((id) => body.includes(id)) : undefined;
    if (account) {
      const fault = spoiled.get(account)!;
      spoiled.delete(account);
      count += 1;
      if (fault === 'hung') return;
      const type = `com.amazonaws.dynamodb.v20120810#${ERRORS[fault]}`;
      outgoing
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify({ __type: type, message: fault }));
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const method = incoming.method as 'POST';
    const there = await request(emulator + incoming.url, { method, headers, body, dispatcher: agent });
    const bytes = Buffer.from(await there.body.arrayBuffer());
    outgoing.writeHead(there.statusCode, there.headers as Record<string, string>).end(bytes);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://${HOST}:${port}`,
    /** The next call that reads rows of this account goes wrong. */
    spoil: (account: string, fault: AwsFault) => spoiled.set(account, fault),
    /** Calls that went wrong. */
    count: () => count,
    close: async () => {
      await Promise.all([shut(server), agent.destroy()]);
    },
  };
};
