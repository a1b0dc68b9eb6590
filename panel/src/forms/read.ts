import { describedIn, type Form, isForm } from '../logic/fields.ts';
import { readReference } from '../parts/reference.ts';

let described: Promise<Form[]> | undefined;

/** All that is sent to authorities, from the reference of the stage itself. @throws NoAnswer if it cannot be read */
export const readDescribed = (): Promise<Form[]> => {
  described ??= readReference().then(describedIn);
  described.catch(() => {
    described = undefined;
  });
  return described;
};

/** The forms among it. @throws NoAnswer if it cannot be read */
export const readForms = async (): Promise<Form[]> => (await readDescribed()).filter(isForm);
