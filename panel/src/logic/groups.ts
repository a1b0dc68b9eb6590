import type { FormField } from './fields.ts';

/** The heading under which a form shows each field. The keys are the interface's field names, in their several spellings. */

/** The headings, in the order in which an office thinks: where, who, what. */
const GROUPS = ['Empresa', 'Trabajador', 'Datos'] as const;
type Group = (typeof GROUPS)[number];

const COMPANY = new Set(['regimen', 'ccc', 'cif', 'authorized_num', 'cuenta']);
const WORKER = new Set([
  // The document comes first: its kind follows from it, and often the number.
  ...['dni', 'identificacion', 'docType', 'nss', 'name', 'surname', 'lastSurname', 'sexo', 'sex'],
  ...['fnacimiento', 'dateOfBirth', 'nationality', 'country', 'PAIS_RESIDENCIA', 'municipality'],
  'nivelFormativo',
]);

const groupOf = ({ name }: FormField): Group =>
  COMPANY.has(name) ? 'Empresa' : WORKER.has(name) ? 'Trabajador' : 'Datos';

/** Fields by their headings, those without fields left out. One heading alone would say nothing: it is `undefined` then. */
export const inGroups = <Field extends FormField>(
  fields: readonly Field[],
): [heading: Group | undefined, fields: Field[]][] => {
  const found = Map.groupBy(fields, groupOf);
  const groups = GROUPS.flatMap((name): [Group, Field[]][] => {
    const some = found.get(name);
    if (!some) return [];
    const order = [...WORKER];
    const sorted =
      name === 'Trabajador' ? some.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) : some;
    return [[name, sorted]];
  });
  return groups.length > 1 ? groups : groups.map(([, some]) => [undefined, some]);
};
