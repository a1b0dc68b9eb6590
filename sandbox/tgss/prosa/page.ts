import type { Form } from '../../form.ts';
import type { DocumentLink, ProsaContext } from './context.ts';

/** A button and the next page. A refusal shows this page again with the reason. */
export interface Button {
  id: string;
  /** The part after `SPM.ACC.`; case-insensitive in posts. */
  action: string;
  text: string;
  press(form: Form, context: ProsaContext): Page;
}

/** A button of the newer pages that continues. */
export const continueButton = (id: string, press: Button['press']): Button => ({
  id,
  action: 'Continuar',
  text: 'Continuar',
  press,
});

/** A button of the older pages, whose id follows from its action. */
export const olderButton = (action: string, text: string, press: Button['press']): Button => ({
  id: `SPM.ACC.${action}`,
  action,
  text,
  press,
});

/** A page of an application. */
export interface Page {
  title: string;
  /** Its name in data pages. */
  name?: string;
  /** HTML for everyone: the older applications. Others are data with a stylesheet for browsers. */
  plain?: boolean;
  /** Id of its form. */
  form: string;
  /** Lines of the form. Inputs have the posted values. */
  body(posted: Form): string[];
  buttons: Button[];
  /** Lines outside of the form: data elements, or HTML in plain pages. */
  data?: string[];
  message?: { type: 'ERROR' | 'INFO'; text: string };
  documentLinks?: DocumentLink[];
  /** Whether scenario `refused` refuses posts to this page: the first page that asks for data. */
  refusable?: boolean;
}

/** An application, which begins with its first page. */
export interface Application {
  /** Its code in `ARQ.IDAPP=`. */
  code: string;
  start(context: ProsaContext): Page;
}
