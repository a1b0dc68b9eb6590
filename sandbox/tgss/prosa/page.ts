import type { Form } from '../../form.ts';
import type { DocumentLink, ProsaContext } from './context.ts';

/** A button, and what pressing it leads to. Throws to have the page shown again with the reason. */
export interface Button {
  id: string;
  /** What follows `SPM.ACC.`; case does not count in what is posted. */
  action: string;
  text: string;
  press(form: Form, context: ProsaContext): Page;
}

/** A page of an application. */
export interface Page {
  title: string;
  /** Plain HTML instead of XML with a stylesheet: the older applications. */
  plain?: boolean;
  /** Id of its form. */
  form: string;
  /** Lines of the form, holding what was typed before. */
  body(posted: Form): string[];
  buttons: Button[];
  /** Lines outside of the form: data elements, or in plain pages whatever there is to show. */
  data?: string[];
  message?: { type: 'ERROR' | 'INFO'; text: string };
  documentLinks?: DocumentLink[];
  /** Whether scenario `refused` refuses what is posted here: the first page where data are given. */
  refusable?: boolean;
}

/** An application, by its first page. */
export interface Application {
  /** As in `ARQ.IDAPP=`. */
  code: string;
  start(context: ProsaContext): Page;
}
