import converter from 'openapi-to-postmanv2';
import type { Group, Operation } from '../../shared/operation/operation.ts';
import { missingFor } from '../../shared/operation/planned.ts';
import { type Before, EXPECTED, FOLDERS, KEEPS, KEPT, placeOf } from './flow.ts';
import { type Wanted, wantedOf, withExamples } from './reference.ts';
import { after, DATED, ONLY_IN_SANDBOX, type Script, withFile } from './scripts.ts';

/** A request, query parameter, header or field of a form, as far as we change it. */
interface Part {
  key: string;
  value: unknown;
  /** Of a field of a form: `file` or `text`. */
  type?: string;
  disabled?: boolean;
  /** Of a file: where it is. */
  src?: string;
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
  event?: Script[];
}

/** What Postman imports. */
export interface Collection {
  info: { name: string; description?: unknown };
  item: Item[];
  auth?: unknown;
  event?: Script[];
  variable?: unknown[];
}

/** The variables of the environment that a collection refers to. */
const CERTIFICATE: Record<string, string> = {
  tgss: '{{certSecretTgss}}',
  sepe: '{{certSecretSepe}}',
  aeat: '{{certSecretAeat}}',
  dehu: '{{certSecretDehu}}',
};

const DESCRIPTION =
  'Elija el entorno que va con esta colección. La primera petición inicia sesión y guarda el token en él; las demás ' +
  'funcionan de arriba abajo, una a una o con «Run». Las que presentan algo llevan test=1 donde la operación ofrece una ' +
  'prueba sin efecto: quítelo para presentar de verdad. Las demás que presentan (días de prácticas y ficheros XML) no la ' +
  'ofrecen. Las que empiezan por «Antes» presentan lo que necesita la siguiente, y solo se envían si la variable sandbox ' +
  'del entorno es 1.';

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // With a schema of many levels it stops otherwise.
  stackLimit: 50,
} as const;

/**
 * A Postman collection that signs in first, and then has a request for each operation, in a folder for each group. Sent
 * from top to bottom at a demo, they all succeed.
 * @param p12 path of the certificate that it saves, which is otherwise chosen in Postman
 * @throws Error if the reference cannot be converted, or a request is of no operation
 */
export const collectionOf = async (groups: Group[], p12?: string): Promise<Collection> => {
  const collection = await convert(withExamples(groups));
  const wanted = new Map(wantedOf(groups).map((one) => [one.name, one]));
  const items = collection.item.flatMap((folder) => folder.item ?? []);
  const named = new Map(items.map((item) => [nameOf(item.request!), item]));
  for (const [name, item] of named) {
    const found = wanted.get(name);
    if (!found) throw new Error(`${name}: no operation has this address`);
    const { operation, fields, xml } = found;
    shape(item.request!, operation, { fields, p12 });
    item.event = [
      ...(xml === undefined ? [] : [withFile(xml)]),
      after(
        missingFor(operation) ? [501] : (EXPECTED[operation.id] ?? [200]),
        ...(KEEPS[operation.id] ?? []),
      ),
    ];
    for (const response of item.response ?? []) withoutMadeUp(response);
  }
  const folders = collection.item.toSorted((a, b) => FOLDERS.indexOf(a.name) - FOLDERS.indexOf(b.name));
  for (const folder of folders) folder.item = inOrder(folder.item!, wanted, named);
  const auth = folders.find(({ name }) => name === 'auth')!;
  return {
    ...collection,
    item: [auth.item!.shift()!, ...folders],
    info: { ...collection.info, description: DESCRIPTION },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [DATED],
    variable: [
      { key: 'baseUrl', value: 'https://pasarela.example.com' },
      ...KEPT.map((key) => ({ key, value: '' })),
    ],
  };
};

const nameOf = ({ method, url }: Request): string =>
  `${method} /${url.path.map((part) => part.replace(/^:(\w+)$/, '{$1}')).join('/')}`;

/** The requests of a group in the order in which they work, each after those that file what it needs. */
const inOrder = (items: Item[], wanted: Map<string, Wanted>, named: Map<string, Item>): Item[] => {
  const of = (item: Item) => wanted.get(nameOf(item.request!))!;
  return items
    .toSorted((a, b) => placeOf(of(a).operation.id) - placeOf(of(b).operation.id))
    .flatMap((item) => [...of(item).before.map((before) => filing(named.get(before.name)!, before)), item]);
};

/** A request that files, made from that of its operation. */
const filing = (of: Item, { fields, headers = {}, expected = [200], keeps = [] }: Before): Item => {
  const { name, request } = structuredClone(of);
  if (request!.body) request!.body.raw = JSON.stringify(fields, null, 2);
  for (const [key, value] of Object.entries(headers)) {
    request!.header = request!.header.filter((header) => header.key !== key);
    request!.header.push({ key, value });
  }
  return { name: `Antes: ${name}`, request: request!, event: [ONLY_IN_SANDBOX, after(expected, ...keeps)] };
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
const shape = (
  request: Request,
  operation: Operation,
  { fields, p12 }: { fields: Record<string, unknown>; p12: string | undefined },
): void => {
  const { formdata = [], urlencoded = [] } = request.body ?? {};
  for (const part of [...request.url.query, ...formdata, ...urlencoded]) {
    const value = fields[part.key];
    part.disabled = value === undefined;
    if (part.type !== 'file') part.value = String(value ?? '');
    else if (p12 !== undefined) part.src = p12;
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
    case 'X-Sandbox-Scenario':
      return { value: 'maintenance', disabled: true };
    case 'Preview-Token':
      return { value: '', disabled: true };
    case 'Prefer':
      return { value: 'respond-async', disabled: true };
    case 'Idempotency-Key':
      return { value: '{{$guid}}', disabled: false };
    default:
      return { value, disabled: false };
  }
};
