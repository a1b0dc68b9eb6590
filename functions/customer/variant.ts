import type * as z from 'zod';
import type { Client, NewClient } from '../../shared/stores/clients/company.ts';

/**
 * The differences between variants of the interface: how client companies are sent and returned. The operations and
 * the store are the same for all variants.
 */
export interface Variant<Sent extends z.ZodObject, Shape extends z.ZodType> {
  /** A client as it is sent to be saved. */
  request: Sent;
  requestExample: z.input<Sent>;
  /** The sent client in the form in which it is stored, and whether it is to be notified, if the request says so. */
  read(sent: z.output<Sent>): { wanted: NewClient; notify: boolean | undefined };
  /** A client as it is returned. */
  resource: Shape;
  resourceExample: z.output<Shape>;
  show(client: Client): z.output<Shape>;
  /** Largest page of a list; a larger `perPage` gives this many. */
  maxPerPage: number;
}

/** Declares a variant. */
export const variant = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  declared: Variant<Sent, Shape>,
): Variant<Sent, Shape> => declared;
