import type { XmlElement } from '@rgrove/parse-xml';
import type { Context } from '../context.ts';

/** What became of one document of a shipment. */
export interface Outcome {
  accepted: boolean;
  /** Codes: why not, or what is amiss in what was accepted. */
  errors: string[];
  /** The answer's fields after the result, in order. */
  fields: [name: string, value: string][];
}

/** A kind of document that the service takes. */
export interface DocumentKind {
  operation: string;
  /** In the statistics. */
  counter: string;
  root: string;
  /** Names of the documents in it, with their code where they have one. */
  document: RegExp;
  /** Whether a warning is told apart from plain acceptance. */
  reportsWarnings: boolean;
  reply: {
    root: string;
    version: string;
    list: string;
    /** Name of the element about one document, by the document's. */
    entry(document: string): string;
    answer: string;
  };
  /** Whether it is built as the schema wants. */
  matchesSchema(document: XmlElement, code: string): boolean;
  /** The answer's fields when nothing was filed. */
  emptyFields(user: string): Outcome['fields'];
  /** Files it, if it can be. */
  file(context: Context, document: XmlElement, code: string, user: string): Outcome;
}

/** Fields of answers that say no more than when and by whom. */
export const datedFields = (filed: string, user: string): Outcome['fields'] => [
  ['FECHACOMUNICACION', filed],
  ['USUARIO', user],
  ['FECHAALTA', filed],
];
