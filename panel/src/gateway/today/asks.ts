import type { Gateway } from '../../../../client/src/client.ts';
import type { Authority, ListedFiling } from '../../shared/data.ts';
import { madridDay, plusDays } from '../../shared/days.ts';
import { first, pagesOf } from '../../shared/first.ts';
import { type Ask, MOST } from '../../shared/today.ts';
import { expiring } from '../certificates/certificates.ts';
import { stillRefused } from '../filings/corrections.ts';

/** What Hoy asks the gateway itself for. */

/** Number of past days whose refusals are shown. */
export const REFUSALS = 14;

/** The states of the authorities. */
export const status: Ask<Authority[]> = {
  read: async (gateway) => (await gateway.getStatus()).data.authorities,
  isOfAll: true,
};

/** Trámites whose outcome is not known. */
export const unknown: Ask<ListedFiling[]> = {
  read: (gateway, company) => first(gateway.listFilings.each({ state: 'unknown', company }), MOST),
};

/** States of a correction that must not be sent again. */
const FILED: ReadonlySet<string> = new Set(['accepted', 'unknown', 'declaredFiled']);

/** Refusals without a later filing. Reads the filings of the same operations since the first refusal, to find corrections. */
const readRefused = async (gateway: Gateway, company?: number): Promise<ListedFiling[]> => {
  const wanted = { company, from: plusDays(madridDay(new Date()), -REFUSALS), dry: false };
  const refused = await first(gateway.listFilings.each({ ...wanted, state: 'refused' }), MOST);
  const filed = await Promise.all(
    [...new Set(refused.map(({ operation }) => operation))].map((operation) => {
      const of = refused.filter((filing) => filing.operation === operation);
      const from = madridDay(new Date(of.map(({ created_at }) => created_at).toSorted()[0]!));
      return first(gateway.listFilings.each({ ...wanted, operation, from }), MOST);
    }),
  );
  return stillRefused(
    refused,
    filed.flat().filter(({ state }) => FILED.has(state)),
  );
};

/** Refusals that nothing has corrected. */
export const refused: Ask<ListedFiling[]> = { read: readRefused };

/**
 * Certificates that expire soon, whether there are any certificates, and whether notifications are fetched with any; `undefined`
 * if there are too many to read.
 */
const readCertificates = async (gateway: Gateway, company?: number) => {
  const { found, isWhole } = await pagesOf(async (page) => {
    const { data } = await gateway.listCertificates({ all: 1, page });
    return { found: data.data, lastPage: data.pagination.lastPage };
  }, MOST);
  const isWatching = found.some(({ watches }) => watches.length > 0) || (isWhole ? false : undefined);
  const shown = found.filter(({ clientId }) => company === undefined || clientId === company);
  return { expiring: expiring(shown, madridDay(new Date())), isWatching, hasAny: found.length > 0 };
};

/** What certificates need. */
export type WhatCertificatesNeed = Awaited<ReturnType<typeof readCertificates>>;
export const certificates: Ask<WhatCertificatesNeed> = { read: readCertificates };
