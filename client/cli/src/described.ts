/** The operations as the command line knows them; `client/build/cli-operations.ts` takes them from the reference. */

/** A group of operations. */
export interface Group {
  name: string;
  /** Spanish. */
  title: string;
}

/** A field of a request. */
export interface Field {
  name: string;
  /** Spanish. */
  about: string;
  /** JSON types that it may have. */
  types: string[];
  required: boolean;
  /** All values that it may have. */
  choices?: string[];
  /** The meanings of its values. Spanish. */
  codes?: Record<string, string>;
  /** JSON types of its elements, if it is a list. */
  items?: string[];
  /** Its members, if it is an object. */
  fields?: Field[];
  /** It is a file: a part of a form, or an object with its content in Base64. */
  file?: 'form' | { members: string[]; contentType?: string; before: string };
  /** It must not be seen: it is asked for, and is no flag. */
  isSecret?: boolean;
  /** Its only value. */
  constant?: string | number;
}

/** An operation. */
export interface Described {
  /** `operationId` in the reference. */
  name: string;
  group: string;
  /** One line. Spanish. */
  summary: string;
  /** Markdown. Spanish. */
  about: string;
  kind: 'submission' | 'reading' | 'resource';
  /** Whether a submission has a dry run. */
  dryRun?: 'confirmation' | 'not-offered';
  method: string;
  path: string;
  /** Whether it is a list in several parts. */
  isList?: boolean;
  takesCertificate: boolean;
  /** Whether it can be asked to answer later. */
  answersLater: boolean;
  /** Scenarios that a caller of a sandbox stage can choose. */
  scenarios: string[];
  fields: Field[];
}
