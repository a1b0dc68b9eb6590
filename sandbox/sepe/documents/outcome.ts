import type { XmlElement } from '@rgrove/parse-xml';
import type { Context } from '../context.ts';

/** The result of one document of a shipment. */
export interface Outcome {
  accepted: boolean;
  /** Codes of errors, or of warnings if the document is accepted. */
  errors: string[];
  /** The answer's fields after the result, in order. */
  fields: [name: string, value: string][];
}

/** A kind of document that the service accepts. */
export interface DocumentKind {
  operation: string;
  /** Name in the counters. */
  counter: string;
  root: string;
  /** Names of its documents, with their code if they have one. */
  document: RegExp;
  /** Largest number of documents in a file, if it is smaller than for contracts. */
  most?: number;
  /** Whether the answer distinguishes acceptance with and without warnings. */
  reportsWarnings: boolean;
  reply: {
    root: string;
    version: string;
    list: string;
    /** Name of the element about one document, from the document's name. */
    entry(document: string): string;
    answer: string;
  };
  /** Whether the document has the structure of the schema. */
  matchesSchema(document: XmlElement, code: string): boolean;
  /** The answer's fields when nothing was filed. */
  emptyFields(user: string): Outcome['fields'];
  /** Files the document, unless it is refused. */
  file(context: Context, document: XmlElement, as: { code: string; user: string }): Outcome;
}

/** Fields of an answer with date and user only. */
export const datedFields = (filed: string, user: string): Outcome['fields'] => [
  ['FECHACOMUNICACION', filed],
  ['USUARIO', user],
  ['FECHAALTA', filed],
];
