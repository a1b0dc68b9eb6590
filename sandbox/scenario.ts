/** What a request can ask the stand-ins to do amiss, in header `X-Sandbox-Scenario`. */

const SCENARIOS = [
  'error-page', // HTTP 500 at once
  'maintenance', // HTTP 503 at once
  'slow', // the answer comes late
  'lost-answer', // what is filed takes effect, then the connection is cut
  'no-duplicate', // filed and accepted, without its document
  'no-duplicate-no-ta', // the same, and looking the document up finds nothing
  'refused', // the first data screen is refused; at the tax agency, the signed request
  'never-ready', // what is prepared until it can be picked up stays in preparation
] as const;

export type Scenario = (typeof SCENARIOS)[number];

/** The scenario a header names; any other value is none. */
export const scenarioOf = (header: string | string[] | undefined): Scenario | undefined =>
  SCENARIOS.find((scenario) => scenario === header);
