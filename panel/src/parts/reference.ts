import { describedIn, type Form, isForm, type OpenApi } from '../logic/fields.ts';
import { once } from '../logic/once.ts';
import { ask, documentUrl } from '../session.ts';

/** The OpenAPI document of the stage. @throws NoAnswer if it cannot be read */
export const readReference = once(
  async (): Promise<OpenApi> => (await ask(await documentUrl())).body as OpenApi,
);

/** All that is sent to authorities, from the reference of the stage itself. @throws NoAnswer if it cannot be read */
export const readDescribed = once(async (): Promise<Form[]> => describedIn(await readReference()));

/** The forms among it. @throws NoAnswer if it cannot be read */
export const readForms = async (): Promise<Form[]> => (await readDescribed()).filter(isForm);
