import { XML_FILE } from '../../functions/reference/relative-dates.ts';
import { demoData } from '../../local/demo.ts';
import type { Group, Operation } from '../../shared/operation/operation.ts';
import { examplesOf, nameOf } from '../examples.ts';
import { type Before, FROM_EARLIER, unknownOutcome } from './flow.ts';

type Fields = Record<string, unknown>;

/** An operation with its address and the fields of its request. */
export interface Wanted {
  group: Group;
  operation: Operation;
  /** Method and address. */
  name: string;
  fields: Fields;
  /** Content of its XML file, with dates relative to today. */
  xml?: string;
  /** Requests that must be sent before it. */
  before: Before[];
}

/** Values that differ by account, by the environment's variable. */
const variables = (): Record<string, string> => {
  const { company, worker, newWorker } = demoData();
  return {
    [company.regimen]: 'regimen',
    [company.ccc]: 'ccc',
    [company.cif]: 'cif',
    [worker.nss]: 'nss',
    [worker.dni]: 'dni',
    [newWorker.nss]: 'newWorkerNss',
    [newWorker.dni]: 'newWorkerDni',
    'nominas@example.com': 'email',
    'una contraseña larga': 'password',
  };
};

/**
 * All operations with the sandbox's examples as requests. They are dry runs if the operation offers one, because a person who
 * tries a request must not file.
 */
export const wantedOf = (groups: Group[]): Wanted[] => {
  const examples = examplesOf(groups, { standIns: true });
  const named = variables();
  const withVariables = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, each) => (named[each] ? `{{${named[each]}}}` : each));
  const requestOf = (name: string) => withVariables(examples[name]!.request) as Fields;
  return groups.flatMap((group) =>
    group.operations.map((operation) => {
      const name = nameOf(group, operation);
      const isDry = operation.kind === 'submission' && operation.dryRun === 'confirmation';
      const fields = requestOf(name);
      for (const [field, value] of Object.entries(FROM_EARLIER[operation.id] ?? {}))
        if (field in operation.request.shape) fields[field] = value;
      const file = fields.file as { content?: string } | undefined;
      const xml = file?.content?.startsWith(XML_FILE) ? file.content.slice(XML_FILE.length) : undefined;
      if (xml !== undefined) fields.file = { ...file, content: '{{xmlFile}}' };
      const filed = (examples[name]!.before ?? []).map(({ title, request }) => ({
        name: title.match(/\((\S+ \S+)\)$/)![1]!,
        fields: withVariables(request) as Fields,
      }));
      return {
        group,
        operation,
        name,
        fields: { ...fields, ...(isDry && { test: 1 }) },
        ...(xml !== undefined && { xml }),
        before:
          operation.id === 'checkFiling'
            ? unknownOutcome(requestOf('POST /api/v4/seg-social/pract-no-remun'))
            : // The requests after the first find what the first one filed.
              ['listCesiones', 'removeCesion'].includes(operation.id)
              ? []
              : filed,
      };
    }),
  );
};
