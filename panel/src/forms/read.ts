import { type Form, formsOf } from '../logic/fields.ts';
import { readReference } from '../parts/reference.ts';

let forms: Promise<Form[]> | undefined;

/** The forms, from the reference of the stage itself. @throws Error if it cannot be read */
export const readForms = (): Promise<Form[]> => {
  forms ??= readReference().then(formsOf);
  forms.catch(() => {
    forms = undefined;
  });
  return forms;
};
