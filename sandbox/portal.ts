import type { IncomingHttpHeaders } from 'node:http';
import type { Counters } from './counters.ts';
import type { Scenario } from './scenario.ts';
import type { State } from './state.ts';

/** One request, after the client certificate was accepted. */
export interface Call {
  method: string;
  /** Path with exactly one leading slash, without `;jsessionid=` and other parameters. */
  path: string;
  /** Session in the path, after `;jsessionid=`; empty if there is none. */
  pathSession: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** NIF of the certificate's holder. */
  nif: string;
  /** NIF of the represented organisation, if the certificate is a representative's or a seal. */
  organisation?: string;
  /** SHA-256 of the certificate, as Node writes it. */
  fingerprint: string;
  scenario: Scenario | undefined;
}

/** A request to a page that needs no certificate. */
export type AnonymousCall = Omit<Call, 'nif' | 'organisation' | 'fingerprint'>;

/** The response. */
export interface Answer {
  /** 200 by default. */
  status?: number;
  type: string;
  headers?: Record<string, string>;
  body: Uint8Array;
  /** Transaction of the request, for the counters. */
  transaction?: string;
  /** Whether this request changed something. Scenario `lost-answer` then closes the connection. */
  committed?: boolean;
}

export type Route = (call: Call) => Answer | Promise<Answer>;

/** A stand-in authority: its name in the counters, and its routes by path. */
export interface Portal {
  name: string;
  routes: Record<string, Route>;
  /** Routes that need no certificate. */
  anonymous?: Record<string, (call: AnonymousCall) => Answer>;
}

/** Shared by all stand-ins: state, clock and counters. */
export interface Environment {
  state: State;
  /** Time of the world, which may be some days ahead. */
  now(): Date;
  /** The real time. */
  clock(): Date;
  counters: Counters;
}
