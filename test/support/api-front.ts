import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { handler as readsSheets } from '../../functions/capabilities/batches/sheets/handler.ts';
import { type ReadSheet, readSheetWith } from '../../functions/capabilities/batches/sheets/sheet-reader.ts';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { lazyGroup } from '../../shared/derive/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { arrivesAs } from '../../shared/derive/remapped-headers.ts';
import { API_STAGE, routesOf } from '../../shared/derive/routes.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { serve } from '../../shared/serving/serve.ts';
import type { Services } from '../../shared/serving/services.ts';
import { asFunction } from './iam/recorder.ts';

/** The group whose function answers paths that no group has, as on the deployed API. */
const UNKNOWN_PATHS = 'reference';

/** The largest answer of a function, in bytes. */
const LAMBDA_ANSWER = 6_291_556;
const TOO_LARGE = {
  statusCode: 502,
  headers: {},
  body: '{"message":"the answer of the function is too large"}',
};

interface Target {
  group: Group;
  resource: string;
  pathParameters: Record<string, string> | null;
}

/** A request as it arrives at API Gateway. */
export interface Arrived {
  method: string;
  url: URL;
  /** By name in lower case. */
  headers: IncomingHttpHeaders;
  body: Buffer;
  address: string | undefined;
}

/** Status in place of an answer that differs from the reference. */
const UNDESCRIBED = 599;

/** The function that reads sheets, run in this process. It receives and returns JSON, as over Lambda. */
const readSheetHere = ({ log }: Services): ReadSheet =>
  readSheetWith(
    async (asked) => JSON.parse(JSON.stringify(await readsSheets(JSON.parse(JSON.stringify(asked))))),
    log,
  );

/** Services that read sheets in this process. Parts that a test replaces later are replaced here, too. */
const readingHere = (services: Services): Services => {
  const readSheet = readSheetHere(services);
  return new Proxy(services, {
    get: (target, name) => (name === 'readSheet' ? readSheet : Reflect.get(target, name)),
  });
};

/**
 * Runs the handlers of all groups in this process behind a substitute for API Gateway, which matches paths, makes the
 * proxy event and delivers the answer. An answer that the reference does not describe becomes a 599. Tests of the
 * deployed stack cover the rest of API Gateway.
 * @param handlerOf returns the handler of a group, if it is not created here
 */
export const frontOf = (
  groups: Group[],
  services: Services,
  handlerOf = (group: Group): ReturnType<typeof serve> => serve(lazyGroup(group), readingHere(services)),
) => {
  const handlers = new Map(groups.map((group) => [group.name, handlerOf(group)]));
  const routes = routesOf(groups)
    .map(({ group, resource }) => ({
      group,
      resource,
      pattern: new RegExp(`^${resource.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
    }))
    // Fixed names come before parameters, as in API Gateway.
    .toSorted((one, other) => Number(one.resource.includes('{')) - Number(other.resource.includes('{')));
  const targetOf = (path: string): Target => {
    for (const { group, resource, pattern } of routes) {
      const match = pattern.exec(path);
      if (match) return { group, resource, pathParameters: match.groups ? decoded(match.groups) : null };
    }
    const group = groups.find(({ name }) => name === UNKNOWN_PATHS)!;
    return { group, resource: '/{path+}', pathParameters: { path: path.slice(1) } };
  };

  return async (arrived: Arrived): Promise<APIGatewayProxyResult> => {
    const target = targetOf(arrived.url.pathname.replace(new RegExp(`^/${API_STAGE}`), ''));
    const handler = handlers.get(target.group.name)!;
    const given = await asFunction(target.group.name, () => handler(eventOf(arrived, target)));
    const answer = { ...given, headers: renamed(given.headers) };
    const surprise = undescribed(groups, target, arrived.method, answer);
    if (surprise) return { statusCode: UNDESCRIBED, body: JSON.stringify({ message: surprise }) };
    // Lambda refuses larger answers, and API Gateway turns that into this one.
    return Buffer.byteLength(JSON.stringify(answer)) > LAMBDA_ANSWER ? TOO_LARGE : answer;
  };
};

/** An HTTP server around `frontOf`. */
export const startApi = async (...all: Parameters<typeof frontOf>) => {
  const deliver = frontOf(...all);
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', headers, socket } = incoming;
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const body = await bodyOf(incoming);
    const answer = await deliver({ method, url, headers, body, address: socket.remoteAddress });
    outgoing.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.body);
  });
  const port = await listen(server);
  return {
    origin: `http://${HOST}:${port}`,
    close: async () => {
      await shut(server);
    },
  };
};

interface Answer {
  content?: object;
  headers?: Record<string, unknown>;
}

interface Described {
  responses: Record<string, Answer & { $ref?: string }>;
}

interface Reference {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, Answer> };
}

/** A reference is made once for all tests of a process. */
const references = new WeakMap<Group[], Reference>();

const referenceOf = (groups: Group[]) => {
  const made = references.get(groups) ?? (JSON.parse(JSON.stringify(openApiDocument(groups))) as Reference);
  references.set(groups, made);
  return made;
};

/**
 * The part of an answer that the reference lacks: its status, media type or a header. `undefined` if there is none,
 * or if no operation has the address and method.
 */
const undescribed = (
  groups: Group[],
  { resource }: Target,
  method: string,
  { statusCode, headers }: APIGatewayProxyResult,
): string | undefined => {
  const { paths, components } = referenceOf(groups);
  const operation = paths[`/${API_STAGE}${resource}`]?.[method.toLowerCase()];
  if (!operation) return undefined;
  const answer = operation.responses[statusCode];
  const described = answer?.$ref ? components.responses[answer.$ref.split('/').at(-1)!] : answer;
  if (!described) return `${method} ${resource}: the status ${statusCode} is not in the reference`;
  const media = String(headers?.['Content-Type']).split(';', 1)[0]!;
  const others = Object.keys(headers ?? {}).filter(
    (name) => name !== 'Content-Type' && !(name in (described.headers ?? {})),
  );
  // An answer 304 has no media type.
  if (statusCode !== 304 && !(media in (described.content ?? {}))) others.push(media);
  return others.length > 0
    ? `${method} ${resource} ${statusCode}: not in the reference: ${others.join(', ')}`
    : undefined;
};

/** Headers with the names that API Gateway gives them. */
const renamed = (headers: APIGatewayProxyResult['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [arrivesAs(name), value]));

const decoded = (groups: Record<string, string>) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const eventOf = (
  { method, url, headers, body, address }: Arrived,
  { resource, pathParameters }: Target,
): APIGatewayProxyEvent => {
  const parameters = [...new Set(url.searchParams.keys())];
  const single = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
  const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
  return {
    httpMethod: method,
    path: url.pathname,
    resource,
    pathParameters,
    headers: Object.fromEntries(single),
    multiValueHeaders: Object.fromEntries(single.map(([name, value]) => [name, [value]])),
    queryStringParameters:
      parameters.length > 0
        ? Object.fromEntries(parameters.map((name) => [name, url.searchParams.getAll(name).at(-1)!]))
        : null,
    multiValueQueryStringParameters:
      parameters.length > 0
        ? Object.fromEntries(parameters.map((name) => [name, url.searchParams.getAll(name)]))
        : null,
    body: body.length > 0 ? body.toString(isForm ? 'base64' : 'utf8') : null,
    isBase64Encoded: isForm,
    stageVariables: null,
    requestContext: {
      path: url.pathname,
      stage: API_STAGE,
      identity: { sourceIp: String(headers['x-forwarded-for'] ?? address) },
    } as APIGatewayProxyEvent['requestContext'],
  };
};
