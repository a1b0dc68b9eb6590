import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { addDays } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { listName, type Person } from '../../sandbox/state.ts';
import { madridTime } from '../../shared/kernel/spanish-time.ts';
import { storeNewCertificate } from './certificates.ts';
import { caller, demo } from './demo.ts';
import type { Answered, Gateway } from './gateway.ts';
import { atAuthorities } from './sandbox.ts';

export const today = madridTime(new Date()).slice(0, 10);
/** The day so many days before today. */
export const ago = (days: number) => addDays(today, -days);

/** An answer that succeeded. */
export const ok = ({ status, body }: Answered) => {
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  expect(body.success).toBe(true);
  return body;
};

/** Messages of the authority in a refused answer. */
export const refusalOf = ({ status, body }: Answered): string[] => {
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['tgss'] });
  return body.errors.tgss;
};

/** Calls the operations of social security, with a new certificate in each test. */
export class SocialSecurity {
  readonly authorities = atAuthorities(demo.authorities.control);
  readonly #secrets: string[] = [];
  #gateway: Gateway | undefined;

  /** The authorities are as their seed has them. */
  async begin(): Promise<void> {
    await this.authorities.reset();
  }

  async renewCertificate(): Promise<void> {
    const secret = await storeNewCertificate(caller, { person: seed.demo.holder });
    this.#secrets.push(secret);
    this.#gateway = caller.acting(secret);
  }

  async end(): Promise<void> {
    await this.authorities.reset();
    for (const secret of this.#secrets) await caller.delete(`/certificate/${secret}`);
  }

  /** Acts with the certificate of this test. */
  get gateway(): Gateway {
    return this.#gateway!;
  }

  call(method: string, path: string, json: object): Promise<Answered> {
    return this.gateway.call(method, `/seg-social${path}`, { json });
  }

  /** The answer of a successful query. */
  async get(path: string, query: Record<string, string | number>) {
    return ok(await this.gateway.get(`/seg-social${path}`, query)).data;
  }

  /** Expects that the authority has no data for a query, in the service's own words. */
  async nothing(path: string, query: Record<string, string | number>): Promise<void> {
    const { status, body } = await this.gateway.get(`/seg-social${path}`, query);
    expect({ status, errors: body.errors, message: body.message }).toEqual({
      status: 422,
      errors: undefined,
      message: expect.stringMatching(/ ning[uú]n/),
    });
  }

  /** Messages of the authority for a refused query. */
  async refusal(path: string, query: Record<string, string | number>): Promise<string[]> {
    return refusalOf(await this.gateway.get(`/seg-social${path}`, query));
  }
}

/** Social security for the tests of a file. No other test's calls count in the windows of its certificates. */
export const useSocialSecurity = (): SocialSecurity => {
  const socialSecurity = new SocialSecurity();
  beforeAll(() => socialSecurity.begin());
  beforeEach(() => socialSecurity.renewCertificate());
  afterAll(() => socialSecurity.end());
  return socialSecurity;
};

/** An account, and the company that it belongs to. */
export interface Place {
  regimen: string;
  ccc: string;
  cif: string;
}

export const companyOf = ({ cif }: Place) => seed.state.companies.find((company) => company.cif === cif)!;

/** A worker in an account, as requests have them. */
export const of = ({ nss, dni }: Person, { regimen, ccc }: Place) => ({ regimen, ccc, nss, dni });
export const withKind = (worker: Person, place: Place) => ({
  ...of(worker, place),
  identificacion: worker.identificacion,
});

/** A document names the worker, the account and its company. */
export const expectIdentity = (text: string, worker: Person, place: Place) => {
  for (const part of [listName(worker), worker.nss, worker.dni, place.ccc, place.cif, companyOf(place).name])
    expect(text).toContain(part);
};

/** A document has these lines, by label; none with a label whose value is empty. */
export const expectLines = (text: string, lines: Record<string, string>) => {
  for (const [label, value] of Object.entries(lines))
    if (value === '') expect(text).not.toContain(label);
    else expect(text.replace(/\s+/g, ' ')).toContain(`${label} ${value}`);
};
