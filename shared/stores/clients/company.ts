import * as z from 'zod';
import { rowParser } from '../dynamo/row-parser.ts';
import { type ClientBrief, clientBrief } from './brief.ts';
import { searchText, textOf } from './words.ts';

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
    /** ISO instant. */
    addedAt: z.string(),
  });

/** A contribution account (cuenta de cotización) of a client company. */
export type ContributionAccount = z.infer<ReturnType<typeof contributionAccount>>;

/** A contribution account as the integrator sends it. */
export type NewContributionAccount = Omit<ContributionAccount, 'id' | 'addedAt'>;

/** Most contribution accounts of a client. Its row contains them. */
export const MAX_CONTRIBUTION_ACCOUNTS = 500;

const clientDetails = () =>
  z.object({
    name: z.string(),
    /** The e-mail to sign in with; absent if the office saved it without one, and so without access. */
    email: z.string().optional(),
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

/** Properties of a client company that the integrator gives. */
export type ClientDetails = z.infer<ReturnType<typeof clientDetails>>;

/** A client company as the integrator sends it: who can sign in has an e-mail. */
export type NewClient = Omit<ClientDetails, 'email'> & { accounts: NewContributionAccount[] } & (
    | {
        email: string;
        /** Makes it a user who can sign in; without a password, after the user has made one. */
        access?: { password?: string };
      }
    | { email?: undefined; access?: undefined }
  );

const clientRecord = () =>
  clientDetails().extend({
    id: z.int(),
    /** Contribution accounts by régimen and ccc, so that the same one cannot be there twice. */
    accounts: z.record(z.string(), contributionAccount()),
    /** Its user; absent where it was created without access. */
    userId: z.string().optional(),
    /** ISO instant. */
    createdAt: z.string(),
  });

/** All that is known of a client company, but whether it is active. */
export type ClientRecord = z.infer<ReturnType<typeof clientRecord>>;

/** Reads the record of a client company. */
export const parseClientRecord = rowParser('ClientRecord', 'client', clientRecord);

/** Reads the id alone from the record of a client company. */
export const parseClientId = rowParser('ClientRecord', 'client', () => z.object({ id: z.int() }));

/** The brief of a new client company. */
export const newBrief = (client: ClientDetails, made: Date) => ({
  active: true,
  cif: client.cif,
  at: made.getTime(),
  text: searchText(client),
});

const listedClient = () =>
  clientBrief()
    .extend({
      /** Its id. */
      sk: z.string(),
      /** When it was made, in milliseconds since the epoch. */
      at: z.int(),
      /** Search text without the CIF, see `searchText`. */
      text: z.string(),
    })
    .transform(({ sk, active, cif, at, text }) => ({
      id: Number(sk),
      active,
      cif,
      at,
      text: textOf(cif, text),
    }));

/** A client company as lists and searches read it: its brief and its search text. */
export type ListedClient = z.infer<ReturnType<typeof listedClient>>;

/** Reads the brief of a client company with all that it has. */
export const parseListedClient = rowParser('ListedClient', 'clientBrief', listedClient);

/** A client company of an account. */
export type Client = ClientRecord & Pick<ClientBrief, 'active'>;
