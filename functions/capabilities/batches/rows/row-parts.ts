import * as z from 'zod';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { partsOf, rowField } from '../workflows/workflow-row.ts';
import type { Workflow, WorkflowStep } from '../workflows/workflows.ts';
import { AGREEMENT, FILLED_WHERE_NEEDED, type Filling } from './fill.ts';
import type { Filled, Remark } from './row.ts';
import { CERT_SECRET, CERT_SECRET_SEPE, remarksOf } from './row-columns.ts';
import { type Listed, submissionNamed } from './submissions.ts';

/** The submissions for which a row stands, with the values that the account has. */

/** What divides rows. */
interface Dividing {
  all: Listed[];
  filling: Filling;
}

/** A submission of a row, which is not checked yet. */
export interface RowPart {
  listed: Listed;
  body: Record<string, unknown>;
  /** The step, if the row is of a workflow. */
  step?: WorkflowStep;
}

/** The submissions of a row, with what was filled in, and the mistakes in their division. */
export interface RowParts {
  parts: RowPart[];
  mistakes: Remark[];
  filled: Filled[];
}

/** The submission of a row that files one. */
export const singlePart = async (
  { filling }: Dividing,
  listed: Listed,
  sent: Record<string, unknown>,
): Promise<RowParts> => {
  const { shape } = listed.operation.request;
  const fields = FILLED_WHERE_NEEDED.filter(
    (name) => name in shape && !z.safeParse(shape[name] as z.ZodType, undefined).success,
  );
  const { body, filled } = await filling.fill(sent, AGREEMENT in shape ? [...fields, AGREEMENT] : fields);
  return { parts: [{ listed, body }], mistakes: [], filled };
};

/** The submissions of a row of a workflow. */
export const workflowParts = async (
  { all, filling }: Dividing,
  workflow: Workflow,
  sent: Record<string, unknown>,
): Promise<RowParts> => {
  const listedOf = ({ operation }: WorkflowStep) => submissionNamed(all, operation)!;
  try {
    // Fields are filled in only for the steps that will be filed.
    const fields = partsOf(workflow, sent).steps.flatMap(({ step }) => [
      ...Object.values(step.shared).flatMap(({ of: fieldsOfRow }) => fieldsOfRow),
      ...(AGREEMENT in listedOf(step).operation.request.shape ? [`${step.name}.${AGREEMENT}`] : []),
    ]);
    const filledFields = [...new Set(fields)].filter(
      (path) => FILLED_WHERE_NEEDED.includes(path) || path.endsWith(`.${AGREEMENT}`),
    );
    const { body, filled } = await filling.fill(sent, filledFields);
    const { steps, mistakes, defaults } = partsOf(workflow, body);
    return {
      parts: steps.map(({ step, body }) => ({ step, listed: listedOf(step), body })),
      mistakes,
      filled: [...filled, ...defaults.map((value): Filled => ({ ...value, from: 'workflow' }))],
    };
  } catch (error) {
    // The request nests too deeply, or has too many values.
    if (!(error instanceof ServiceError)) throw error;
    return { parts: [], mistakes: remarksOf(error), filled: [] };
  }
};

/** A mistake of a submission, with the field of the row. */
export const inRow = ({ step, listed }: RowPart, { column, message }: Remark): Remark => {
  if (!step) return { message, ...(column !== undefined && { column }) };
  const { name } = step;
  if (column === undefined) return { message: `${name}: ${message}` };
  const isSepe = listed.operation.authority === 'sepe';
  if (column === CERT_SECRET) return { column: isSepe ? CERT_SECRET_SEPE : column, message };
  return { column: rowField(step, column), message };
};
