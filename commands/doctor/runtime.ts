import { RUNTIME_OF } from '../../infra/runtime.ts';
import { type Finding, ok, problem } from './check.ts';
import { ofType, type Template } from './quotas.ts';

/** Days after which the version of the runtime must be renewed: Node publishes security releases about once a month. */
const PATCH_DAYS = 45;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Checks whether a stage that keeps the version of its runtime is due for a newer one. */
export const lookAtRuntimePatch = (templates: Template[], now: Date): Finding => {
  const day = ofType(templates, 'Lambda::Function')
    .map(({ Properties }) => String(Properties.Description ?? ''))
    .find((text) => text.startsWith(RUNTIME_OF))
    ?.slice(RUNTIME_OF.length, RUNTIME_OF.length + 10);
  if (!day) return ok('AWS updates the runtime of functions by itself.');
  return now.getTime() - Date.parse(day) <= PATCH_DAYS * DAY_MS
    ? ok(`The runtime of functions is of ${day} or later, and changes only with a deployment.`)
    : problem(
        `The runtime of functions may be as old as ${day}, and AWS does not update it. Set runtimePatched to today in cdk.json, ` +
          'and deploy (docs/operations.md).',
      );
};
