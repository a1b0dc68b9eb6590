import { deployments } from '../functions/capabilities/deploys.ts';
import type { Grant } from '../shared/derive/grants.ts';
import type { Joined, Place } from '../shared/operation/operation.ts';
import type {
  DeployedFunction,
  DeployedVariable,
  Deployment,
  ReadRows,
  Right,
  StatedGrant,
} from './deployment.ts';
import type { ReadTable } from './observability/unread-changes.ts';

/** What capabilities deploy, from their list. The rest of `infra` names none of them. */

const all: Deployment[] = deployments;

/** The names in a member of any deployment. */
type NamesIn<Part extends keyof Deployment> = NamesOf<Extract<Listed, Record<Part, object>>[Part]>;
type Listed = (typeof deployments)[number];
type NamesOf<Members> = Members extends unknown ? keyof Members : never;

/** The rights that capabilities state, by grant. */
export const capabilityRights: Record<NamesIn<'rights'>, Right> = Object.assign(
  {},
  ...all.map(({ rights }) => rights),
);

/** Environment variables of capabilities. */
export const capabilityVariables: Record<NamesIn<'variables'>, DeployedVariable> = Object.assign(
  {},
  ...all.map(({ variables }) => variables),
);

/** The rows of capabilities in a table whose changes are read. */
export const capabilityRows = (table: ReadTable): ReadRows[] =>
  all.flatMap(({ changes }) => changes?.[table] ?? []);

/** The functions that capabilities add to those of the groups. */
export const capabilityFunctions: DeployedFunction[] = all.flatMap(({ functions = [] }) => functions);

const JOINED = 'joined:';

const isJoined = (grant: Grant): grant is Joined => grant.startsWith(JOINED);

/** The grants that have statements: those that capabilities state for a place are put in its stead. */
export const statedGrants = (grants: Grant[]): StatedGrant[] => [
  ...new Set(
    grants.flatMap((grant) =>
      isJoined(grant)
        ? all.flatMap(({ joins }) => joins?.[grant.slice(JOINED.length) as Place] ?? [])
        : [grant],
    ),
  ),
];
