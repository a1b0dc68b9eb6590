import * as accounts from './accounts.ts';
import * as certificates from './certificates.ts';
import * as clients from './clients.ts';
import * as links from './links.ts';
import * as passwordLinks from './password-links.ts';
import * as passwords from './passwords.ts';
import * as sessions from './sessions.ts';
import * as signIns from './sign-ins.ts';

/** The stores that operations reach through their ports. */
export const stores = { accounts, certificates, clients, links, passwordLinks, passwords, sessions, signIns };

export type Stores = typeof stores;
