/** An operation that is a tool, as the reference describes it. */
export interface ToolOfOperation {
  /** Its `operationId`, which is its method of the client. */
  id: string;
  /** Its group in the reference. */
  group: string;
  /** A submission is a tool as a dry run only. */
  kind: 'submission' | 'reading' | 'resource';
  /** Whether it changes nothing, not even at the service. */
  isReadOnly: boolean;
  title: string;
  description: string;
  /** Whether the service acts with a certificate. */
  takesCertificate: boolean;
  /** Fields that are a certificate's secret, by the arguments with which the assistant chooses one by its name. */
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
