import { deployments } from '../functions/capabilities/deploys.ts';
import type { DeployedFunction, DeployedVariable, Deployment, ReadRows, Right } from './deployment.ts';
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

/** The functions that capabilities add to those of the groups. Their grants include what other capabilities join in. */
export const capabilityFunctions: DeployedFunction[] = all
  .flatMap(({ functions = [] }) => functions)
  .map((deployed) => ({
    ...deployed,
    grants: [...deployed.grants, ...all.flatMap(({ joins }) => joins?.[deployed.name] ?? [])],
  }));
