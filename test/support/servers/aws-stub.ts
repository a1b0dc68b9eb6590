import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** AWS's answer to a call: a body, or an error by its name. */
export type AwsAnswer = object | string | { error: string; status?: number };

/** A received call: service, operation and input. */
export interface AwsCall {
  name: string;
  region: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  input: any;
}

/** Operation names of REST calls, by method and path. */
const PATHS: [RegExp, string][] = [
  [/^POST \/getRegionOptStatus$/, 'account.GetRegionOptStatus'],
  [/^GET \/2018-10-31\/layers\?/, 'lambda.ListLayers'],
  [/^POST \/2015-03-31\/functions\/[^/]+\/invocations$/, 'lambda.Invoke'],
  [/^GET \/v2\/email\/identities\//, 'ses.GetEmailIdentity'],
  [/^GET \/v2\/email\/account$/, 'ses.GetAccount'],
];

const callOf = async (request: IncomingMessage): Promise<AwsCall> => {
  const { method, url = '', headers } = request;
  const body = await text(request);
  // Signature version 4: Credential=<key>/<day>/<region>/<service>/aws4_request
  const [, region = ''] = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const target = headers['x-amz-target']?.toString().replace(/^(\w+?)(_?\d+)?\./, '$1.');
  const action = /(?:^|&)Action=(\w+)/.exec(body)?.[1];
  const name =
    target ?? (action ? `query.${action}` : PATHS.find(([path]) => path.test(`${method} ${url}`))?.[1]);
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
  return {
    name: name ?? `${method} ${url}`,
    region,
    input: {
      ...query,
      url: decodeURIComponent(url),
      ...(action && Object.fromEntries(new URLSearchParams(body))),
      ...(body.startsWith('{') && JSON.parse(body)),
    },
  };
};

/** Serves AWS's HTTP APIs with a test's answers. Calls without an answer get a 400 and are listed in `unknown`. */
export const startAwsStub = async (answer: (call: AwsCall) => AwsAnswer | undefined) => {
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    const given = answer(call);
    if (given === undefined) unknown.push(call.name);
    const found = given ?? { error: 'UnknownOperationException' };
    if (typeof found === 'string') response.writeHead(200, { 'Content-Type': 'text/xml' }).end(found);
    else if ('error' in found)
      response
        .writeHead(('status' in found && (found.status as number)) || 400, {
          'Content-Type': 'application/json',
          'x-amzn-ErrorType': String(found.error),
        })
        .end(JSON.stringify({ __type: found.error, message: 'as the test says' }));
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  });
  const port = await listen(server);
  return { endpoint: `http://${HOST}:${port}`, unknown, close: () => shut(server) };
};
