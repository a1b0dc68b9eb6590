import fs from 'node:fs';
import sdk from 'postman-collection';
import runtime from 'postman-runtime';
import { type Collection, collectionOf } from '../../../reference/postman/collection.ts';
import type { Group } from '../../../shared/operation/operation.ts';
import { fromElsewhere } from '../gateway.ts';

/** A request of a run, with the status of its answer. */
export interface Ran {
  name: string;
  method: string;
  url: string;
  status: number | undefined;
  text: string;
}

/**
 * The collection with a random client address in its headers, so that calls of other tests do not count against its rate limit.
 */
export const collectionFromElsewhere = (groups: Group[], p12?: string): Collection => {
  const made = collectionOf(groups, p12);
  const headers = Object.entries(fromElsewhere()).map(([key, value]) => ({ key, value }));
  for (const { request, item } of made.item)
    for (const one of [request, ...(item ?? []).map((inner) => inner.request)]) one?.header.push(...headers);
  return made;
};

/** Sends all requests of a collection from top to bottom with its scripts, as Postman does. */
export const runCollection = (
  collection: Collection,
  environment: { values: { key: string; value: string }[] },
): Promise<{ ran: Ran[]; problems: string[] }> =>
  new Promise((resolve, reject) => {
    const ran: Ran[] = [];
    const problems: string[] = [];
    const scope = new sdk.VariableScope({ values: environment.values });
    const options = { environment: scope, fileResolver: fs, timeout: { global: 0 } };
    new runtime.Runner().run(new sdk.Collection(collection), options, (failure, run) => {
      if (failure) return reject(failure);
      run.start({
        exception: (_, problem) => problems.push(`script: ${problem.message}`),
        response: (error, _, response, request, { name }) => {
          const { method, url } = request;
          ran.push({ name, method, url: String(url), status: response?.code, text: response?.text() ?? '' });
          if (error) problems.push(`${name}: ${error.message}`);
        },
        assertion: (_, assertions) => {
          for (const { name, passed } of assertions)
            if (!passed) {
              const last = ran.at(-1)!;
              problems.push(`${last.name}: ${last.status}, not ${name}: ${last.text.slice(0, 300)}`);
            }
        },
        done: (error) => (error ? reject(error) : resolve({ ran, problems })),
      });
    });
  });
