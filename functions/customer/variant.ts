import type * as z from 'zod';
import type { Client, NewClient } from '../../shared/stores/client-company.ts';

/**
 * What a variant of the interface has of its own: how client companies are sent, and how they look. The operations and
 * the store are the same for all.
 */
export interface Variant<Sent extends z.ZodObject, Shape extends z.ZodType> {
  /** How a client is sent to be saved. */
  request: Sent;
  requestExample: z.input<Sent>;
  /** What was sent, as it is kept; and whether the client is to be told. */
  read(sent: z.output<Sent>): { wanted: NewClient; notify: boolean };
  /** How a client looks. */
  resource: Shape;
  resourceExample: z.output<Shape>;
  show(client: Client): z.output<Shape>;
  /** Largest page of a list; a larger `perPage` is answered with this many. */
  maxPerPage: number;
}

/** Declares a variant. */
export const variant = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  declared: Variant<Sent, Shape>,
): Variant<Sent, Shape> => declared;
