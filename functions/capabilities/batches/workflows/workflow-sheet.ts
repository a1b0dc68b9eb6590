import * as z from 'zod';
import { isRecord, unwrapped } from '../../../../shared/kernel/request-value.ts';
import { DRY_RUN_FIELD } from '../sheets/columns.ts';
import type { SheetOperation } from '../sheets/types.ts';
import { ALL_FILED, FROM_FIELD, WORKFLOWS, type Workflow, type WorkflowStep } from './workflows.ts';

/** The sheets of workflows, derived from the operations of their steps. */

/** A step with its operation. */
interface Placed {
  step: WorkflowStep;
  operation: SheetOperation;
}

/** The workflows whose operations are all given, as sheets describe them. */
export const workflowSheets = (operations: readonly SheetOperation[]): SheetOperation[] =>
  WORKFLOWS.flatMap((workflow) => {
    const steps = workflow.steps.flatMap((step) => {
      const operation = operations.find(({ id }) => id === step.operation);
      return operation ? [{ step, operation }] : [];
    });
    return steps.length === workflow.steps.length ? [sheetOf(workflow, steps)] : [];
  });

const sheetOf = ({ id, summary, steps: all }: Workflow, steps: Placed[]): SheetOperation => {
  const names = [...new Set(all.flatMap(({ shared }) => Object.values(shared).flatMap(({ of }) => of)))];
  const blocks = steps.map(({ step, operation }) => {
    const gone = new Set([DRY_RUN_FIELD, ...Object.keys(step.shared), ...(step.omits ?? [])]);
    const schema = without(operation.request, gone)!;
    return { step, schema: step.isOptional ? schema.optional() : schema, example: operation.example.request };
  });
  return {
    id,
    summary,
    request: z.object({
      [FROM_FIELD]: fromField(all),
      ...Object.fromEntries(names.map((name) => [name, sharedSchema(name, steps)])),
      ...Object.fromEntries(blocks.map(({ step, schema }) => [step.name, schema])),
    }),
    ignores: [],
    example: {
      request: {
        ...Object.fromEntries(names.map((name) => [name, exampleOf(name, steps)])),
        ...Object.fromEntries(
          blocks.map(({ step, schema, example }) => [
            step.name,
            { ...step.defaults, ...(only(schema, example) as object) },
          ]),
        ),
      },
      response: undefined,
    },
  };
};

const fromField = (steps: readonly WorkflowStep[]) => {
  const codes = Object.fromEntries([
    ...steps.slice(1).map(({ name }) => [name, `se empieza por ${name}; lo anterior ya está presentado`]),
    [ALL_FILED, 'todo está presentado: la fila no se tramita'],
  ]);
  return z
    .enum(Object.keys(codes), { error: `Debe ser uno de: ${Object.keys(codes).join(', ')}; o nada.` })
    .optional()
    .meta({
      description:
        'Paso por el que se empieza, si los anteriores ya se presentaron; vacío, por el primero. La hoja de resultados lo trae puesto.',
      codes,
    });
};

/** Path at which a step takes a field of the row unchanged. */
const pathIn = ({ shared }: WorkflowStep, name: string): string[] | undefined =>
  Object.entries(shared)
    .find(([, { of, codes }]) => of.length === 1 && of[0] === name && !codes)?.[0]
    .split('.');

/**
 * The schema of a field of the row, from the first step that has it. The field is required if a step that is always filed
 * requires it.
 */
const sharedSchema = (name: string, steps: Placed[]): z.core.$ZodType => {
  const found = steps.flatMap(({ step, operation }) => {
    const schema = schemaAt(operation.request, pathIn(step, name));
    return schema ? [{ schema, isNeeded: !step.isOptional && !z.safeParse(schema, undefined).success }] : [];
  });
  const needed = found.find(({ isNeeded }) => isNeeded);
  return needed ? needed.schema : z.optional(found[0]!.schema);
};

const schemaAt = (request: z.ZodObject, path: string[] | undefined): z.core.$ZodType | undefined =>
  path?.reduce<z.core.$ZodType | undefined>((schema, name) => {
    const inner = schema && unwrapped(schema);
    return inner instanceof z.ZodObject ? inner.shape[name] : undefined;
  }, request);

/** A schema without the fields at these dotted paths; `undefined` if no field is left. */
const without = (schema: z.core.$ZodType, gone: ReadonlySet<string>, path = ''): z.ZodType | undefined => {
  const inner = unwrapped(schema);
  const isReached = [...gone].some((one) => one.startsWith(path));
  if (!(inner instanceof z.ZodObject) || !isReached) return schema as z.ZodType;
  const shape = Object.entries(inner.shape).flatMap(([name, member]) => {
    const at = `${path}${name}`;
    const left = gone.has(at) ? undefined : without(member as z.core.$ZodType, gone, `${at}.`);
    return left ? [[name, left] as const] : [];
  });
  if (shape.length === 0) return undefined;
  const made = z.object(Object.fromEntries(shape));
  return z.safeParse(schema, undefined).success ? made.optional() : made;
};

/** The part of an example that belongs to the fields of a schema. */
const only = (schema: z.core.$ZodType, example: unknown): unknown => {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject) || !isRecord(example)) return example;
  return Object.fromEntries(
    Object.entries(inner.shape).flatMap(([name, member]) =>
      example[name] === undefined ? [] : [[name, only(member as z.core.$ZodType, example[name])]],
    ),
  );
};

const exampleOf = (name: string, steps: Placed[]): unknown => {
  for (const { step, operation } of steps) {
    const value = pathIn(step, name)?.reduce<unknown>(
      (inner, part) => (isRecord(inner) ? inner[part] : undefined),
      operation.example.request,
    );
    if (value !== undefined) return value;
  }
  return undefined;
};
