import { ask, documentUrl } from '../session.ts';
import { describedIn, type Form, isForm, type OpenApi } from './fields.ts';
import { once } from './once.ts';

/** The OpenAPI document of the stage. @throws NoAnswer if it cannot be read */
export const readReference = once(
  async (): Promise<OpenApi> => (await ask(await documentUrl())).body as OpenApi,
);

/** All submissions and readings, from the stage's own reference. @throws NoAnswer if it cannot be read */
export const readDescribed = once(async (): Promise<Form[]> => describedIn(await readReference()));

/** The submissions that a person can fill in. @throws NoAnswer if it cannot be read */
export const readForms = async (): Promise<Form[]> => (await readDescribed()).filter(isForm);
