import * as z from 'zod';
import { rowParser } from '../dynamo/row-parser.ts';

/** The schema of a brief; its lists have more. */
export const clientBrief = () =>
  z.object({
    /** While it is false, neither its certificates nor its sessions work. */
    active: z.boolean(),
    /** Set while it is being removed; it is never unset. */
    removing: z.literal(true).optional(),
    /** Names its record. */
    cif: z.string(),
  });

/**
 * Part of a client company that requests with its certificates or sessions read. It is small even if the record is
 * long.
 */
export type ClientBrief = z.infer<ReturnType<typeof clientBrief>>;

/** Reads the brief of a client company. */
export const parseClientBrief = rowParser('ClientBrief', 'clientBrief', clientBrief);
