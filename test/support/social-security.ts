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
/** The day this many days before today. */
export const ago = (days: number) => addDays(today, -days);

/** The body of an answer, which must be a success. */
export const ok = ({ status, body }: Answered) => {
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  expect(body.success).toBe(true);
  return body;
};

/** The authority's messages in an answer, which must be a refusal. */
export const refusalOf = ({ status, body }: Answered): string[] => {
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['tgss'] });
  return body.errors.tgss;
};

/** Calls the operations of social security, with a new certificate in each test. */
export class SocialSecurity {
  readonly authorities = atAuthorities(demo.authorities.control);
  readonly #secrets: string[] = [];
  #gateway: Gateway | undefined;

  /** Resets the authorities to their seed. */
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

  /** The caller, with the certificate of the current test. */
  get gateway(): Gateway {
    return this.#gateway!;
  }

  call(method: string, path: string, json: object): Promise<Answered> {
    return this.gateway.call(method, `/seg-social${path}`, { json });
  }

  /** The data of a query that must succeed. */
  async get(path: string, query: Record<string, string | number>) {
    return ok(await this.gateway.get(`/seg-social${path}`, query)).data;
  }

  /** Expects that the authority has no data for a query, which the service reports in its own words. */
  async nothing(path: string, query: Record<string, string | number>): Promise<void> {
    const { status, body } = await this.gateway.get(`/seg-social${path}`, query);
    expect({ status, errors: body.errors, message: body.message }).toEqual({
      status: 422,
      errors: undefined,
      message: expect.stringMatching(/ ning[uú]n/),
    });
  }

  /** The authority's messages for a query that must be refused. */
  async refusal(path: string, query: Record<string, string | number>): Promise<string[]> {
    return refusalOf(await this.gateway.get(`/seg-social${path}`, query));
  }
}

/**
 * The operations of social security for the tests of a file. Each test has a new certificate, so no other test's calls count in
 * its rate windows.
 */
export const useSocialSecurity = (): SocialSecurity => {
  const socialSecurity = new SocialSecurity();
  beforeAll(() => socialSecurity.begin());
  beforeEach(() => socialSecurity.renewCertificate());
  afterAll(() => socialSecurity.end());
  return socialSecurity;
};

/** An account and its company. */
export interface Place {
  regimen: string;
  ccc: string;
  cif: string;
}

export const companyOf = ({ cif }: Place) => seed.state.companies.find((company) => company.cif === cif)!;

/** The fields of a worker in an account, as requests have them. */
export const of = ({ nss, dni }: Person, { regimen, ccc }: Place) => ({ regimen, ccc, nss, dni });
export const withKind = (worker: Person, place: Place) => ({
  ...of(worker, place),
  identificacion: worker.identificacion,
});

/** Expects a document to name the worker, the account and its company. */
export const expectIdentity = (text: string, worker: Person, place: Place) => {
  for (const part of [listName(worker), worker.nss, worker.dni, place.ccc, place.cif, companyOf(place).name])
    expect(text).toContain(part);
};

/** Expects a document to have these lines, by label. If a value is empty, the label must be missing. */
export const expectLines = (text: string, lines: Record<string, string>) => {
  for (const [label, value] of Object.entries(lines))
    if (value === '') expect(text).not.toContain(label);
    else expect(text.replace(/\s+/g, ' ')).toContain(`${label} ${value}`);
};
