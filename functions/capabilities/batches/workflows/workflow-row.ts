import { isRecord, withoutBlanks } from '../../../../shared/kernel/request-value.ts';
import { nearestName } from '../../../../shared/kernel/validation.ts';
import { DRY_RUN_FIELD } from '../sheets/columns.ts';
import { ALL_FILED, FROM_FIELD, type SharedField, type Workflow, type WorkflowStep } from './workflows.ts';

/** The submissions that a row of a workflow files. */
export interface WorkflowParts {
  steps: { step: WorkflowStep; body: Record<string, unknown> }[];
  /** Mistakes, with the names of the row's fields, joined by dots. Spanish. */
  mistakes: { column?: string; message: string }[];
  /** Defaults that were sent for fields that the row leaves out, by the row's field. */
  defaults: { column: string; value: string }[];
}

/** The row's field that provides a step's value at a dotted path. */
export const rowField = ({ name, shared }: WorkflowStep, path: string): string =>
  shared[path]?.of.at(-1) ?? `${name}.${path}`;

/** Splits a row of a workflow into its submissions, each with its whole request. */
export const partsOf = (workflow: Workflow, row: Record<string, unknown>): WorkflowParts => {
  const body = withoutBlanks(row) as Record<string, unknown>;
  const parts: WorkflowParts = { steps: [], mistakes: unknownFields(workflow, row), defaults: [] };
  const { [FROM_FIELD]: from } = body;
  const names = workflow.steps.map(({ name }) => name);
  const first = from === undefined ? 0 : names.indexOf(from as string);
  if (from === ALL_FILED) {
    const message = 'Todo lo de esta fila está ya presentado: quítela, o deje solo las demás.';
    return { ...parts, mistakes: [{ column: FROM_FIELD, message }] };
  }
  if (first < 0) {
    const message = `Debe ser uno de: ${[...names.slice(1), ALL_FILED].join(', ')}; o nada, para empezar por ${names[0]}.`;
    return { ...parts, mistakes: [{ column: FROM_FIELD, message }] };
  }
  for (const step of workflow.steps.slice(first)) {
    const block = body[step.name] ?? {};
    if (!isRecord(block)) {
      parts.mistakes.push({ column: step.name, message: 'Debe ser un objeto con los campos de ese paso.' });
      continue;
    }
    if (step.isOptional && isEmpty(block)) {
      if (step.name === from)
        parts.mistakes.push({ column: FROM_FIELD, message: `No hay datos de ${from}.` });
      continue;
    }
    parts.mistakes.push(...misplaced(step, block));
    parts.steps.push({ step, body: requestOf(step, block, body) });
    for (const [name, value] of Object.entries(step.defaults ?? {}))
      if (block[name] === undefined)
        parts.defaults.push({ column: `${step.name}.${name}`, value: String(value) });
  }
  return parts;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && Object.values(value).every(isEmpty));

const unknownFields = ({ steps }: Workflow, row: Record<string, unknown>): WorkflowParts['mistakes'] => {
  const known = [
    FROM_FIELD,
    ...steps.flatMap(({ name, shared }) => [name, ...Object.values(shared).flatMap(({ of }) => of)]),
  ];
  return Object.keys(row)
    .filter((name) => !known.includes(name))
    .map((column) => {
      const near = nearestName(column, known);
      const proposal = near ? ` ¿Quiso decir ${near}?` : '';
      return { column, message: `Campo desconocido en esta fila.${proposal}` };
    });
};

/** Mistakes for fields in a step's block that belong elsewhere in the row, or that a row does not have. */
const misplaced = (step: WorkflowStep, block: Record<string, unknown>): WorkflowParts['mistakes'] => [
  ...Object.entries(step.shared)
    .filter(([path]) => at(block, path.split('.')) !== undefined)
    .map(([path, { of }]) => ({
      column: `${step.name}.${path}`,
      message: `Se escribe una vez para toda la fila, en ${of.join(' y ')}.`,
    })),
  ...[DRY_RUN_FIELD, ...(step.omits ?? [])]
    .filter((name) => block[name] !== undefined)
    .map((name) => ({ column: `${step.name}.${name}`, message: 'No se indica en esta fila.' })),
];

const requestOf = (
  { shared, defaults }: WorkflowStep,
  block: Record<string, unknown>,
  row: Record<string, unknown>,
): Record<string, unknown> => {
  const request = { ...defaults, ...structuredClone(block) };
  for (const [path, field] of Object.entries(shared)) {
    const parents = path.split('.');
    const name = parents.pop()!;
    let target: Record<string, unknown> = request;
    // Objects without a value are added, too, so that the schema reports the missing field and not the whole object.
    for (const parent of parents) {
      if (!isRecord(target[parent])) target[parent] = {};
      target = target[parent] as Record<string, unknown>;
    }
    const value = sharedValue(field, row);
    if (value !== undefined) target[name] = value;
  }
  return request;
};

const sharedValue = ({ of, codes }: SharedField, row: Record<string, unknown>): unknown => {
  const values = of.map((name) => row[name]);
  if (values.some((value) => value === undefined)) return undefined;
  if (values.length > 1) return values.join('');
  const [value] = values;
  return codes?.[String(value)] ?? value;
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
