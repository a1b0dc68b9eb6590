/** A tool, generated from an operation of the reference. */
export interface ToolOfOperation {
  /** Its `operationId`, which is also the client's method. */
  id: string;
  /** Its group in the reference. */
  group: string;
  /** Whether it is among the tools of a first day. */
  isFirst?: true;
  /** The tool of a submission makes a dry run only. */
  kind: 'submission' | 'reading' | 'resource';
  /** Whether it changes nothing, neither at an authority nor at the service. */
  isReadOnly: boolean;
  title: string;
  description: string;
  /** Whether the service acts with a certificate. */
  takesCertificate: boolean;
  /** Fields with a certificate's secret, by the arguments with which the assistant chooses a certificate by name. */
  certificates: Record<string, { field: string; about: string }>;
  /** JSON schema of its fields. */
  input: {
    type: 'object';
    properties: Record<string, FieldSchema>;
    required: string[];
    additionalProperties: false;
  };
}

/** The parts of a field's schema that are read here. */
export interface FieldSchema {
  description?: string;
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  [keyword: string]: unknown;
}
