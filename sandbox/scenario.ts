/** Scenarios that the header `X-Sandbox-Scenario` selects. */

export const SCENARIOS = [
  'error-page', // HTTP 500 at once
  'maintenance', // HTTP 503 at once
  'slow', // the answer comes late
  'lost-answer', // the filing takes effect, then the connection is closed
  'no-duplicate', // filed and accepted, without its document
  'no-duplicate-no-ta', // the same, and the document cannot be found later
  'refused', // the first data screen is refused; at the tax agency, the signed request, or the page to sign for a notification
  'large-document', // documents are larger than an answer of the gateway can hold
  'long-report', // a life work report of an account for more than 31 days is too long to be sent
  'choose-user', // every dialog of the social security asks which authorised user acts
  'newest-pages', // the social security shows the data of a worker in their newest form, which some programs read
  'in-debt', // the social security certifies that the account has debts
  'never-ready', // a document that needs preparation never gets ready
] as const;

export type Scenario = (typeof SCENARIOS)[number];

/** Whether a filing is accepted without its document. */
export const withholdsDocument = (scenario: Scenario | undefined): boolean =>
  scenario === 'no-duplicate' || scenario === 'no-duplicate-no-ta';

/** The scenario that a header names; undefined for any other value. */
export const scenarioOf = (header: string | string[] | undefined): Scenario | undefined =>
  SCENARIOS.find((scenario) => scenario === header);

/** Faults of every request: a scenario; `cut`, the connection closes before the answer; `down`, no connection is accepted. */
export const OUTAGES = [...SCENARIOS, 'cut', 'down'] as const;

export type Outage = (typeof OUTAGES)[number];
