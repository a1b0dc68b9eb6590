import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { expect, type TestContext } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { type AuthorityName, byAuthority } from '../../../shared/kernel/errors.ts';
import { once } from '../../../shared/kernel/lazy.ts';
import { deployed, newTenant } from '../../support/deployed.ts';
import { type Answered, fromElsewhere, Gateway, type Sent, signIn } from '../../support/gateway.ts';
import { isHarmless } from './harmless.ts';
import { operationAt, succeeded } from './operations.ts';

/** The stage's address without the path of the interface, which begins with `/api`. */
export const root = deployed.baseUrl.replace(/\/api\/v4$/, '');

/** Seconds to wait if an answer 429 does not say how many. */
const USUAL_WAIT = 60;

/** Statuses after which a request is repeated. An emulator on a busy machine may not store a filing in time; AWS must. */
const COME_AGAIN = deployed.emulator ? [429, 503] : [429];

/**
 * A caller that behaves like an integrator: it repeats a request when the answer asks for it. It notes which operations
 * succeeded. On a stage where filings are real, it sends nothing that could file.
 */
export class StoryCaller extends Gateway {
  override with(headers: Record<string, string>): StoryCaller {
    return new StoryCaller(this.baseUrl, { ...this.headers, ...headers });
  }

  override movedTo(baseUrl: string): StoryCaller {
    return new StoryCaller(baseUrl, this.headers);
  }

  override acting(secret: string): StoryCaller {
    return this.with({ 'X-Cert-Secret': secret });
  }

  override async exchange(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const address = new URL(this.baseUrl + path).pathname.slice(
      new URL(root).pathname.replace(/\/$/, '').length,
    );
    const placed = operationAt(method, address);
    if (!deployed.standIns && this.token !== '' && !isHarmless(placed?.operation, sent))
      throw new Error(`${method} ${path} could file or change something, and was not sent`);
    for (;;) {
      const answered = await super.exchange(method, path, sent);
      if (placed && answered.status < 400) succeeded.add(placed.name);
      if (!COME_AGAIN.includes(answered.status)) return answered;
      await sleep(1_000 * Number(answered.headers.get('retry-after') ?? USUAL_WAIT));
    }
  }
}

/** A caller without a token. */
export const anonymous = new StoryCaller(deployed.baseUrl, fromElsewhere());

/** A user of the stories. */
export interface Actor {
  email: string;
  password: string;
  caller: StoryCaller;
  /** `cert_secret` of a stored certificate for each authority. Without one, nothing is requested there. */
  certificates: Partial<Record<AuthorityName, string>>;
}

/** A new account for this run, with its own sandbox. */
const newActor = async (): Promise<Actor> => {
  const { email, password, gateway } = await newTenant();
  const caller = new StoryCaller(deployed.baseUrl, { Authorization: `Bearer ${gateway.token}` });
  const secret = await storeTestCertificate(caller);
  return {
    email,
    password,
    caller,
    certificates: byAuthority(() => secret),
  };
};

/** The account that all stories share: a new or a given one. */
const actor = once(async (): Promise<Actor> => {
  const given = deployed.account;
  if (!given) return newActor();
  const { token } = await signIn(deployed.baseUrl, given);
  const caller = new StoryCaller(deployed.baseUrl, { Authorization: `Bearer ${token}` });
  return { ...given, caller, certificates: given.certificates ?? {} };
});

/**
 * The account that all stories share.
 * @throws the error that skips the test, if there is none
 */
export const actorOf = ({ skip }: Pick<TestContext, 'skip'>): Promise<Actor> => {
  skip(!deployed.standIns && !deployed.account, 'no account was given (--as)');
  return actor();
};

/** The account with a caller that acts with its certificate. */
const acts = (account: Actor) => ({ ...account, acting: account.caller.acting(account.certificates.tgss!) });

/** The account that all stories share, if it may file. @throws the error that skips the test otherwise */
export const filer = async ({ skip }: Pick<TestContext, 'skip'>) => {
  skip(!deployed.standIns, 'it files, and nothing may be filed here');
  return acts(await actor());
};

/** Accounts that no test is using. */
const free: Actor[] = [];

/** An account that may file and that no other test uses at the same time. It requires stand-ins. */
export const ownFiler = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) => {
  const account = free.pop() ?? (await newActor());
  onTestFinished(() => void free.push(account));
  return acts(account);
};

const P12_PASSWORD = 'la del fichero';

/** A certificate of the demo holder with a new key, issued by the stage itself. */
const issueTestCertificate = async (caller: Gateway): Promise<Buffer> => {
  const wanted = { nif: seed.demo.holder.nif, password: P12_PASSWORD };
  const { status, body } = await caller.post('/sandbox/certificate', wanted);
  expect(status).toBe(200);
  return Buffer.from(body.data.file.content, 'base64');
};

/** Makes a test certificate and stores it. @returns its `cert_secret` */
export const storeTestCertificate = async (caller: Gateway): Promise<string> => {
  const { status, body } = await caller.upload(await issueTestCertificate(caller), {
    password: P12_PASSWORD,
  });
  expect(status).toBe(200);
  return body.data.cert_secret;
};

/** States that end by themselves within minutes. */
const UNDER_WAY = ['queued', 'claimed', 'committing'];

/** Waits until a trámite has ended. @returns its record */
export const ended = async (caller: Gateway, id: string) => {
  for (;;) {
    const { status, body } = await caller.get(`/tramites/${id}`);
    // If it cannot be read just now, it is read again.
    if (status < 500 && !UNDER_WAY.includes(body.data.state)) return body.data;
    await sleep(1_000);
  }
};

/** Sends a request unchanged, with any characters in its path, and returns the answer unparsed. */
export const sendRaw = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
) => {
  const answer = await request(root + path, {
    method: method as 'GET',
    headers: { ...fromElsewhere(), ...headers },
    ...(body !== undefined && { body }),
  });
  const placed = operationAt(method, path.split('?')[0]!);
  if (placed && answer.statusCode < 400) succeeded.add(placed.name);
  return {
    status: answer.statusCode,
    headers: new Headers(answer.headers as Record<string, string>),
    text: await answer.body.text(),
  };
};
