import { onDay } from '../../../functions/reference/relative-dates.ts';
import type { Collection } from '../../../reference/postman/collection.ts';

interface Part {
  key: string;
  value: string;
  disabled?: boolean;
}

/** A request as Postman sends it: enabled parts, with variables replaced. */
export interface PostmanRequest {
  name: string;
  /** `noauth`, or `undefined` where the token of the collection is sent. */
  auth: string | undefined;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  query: Record<string, string>;
}

/** The requests of a collection for each operation, as they are sent in an environment. */
export const requestsIn = (collection: Collection, variables: Record<string, string>): PostmanRequest[] =>
  collection.item
    .flatMap((one) => one.item ?? [one])
    .filter(({ name }) => !name.startsWith('Antes: '))
    .map(({ name, request }) => {
      const text = JSON.stringify(request)
        .replaceAll('{{$guid}}', () => crypto.randomUUID())
        .replace(/\{\{(\w+)\}\}/g, (variable, key: string) => variables[key] ?? variable);
      const { method, url, header, body, auth } = onDay(JSON.parse(text), '2026-11-23');
      const sent = (parts: Part[] = []) =>
        Object.fromEntries(parts.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]));
      const path = url.path.map((part: string) =>
        part.startsWith(':') ? url.variable.find(({ key }: Part) => key === part.slice(1)).value : part,
      );
      const query = sent(url.query);
      const search = new URLSearchParams(query).toString();
      return {
        ...{ name, method, query, auth: auth?.type, body: body?.raw },
        url: `${[url.host.join('.'), ...path].join('/')}${search && `?${search}`}`,
        headers: sent(header),
      };
    });
