/** The operations, as `client/build/cli-operations.ts` describes them from the reference. */

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
  /** Its JSON types. */
  types: string[];
  required: boolean;
  /** All its values, if they are few. */
  choices?: string[];
  /** The meanings of its values. Spanish. */
  codes?: Record<string, string>;
  /** JSON types of its elements, if it is a list. */
  items?: string[];
  /** Its members, if it is an object. */
  fields?: Field[];
  /** If it is a file: a part of a form, or an object with the content in Base64. */
  file?: 'form' | { members: string[]; contentType?: string; before: string };
  /** Whether it must not be seen: the program asks for it, and it has no flag. */
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
  /** Whether it is a paginated list. */
  isList?: boolean;
  takesCertificate: boolean;
  /** The types of certificate that it takes, if it acts before an authority. */
  certificateTypes?: number[];
  /** Whether it can be asynchronous. */
  answersLater: boolean;
  /** Scenarios that a caller of a sandbox stage can choose. */
  scenarios: string[];
  fields: Field[];
}
