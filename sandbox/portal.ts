import type { IncomingHttpHeaders } from 'node:http';
import type { Counters } from './counters.ts';
import type { Scenario } from './scenario.ts';
import type { State } from './state.ts';

/** One request, after the client certificate was accepted. */
export interface Call {
  method: string;
  /** With one leading slash, however many were sent, and without `;jsessionid=` and the like. */
  path: string;
  /** Session in the path, after `;jsessionid=`; empty where there is none. */
  pathSession: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whose certificate it is. */
  nif: string;
  /** Whom it represents, where it is a representative's or a seal. */
  organisation?: string;
  scenario: Scenario | undefined;
}

/** What goes back. */
export interface Answer {
  /** 200 unless said otherwise. */
  status?: number;
  type: string;
  headers?: Record<string, string>;
  body: Uint8Array;
  /** Transaction the request belonged to, for the statistics. */
  transaction?: string;
  /** Whether this request changed something, so that scenario `lost-answer` knows where to cut. */
  committed?: boolean;
}

export type Route = (call: Call) => Answer | Promise<Answer>;

/** A stand-in authority: its name in the statistics, and what it answers at each path. */
export interface Portal {
  name: string;
  routes: Record<string, Route>;
}

/** What all stand-ins share: one population, one clock, one tally. */
export interface Environment {
  state: State;
  now(): Date;
  counters: Counters;
}
