import { type Authority, type Kind, type Phase, TIMES } from './model.ts';
import { type Environment, phaseAt } from './world.ts';

/**
 * What a caller is answered.
 * - `served`: 200. - `limited`: 429, above the limit of the interface. - `gateway`: 429 of API Gateway. - `throttled`: 500,
 * no function could be started. - `down`: 503, with `Retry-After`. - `error`: 500, the authority's error page. - `late`: 504,
 * nothing was filed. - `unknown`: 502, sent and without an answer.
 */
export const ANSWERS = [
  'served',
  'limited',
  'gateway',
  'throttled',
  'down',
  'error',
  'late',
  'unknown',
] as const;
export type AnswerKind = (typeof ANSWERS)[number];

/** A request that an environment makes at an authority. Times are in milliseconds of the run. */
interface Asking {
  environment: Environment;
  kind: Kind;
  certificate: number;
  from: number;
}

/** How requests come out that are made at authorities in these phases. */
export const askerOf = (world: {
  random: () => number;
  phases: Record<Authority, Phase[]>;
  /** A secret is read. */
  onSecret(at: number): void;
  /** An authority is asked. */
  onPage(authority: Authority, at: number): void;
}) => {
  const { random, phases } = world;
  const pageTime = (): number => {
    const { median, spread } = TIMES.page;
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return median * Math.exp(spread * normal);
  };

  /** How long a function works on it, and what the caller is answered. */
  return ({ environment, kind, certificate, from }: Asking): { milliseconds: number; told: AnswerKind } => {
    const { authority, commitsAfter } = kind;
    let spent = TIMES.own + (commitsAfter === undefined ? 0 : TIMES.filing);
    if (!authority) return { milliseconds: spent, told: 'served' };
    if (environment.isOpen(authority, from)) return { milliseconds: TIMES.own, told: 'down' };
    if (environment.needsSecret(certificate, from)) {
      spent += TIMES.secret;
      world.onSecret(from);
    }
    if (environment.needsHandshake(authority, certificate, from)) spent += TIMES.handshake;
    const [first, next] = kind.pages;
    const pages = authority === 'sepe' && environment.hasLogIn(certificate) ? next : first;
    const commit = commitsAfter === undefined ? -1 : Math.ceil(pages * commitsAfter);
    const end = (told: AnswerKind, isFailing: boolean) => {
      environment.note(authority, isFailing, from + spent);
      return { milliseconds: spent, told };
    };
    for (let page = 0; page < pages; page++) {
      const { slow = 1, fails } = phaseAt(phases[authority], from + spent);
      // After what files, only the document is missing.
      const isFiled = commit >= 0 && page > commit;
      if (fails === 'connection') {
        spent = Math.min(TIMES.deadline, spent + TIMES.unreachable);
        return end(isFiled ? 'served' : 'down', true);
      }
      const takes = pageTime() * slow;
      const left = TIMES.deadline - spent - (page === commit ? TIMES.lookUp : 0);
      // Too late to be sent at all: nothing was filed.
      if (page === commit && left < TIMES.commitNeeds) return end('late', false);
      world.onPage(authority, from + spent);
      if (takes > left) {
        spent = TIMES.deadline;
        return end(page === commit ? 'unknown' : isFiled ? 'served' : 'late', takes > TIMES.atFault);
      }
      spent += takes;
      if (fails === 'pages') return end(page === commit ? 'unknown' : isFiled ? 'served' : 'error', true);
    }
    environment.wasAsked(authority, certificate, from + spent);
    if (authority === 'sepe') environment.keepLogIn(certificate);
    return end('served', false);
  };
};
