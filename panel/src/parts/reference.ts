import type { OpenApi } from '../logic/fields.ts';
import { ask, documentUrl } from '../session.ts';

let document: Promise<OpenApi> | undefined;

/** The OpenAPI document of the stage, read once. @throws Error if it cannot be read */
export const readReference = (): Promise<OpenApi> => {
  document ??= documentUrl()
    .then((url) => ask(url))
    .then(({ body }) => body as OpenApi);
  document.catch(() => {
    document = undefined;
  });
  return document;
};
