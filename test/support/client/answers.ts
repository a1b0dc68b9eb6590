import { groupsOf } from '../../../reference/groups.ts';
import { openApiDocument } from '../../../shared/derive/openapi.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { succeeded } from '../../../shared/kernel/envelope.ts';
import { emptyDataOf } from '../../../shared/operation/operation.ts';
import { missingFor } from '../../../shared/operation/planned.ts';

/**
 * The `operationId`, an answer with only the required properties, and the example of each operation that answers in the
 * envelope.
 */
export const examplesOfAnswers = (): [operationId: string, answer: object][] => {
  const groups = groupsOf({ standIns: true });
  const { paths } = JSON.parse(JSON.stringify(openApiDocument(groups, { scenarios: true })));
  return groups.flatMap((group) =>
    group.operations
      .filter((operation) => !operation.page && missingFor(operation) === undefined)
      .flatMap((operation) => {
        const { kind, example, method } = operation;
        const { operationId } = paths[addressOf(group, operation)][method.toLowerCase()];
        const empty = kind === 'resource' ? [] : [succeeded({ data: emptyDataOf(operation) })];
        const all = [...empty, succeeded({ data: example.response })];
        return all.map((answer): [string, object] => [operationId, answer]);
      }),
  );
};
