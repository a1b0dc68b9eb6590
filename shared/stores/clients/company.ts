import * as z from 'zod';
import { rowParser } from '../row-parser.ts';

const contributionAccount = () =>
  z.object({
    /** Unique in the service. */
    id: z.int(),
    /** 4 digits. */
    regimen: z.string(),
    /** 11 digits. */
    ccc: z.string(),
    alias: z.string(),
    /** Code of its collective agreement. */
    agreement: z.string().optional(),
  });

/** A contribution account (cuenta de cotización) of a client company. */
export type ContributionAccount = z.infer<ReturnType<typeof contributionAccount>>;

/** A contribution account as the integrator sends it. */
export type NewContributionAccount = Omit<ContributionAccount, 'id'>;

/** Most contribution accounts of a client. Its row contains them. */
export const MAX_CONTRIBUTION_ACCOUNTS = 500;

const clientDetails = () =>
  z.object({
    name: z.string(),
    email: z.string(),
    /** Further e-mails for notifications. */
    alternatives: z.array(z.string()).optional(),
    /** Upper case, without separators. */
    cif: z.string(),
    /** Kind of the document in `cif`, where it was sent: 1 DNI, 2 passport, 6 NIE. */
    identificacion: z.int().optional(),
    /** Country code, as it was sent. */
    country: z.int().optional(),
    /** Registered name. */
    companyName: z.string(),
    postcode: z.string().optional(),
    address: z.string().optional(),
    /** Identifier in the integrator's own system. */
    externalId: z.string().optional(),
    /** Legal representative. */
    representative: z
      .object({ doc: z.string(), name: z.string(), surname: z.string(), jobPosition: z.string() })
      .optional(),
    /** Profile members that only the legacy variant of the interface has, as they were sent. */
    legacy: z.record(z.string(), z.unknown()).optional(),
  });

/** What the integrator says about a client company. */
export type ClientDetails = z.infer<ReturnType<typeof clientDetails>>;

/** A client company as the integrator sends it. */
export interface NewClient extends ClientDetails {
  accounts: NewContributionAccount[];
  /** Makes it a user who can sign in; without a password, after the user has made one. */
  access?: { password?: string };
}

const clientRow = () =>
  clientDetails().extend({
    id: z.int(),
    /** While it is false, neither its certificates nor its sessions work. */
    active: z.boolean(),
    /** Set while it is being removed; it is never unset. */
    removing: z.literal(true).optional(),
    /** Contribution accounts by régimen and ccc, so that the same one cannot be there twice. */
    accounts: z.record(z.string(), contributionAccount()),
    /** Its user; absent where it was created without access. */
    userId: z.string().optional(),
    /** Shard of the index that it is in. */
    shard: z.int(),
    /**
     * By what it is found, see `Searchable`. It is kept so that exactly this is taken out of the index when the client is
     * removed.
     */
    words: z.array(z.string()),
    identifiers: z.array(z.string()),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
  });

/** A client company of an account. */
export type Client = z.infer<ReturnType<typeof clientRow>>;

/** Reads the row of a client company. */
export const parseClient = rowParser('Client', 'client', clientRow);

const clientBrief = () =>
  z.object({
    /** As in the row of the client: both are written at once. */
    active: z.boolean(),
    /** As in the row of the client; absent in rows of the time when it was not kept here. */
    cif: z.string().optional(),
    /** Its words, divided by blanks. */
    text: z.string(),
  });

/**
 * A small row beside that of each client company: what each request with its certificates or sessions reads, and a search
 * within words, whatever the number of its contribution accounts.
 */
export type ClientBrief = z.infer<ReturnType<typeof clientBrief>>;

/** Reads the small row of a client company. */
export const parseClientBrief = rowParser('ClientBrief', 'clientBrief', clientBrief);
