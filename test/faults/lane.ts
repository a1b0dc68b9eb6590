import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { stores } from '../../functions/stores.ts';
import { TABLES } from '../../infra/tables.ts';
import { demoData } from '../../local/demo.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type Issued,
  issueClient,
  issueServer,
} from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { AUTHORITIES, type AuthorityName, byAuthority } from '../../shared/kernel/errors.ts';
import { CERTIFICATE_TYPES } from '../../shared/operation/operation.ts';
import { addressesAt } from '../support/addresses.ts';
import { createResources } from '../support/emulator.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { AuthorityProxy } from './authority-proxy.ts';
import { AwsProxy } from './aws-proxy.ts';
import { type Answered, type Sent, Service } from './service.ts';

/** Certificates of the authorities and of the holder. They are shared because making them takes long. */
interface Pki {
  authority: CertificateAuthority;
  server: Issued;
  /** Two certificates of the holder for each authority. */
  clients: Record<AuthorityName, [Issued, Issued]>;
}

export const createPki = async (): Promise<Pki> => {
  const authority = await createCertificateAuthority();
  const issue = () => issueClient(authority, { person: seed.demo.holder });
  const two = async (): Promise<[Issued, Issued]> => [await issue(), await issue()];
  const [server, ...pairs] = await Promise.all([issueServer(authority), ...AUTHORITIES.map(two)]);
  return { authority, server, clients: byAuthority((name) => pairs[AUTHORITIES.indexOf(name)]!) };
};

/** Everything that all lanes of an emulator share. */
export interface Shared {
  endpoint: string;
  pki: Pki;
  /** File of the service's bundled process. */
  file: string;
  /** Folder for logs. */
  folder: string;
}

/** The environment in which a lane's service runs. */
type Place = Shared & { variables: Record<string, string> };

const PASSWORD = 'una contraseña';
const P12_PASSWORD = 'clave';
export type Caller = 'account' | 'client';

/**
 * Everything that a series of trials needs: its own stand-in authorities, tables and bucket, proxies for faults in front of
 * both, and a process of the service. Lanes run in parallel.
 */
export class Lane {
  readonly authorities: ReturnType<typeof atAuthorities>;
  readonly requests = requestsOf(demoData());
  readonly aws: AwsProxy;
  readonly authority: AuthorityProxy;
  /** `cert_secret` by authority. */
  certificates = byAuthority(() => '');
  readonly #place: Place;
  readonly #sandbox: Sandbox;
  /** Offset of the service's and the authorities' clocks, in milliseconds. */
  readonly #clock: { shift: number };
  #service: Service;
  #next: Service;
  #tokens: Record<Caller, string> = { account: '', client: '' };
  #logins: Record<Caller, string> = { account: '', client: '' };
  #clientId = 0;

  private constructor(
    place: Place,
    parts: { sandbox: Sandbox; aws: AwsProxy; authority: AuthorityProxy; clock: { shift: number } },
  ) {
    this.#place = place;
    this.#sandbox = parts.sandbox;
    this.aws = parts.aws;
    this.authority = parts.authority;
    this.#clock = parts.clock;
    this.authorities = atAuthorities(parts.sandbox.controlUrl);
    this.#service = this.#spawn();
    this.#next = this.#spawn();
  }

  /** @param name unique among the lanes of an emulator */
  static async start(shared: Shared, name: string): Promise<Lane> {
    const { endpoint, pki, folder } = shared;
    const clock = { shift: 0 };
    const sandbox = await startSandbox({ pki, seed, now: () => new Date(Date.now() + clock.shift) });
    const aws = new AwsProxy(endpoint);
    const authority = new AuthorityProxy(sandbox.url, {
      ca: pki.authority,
      server: pki.server,
      clients: Object.values(pki.clients).flat(),
    });
    await Promise.all([aws.start(), authority.start()]);
    const variables = {
      ...(await createResources(endpoint, `-${name}`)),
      AWS_ENDPOINT_URL: aws.url,
      AWS_ENDPOINT_URL_S3: aws.url,
      ...addressesAt(authority.url),
      AUTHORITY_CA: pki.authority.certificate,
    };
    const place = { ...shared, folder: join(folder, name), variables };
    const lane = new Lane(place, { sandbox, aws, authority, clock });
    await lane.#createAccount();
    return lane;
  }

  #spawn(): Service {
    const { file, folder, variables } = this.#place;
    return new Service(file, folder, variables);
  }

  /**
   * Passes the messages of the queues to the service, until there are none or the service ends. Messages that were not
   * processed stay in flight for half an hour, as in production.
   */
  async work(): Promise<void> {
    const queues = Object.entries(JSON.parse(this.#place.variables.WORK_QUEUES!) as Record<string, string>);
    const sqs = new SQSClient(clientOptions(this.#place));
    for (let found = true; found && !this.#service.ended; ) {
      found = false;
      for (const [prefix, QueueUrl] of queues) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 1_800 }),
        );
        for (const { Body, ReceiptHandle } of Messages) {
          found = true;
          if (await this.#service.work(prefix, Body!))
            await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
      }
    }
    sqs.destroy();
  }

  async close(): Promise<void> {
    await Promise.all([this.#service.end(), this.#next.end()]);
    await Promise.all([this.aws.close(), this.authority.close(), this.#sandbox.close()]);
  }

  get service(): Service {
    return this.#service;
  }

  /** Replaces the service's process by one that has served nothing yet. */
  async renewService(): Promise<void> {
    await this.#service.end();
    this.#service = this.#next;
    this.#next = this.#spawn();
    await this.#service.ready();
    this.#service.setShift(this.#clock.shift);
  }

  /** A second process next to the current one, with its own clock; the caller ends it. */
  async otherService(milliseconds: number): Promise<Service> {
    const service = this.#next;
    this.#next = this.#spawn();
    await service.ready();
    service.setShift(this.#clock.shift + milliseconds);
    return service;
  }

  /** Moves the clocks of the service and of the authorities. */
  setShift(milliseconds: number): void {
    this.#clock.shift = milliseconds;
    if (!this.#service.ended) this.#service.setShift(milliseconds);
  }

  pass(milliseconds: number): void {
    this.setShift(this.#clock.shift + milliseconds);
  }

  call(sent: Sent, by: Caller = 'account', service = this.#service): Promise<Answered | undefined> {
    const headers = { authorization: `Bearer ${this.#tokens[by]}`, ...sent.headers };
    return service.call({ ...sent, headers });
  }

  /** Makes a call that must be answered with this status. @returns the payload of the answer */
  async must(sent: Sent, by?: Caller, status = 200) {
    const answered = await this.call(sent, by);
    if (answered?.status !== status)
      throw new Error(`${sent.method} ${sent.path}: ${answered?.status} ${JSON.stringify(answered?.body)}`);
    return answered.body.data;
  }

  /** Stores the holder's certificate as the client company's. @returns its `cert_secret` */
  async upload(authority: AuthorityName, which: 0 | 1 = 0): Promise<string> {
    const form = new FormData();
    const p12 = toP12(this.#place.pki.clients[authority][which], P12_PASSWORD);
    form.set('file', new Blob([new Uint8Array(p12)]), 'certificado.p12');
    form.set('password', P12_PASSWORD);
    form.set('type', String(CERTIFICATE_TYPES[authority]));
    form.set('clientId', String(this.#clientId));
    return (await this.must({ method: 'POST', path: '/certificate', form })).cert_secret;
  }

  /** Signs in again, because sessions expire. */
  async signIn(who: Caller): Promise<void> {
    const json = { email: this.#logins[who], password: PASSWORD };
    const headers = { authorization: '' };
    const { access_token } = await this.must({ method: 'POST', path: '/auth/login', json, headers });
    this.#tokens[who] = access_token;
  }

  /** Creates an account, and a client company that can sign in and owns the certificates. */
  async #createAccount(): Promise<void> {
    await this.#service.ready();
    const email = `${crypto.randomUUID()}@example.com`;
    const clientEmail = `${crypto.randomUUID()}@example.com`;
    // Done by the operator's command in production.
    for (const table of ['ACCOUNTS_TABLE', 'PASSWORDS_TABLE'] as const)
      process.env[table] = this.#place.variables[table];
    await stores.accounts.createAccount({ email, name: 'Asesoría', password: PASSWORD });
    this.#logins = { account: email, client: clientEmail };
    await this.signIn('account');
    const tag = crypto.randomUUID().replaceAll('-', '').toUpperCase();
    const { id } = await this.must({
      method: 'POST',
      path: '/customer',
      json: {
        name: 'Talleres',
        access: { email: clientEmail, password: PASSWORD, password_confirmation: PASSWORD },
        profile: {
          dni: tag.slice(0, 9),
          razon_social: 'TALLERES S.L.',
          account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Taller' }],
        },
      },
    });
    this.#clientId = id;
    await this.signIn('client');
    for (const authority of AUTHORITIES) this.certificates[authority] = await this.upload(authority);
  }

  /** Resets the lane: authorities as in their seed, no filings, no counts, correct clocks, and a new process. */
  async reset(): Promise<void> {
    this.aws.disarm();
    this.authority.disarm();
    this.setShift(0);
    await Promise.all([
      this.authorities.reset(),
      this.forget('FILINGS_TABLE'),
      this.forget('WINDOWS_TABLE'),
      this.renewService(),
    ]);
  }

  /** Empties a table, except for sessions. */
  async forget(table: keyof typeof TABLES): Promise<void> {
    const client = documentClient(this.#place);
    const { partitionKey, ...definition } = TABLES[table];
    const names = [partitionKey, ...('sortKey' in definition ? [definition.sortKey] : [])];
    const TableName = this.#place.variables[table]!;
    for (;;) {
      const { Items: all = [] } = await client.send(new ScanCommand({ TableName }));
      const Items = all.filter(({ id }) => !String(id).startsWith('session#'));
      if (Items.length === 0) return;
      for (let start = 0; start < Items.length; start += 25) {
        const rows = Items.slice(start, start + 25);
        const deletions = rows.map((row) => ({
          DeleteRequest: { Key: Object.fromEntries(names.map((name) => [name, row[name]])) },
        }));
        await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletions } }));
      }
    }
  }
}

const clientOptions = ({ endpoint, variables }: Place) => ({
  endpoint,
  region: variables.AWS_REGION!,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

const documentClient = (place: Place) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(place)));
