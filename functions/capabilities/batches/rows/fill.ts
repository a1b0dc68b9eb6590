import * as dniNumber from 'stdnum/lib/cjs/es/dni.js';
import * as nieNumber from 'stdnum/lib/cjs/es/nie.js';
import { nieOfToday, plainDocument } from '../../../../shared/kernel/text.ts';
import { NO_NSS } from '../../../../shared/operation/about.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { listMac } from '../../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Client } from '../../../../shared/stores/clients/clients.ts';
import type { Filled } from './row.ts';

/**
 * Fills in values that a row leaves out and the account knows: client companies with their contribution accounts, workers'
 * numbers from earlier filings and readings, and the kind of a document, which its form and letter prove. No authority is
 * asked. Only unambiguous values are filled in, and values that were sent stay. A client company gets only its own data.
 */

/** Fields that are filled in if a submission needs them. */
export const FILLED_WHERE_NEEDED = ['cif', 'regimen', 'ccc', 'nss', 'identificacion', 'docType'];
/** A field that is filled in although it is optional: the collective agreement of the contribution account. */
export const AGREEMENT = 'convenio';

type Body = Record<string, unknown>;

export class Filling {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(services: Services, caller: Caller) {
    this.#services = services;
    this.#caller = caller;
  }

  /**
   * Fills in these fields of a row. A field is a dotted path, and its last name decides the value.
   * @throws errors of the stores
   */
  async fill(row: Body, fields: string[]): Promise<{ body: Body; filled: Filled[] }> {
    const missing = fields.filter((path) => textAt(row, path) === undefined);
    if (missing.length === 0) return { body: row, filled: [] };
    const wants = (...names: string[]) => missing.some((path) => names.includes(lastOf(path)));
    const company = wants('cif', 'regimen', 'ccc', AGREEMENT) ? await this.#company(row) : {};
    const worker = wants('nss') ? await this.#worker(row) : {};
    const filled = missing.flatMap((column): Filled[] => {
      const name = lastOf(column);
      const kind = KINDS[name]?.[kindOf(textAt(row, 'dni')) ?? ''];
      if (kind !== undefined) return [{ column, value: kind, from: 'document' }];
      const value = company[name] ?? worker[name];
      return value === undefined ? [] : [{ column, value, from: name === 'nss' ? 'worker' : 'company' }];
    });
    const body = filled.reduce(
      (before, { column, value }) => withValue(before, column.split('.'), value),
      row,
    );
    return { body, filled };
  }

  async #company(row: Body): Promise<Record<string, string>> {
    const regimen = textAt(row, 'regimen')?.padStart(4, '0');
    const ccc = textAt(row, 'ccc')?.padStart(11, '0');
    const cif = textAt(row, 'cif')?.toUpperCase();
    if (regimen === undefined && ccc === undefined && cif === undefined) return {};
    const clients =
      regimen && ccc
        ? await this.#clients(`${regimen}${ccc}`, (stores) =>
            stores.clients.clientsWithAccount(this.#caller.accountId, { regimen, ccc }),
          )
        : cif
          ? await this.#clients(cif, (stores) => stores.clients.clientsWithCif(this.#caller.accountId, cif))
          : ccc
            ? await this.#clients(ccc, (stores) => stores.clients.clientsWithCcc(this.#caller.accountId, ccc))
            : [];
    const accounts = clients.flatMap((client) =>
      Object.values(client.accounts).filter(
        (account) => (!regimen || account.regimen === regimen) && (!ccc || account.ccc === ccc),
      ),
    );
    const company = only('cif', clients, (client) => client.cif);
    // The values must come from one account. If a company has several, they are ambiguous, even in the same scheme.
    if (new Set(accounts.map((account) => account.regimen + account.ccc)).size !== 1) return company;
    return {
      ...company,
      ...only('regimen', accounts, (account) => account.regimen),
      ...only('ccc', accounts, (account) => account.ccc),
      ...only(AGREEMENT, accounts, (account) => account.agreement),
    };
  }

  #clients(key: string, find: (stores: Services['stores']) => Promise<number[]>): Promise<Client[]> {
    const { stores } = this.#services;
    const { accountId, clientId } = this.#caller;
    return this.#once(`clients ${key}`, async () => {
      const ids = (await find(stores)).filter((id) => clientId === undefined || id === clientId);
      const clients = await Promise.all(ids.map((id) => stores.clients.findClient(accountId, id)));
      return clients.filter((client) => client !== undefined);
    });
  }

  async #worker(row: Body): Promise<Record<string, string>> {
    const document = textAt(row, 'dni') ?? textAt(row, 'doc');
    if (document === undefined) return {};
    const { stores } = this.#services;
    const { accountId, clientId } = this.#caller;
    const plain = plainDocument(document);
    return this.#once(`worker ${plain}`, async () => {
      const key = await stores.keys.serviceKey('worker');
      const mac = listMac(accountId, { what: 'worker', value: plain }, key);
      const facts = await stores.obligations.factsOf(accountId, { kind: 'worker', mac });
      const sure = facts.filter(
        ({ how, company }) => how !== 'declared' && (clientId === undefined || company === clientId),
      );
      const numbers = sure.flatMap(({ nss }) => (nss && !NO_NSS.test(nss) ? [nss] : []));
      return only('nss', numbers, (nss) => nss);
    });
  }

  #once<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const before = this.#read.get(key) as Promise<Value> | undefined;
    const reading = before ?? read();
    this.#read.set(key, reading);
    return reading;
  }
}

/** Codes for the kind of a document, by field: in the codes of the TGSS, and of SEPE. */
const KINDS: Record<string, Record<string, string>> = {
  identificacion: { dni: '1', nie: '6' },
  docType: { dni: 'D', nie: 'E' },
};

/** The kind of a document, if its form and letter prove it. */
const kindOf = (document = ''): 'dni' | 'nie' | undefined => {
  const plain = nieOfToday(document.toUpperCase());
  if (/^\d{8}[A-Z]$/.test(plain) && dniNumber.validate(plain).isValid) return 'dni';
  return /^[XYZ]\d{7}[A-Z]$/.test(plain) && nieNumber.validate(plain).isValid ? 'nie' : undefined;
};

/** Fields for the kind of a document. */
export const KIND_FIELDS = Object.keys(KINDS);

/** Whether a row's document has the form of a DNI or NIE, with a letter that does not match its figures. */
export const hasWrongLetter = (row: Body): boolean => {
  const plain = nieOfToday(plainDocument(textAt(row, 'dni') ?? '').toUpperCase());
  return /^(\d{8}|[XYZ]\d{7})[A-Z]$/.test(plain) && kindOf(plain) === undefined;
};

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A scalar as text; `undefined` if it is blank or not a scalar. */
const textAt = (row: Body, path: string): string | undefined => {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Body | null | undefined)?.[name], row);
  const text = typeof value === 'object' ? '' : String(value ?? '').trim();
  return text === '' ? undefined : text;
};

const withValue = (row: Body, [name = '', ...rest]: string[], value: string): Body => ({
  ...row,
  [name]: rest.length > 0 ? withValue((row[name] ?? {}) as Body, rest, value) : value,
});

/** The value that all of them have; nothing if they differ, or if some have none. */
const only = <Source>(
  name: string,
  all: Source[],
  read: (source: Source) => string | undefined,
): Record<string, string> => {
  const [first, ...others] = new Set(all.map(read));
  return first && others.length === 0 ? { [name]: first } : {};
};
