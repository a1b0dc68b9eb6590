import converter from 'openapi-to-postmanv2';
import type { Group, Operation } from '../../shared/operation/operation.ts';
import { wantedOf, withExamples } from './reference.ts';

/** A request, query parameter, header or field of a form, as far as we change it. */
interface Part {
  key: string;
  value: unknown;
  /** Of a field of a form: `file` or `text`. */
  type?: string;
  disabled?: boolean;
}

interface Request {
  method: string;
  url: { path: string[]; query: Part[]; variable: Part[] };
  header: Part[];
  body?: { mode?: string; raw?: string; formdata?: Part[]; urlencoded?: Part[] };
  auth?: unknown;
}

/** A folder, or a request with samples of its answers. */
interface Item {
  name: string;
  item?: Item[];
  request?: Request;
  response?: { originalRequest?: Request; header?: Part[] }[];
  event?: unknown[];
}

/** What Postman imports. */
export interface Collection {
  info: { name: string; description?: unknown };
  item: Item[];
  auth?: unknown;
  variable?: unknown[];
}

/** The variables of the environment that a collection refers to. */
const CERTIFICATE: Record<string, string> = {
  tgss: '{{certSecretTgss}}',
  sepe: '{{certSecretSepe}}',
  aeat: '{{certSecretAeat}}',
};

const DESCRIPTION =
  'Elija el entorno que va con esta colección y envíe primero «Iniciar sesión», que guarda el token en él. Las ' +
  'peticiones que presentan algo llevan test=1 donde la operación ofrece una prueba sin efecto: quítelo para presentar ' +
  'de verdad. Las demás que presentan (días de prácticas y ficheros XML) no la ofrecen.';

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // With a schema of many levels it stops otherwise.
  stackLimit: 50,
} as const;

/** Keeps the token in the environment. */
const KEEP_TOKEN = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      "if (pm.response.code === 200) pm.environment.set('token', pm.response.json().data.access_token);",
    ],
  },
};

/**
 * A Postman collection with a request for each operation, in a folder for each group.
 * @throws Error if the reference cannot be converted, or a request is of no operation
 */
export const collectionOf = async (groups: Group[]): Promise<Collection> => {
  const collection = await convert(withExamples(groups));
  const wanted = new Map(wantedOf(groups).map((one) => [one.name, one]));
  for (const item of collection.item.flatMap((folder) => folder.item ?? [])) {
    const { method, url } = item.request!;
    const name = `${method} /${url.path.map((part) => part.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
    const found = wanted.get(name);
    if (!found) throw new Error(`${name}: no operation has this address`);
    shape(item.request!, found.operation, found.fields);
    if (found.operation.id === 'signIn') item.event = [KEEP_TOKEN];
    for (const response of item.response ?? []) withoutMadeUp(response);
  }
  return {
    ...collection,
    info: { ...collection.info, description: DESCRIPTION },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [{ key: 'baseUrl', value: 'https://pasarela.example.com' }],
  };
};

/** The converter fills the request and the headers of a sample with values that no one sends. */
const withoutMadeUp = (response: NonNullable<Item['response']>[number]): void => {
  delete response.originalRequest;
  response.header = (response.header ?? []).filter(({ key }) => key === 'Content-Type');
};

const convert = (document: object): Promise<Collection> =>
  new Promise((resolve, reject) => {
    converter.convertV2({ type: 'json', data: document }, OPTIONS, (error, result) => {
      const collection = result?.output?.[0]?.data;
      if (error || !collection) reject(error ?? new Error(result?.reason ?? 'nothing was converted'));
      else resolve(collection as unknown as Collection);
    });
  });

/** Sends what the sample has and nothing else: fields that are optional would have made-up values. */
const shape = (request: Request, operation: Operation, fields: Record<string, unknown>): void => {
  const { formdata = [], urlencoded = [] } = request.body ?? {};
  for (const part of [...request.url.query, ...formdata, ...urlencoded]) {
    const value = fields[part.key];
    part.disabled = value === undefined;
    // Which file it is, is chosen in Postman.
    if (part.type !== 'file') part.value = String(value ?? '');
  }
  // Of a form with a file it names the boundary, which is not known here.
  request.header = request.header.filter(({ key }) => key !== 'Content-Type' || formdata.length === 0);
  for (const part of request.header) Object.assign(part, headerOf(part, operation));
  const isAnonymous = operation.kind === 'resource' && operation.access === 'anonymous';
  if (isAnonymous) request.auth = { type: 'noauth' };
  else delete request.auth;
};

const headerOf = ({ key, value }: Part, operation: Operation): Omit<Part, 'key'> => {
  const authority = operation.kind === 'resource' ? undefined : operation.authority;
  switch (key) {
    case 'X-Cert-Secret':
      return { value: CERTIFICATE[authority ?? 'tgss'], disabled: !authority };
    case 'Prefer':
      return { value: 'respond-async', disabled: true };
    case 'Idempotency-Key':
      return { value: '{{$guid}}', disabled: false };
    default:
      return { value, disabled: false };
  }
};
