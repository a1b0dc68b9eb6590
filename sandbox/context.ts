import { type IsoDate, madridDay, madridTime } from './calendar.ts';
import type { Environment } from './portal.ts';
import type { Scenario } from './scenario.ts';
import type { Holder, State } from './state.ts';

/** The certificate's holder, and the scenario. */
export interface Requested {
  holder: Holder;
  scenario: Scenario | undefined;
}

/** The context of one request at a portal: its holder, its scenario, the time and the state. */
export class RequestContext {
  readonly holder: Holder;
  readonly scenario: Scenario | undefined;
  /** Whether something took effect in this request. */
  committed = false;
  readonly #environment: Environment;
  readonly #portal: string;

  /** @param portal its name in the counters */
  constructor(environment: Environment, portal: 'sepe' | 'tgss', { holder, scenario }: Requested) {
    this.#environment = environment;
    this.#portal = portal;
    this.holder = holder;
    this.scenario = scenario;
  }

  get state(): State {
    return this.#environment.state;
  }

  get today(): IsoDate {
    return madridDay(this.#environment.now());
  }

  /** `YYYY-MM-DDTHH:MM:SS` in Madrid. */
  get time(): string {
    return madridTime(this.#environment.now());
  }

  /** Counts a request that files, before it is accepted or refused. */
  countSubmission(kind: string): void {
    this.#environment.counters.countSubmission(`${this.#portal}.${kind}`);
  }

  /** Counts a filing that took effect. */
  countAccepted(kind: string): void {
    this.#environment.counters.countAccepted(`${this.#portal}.${kind}`);
    this.committed = true;
  }
}
