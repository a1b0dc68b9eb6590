import type { FormField } from '../../shared/fields.ts';

/** The heading under which a form shows each field. The keys are the interface's field names, in their several spellings. */

/** The headings, in the order in which an office thinks: company, worker, data. */
const GROUPS = ['Empresa', 'Trabajador', 'Datos'] as const;
type Group = (typeof GROUPS)[number];

const COMPANY = new Set(['regimen', 'ccc', 'cif', 'razon_social', 'nombre', 'authorized_num', 'cuenta']);
const WORKER = new Set([
  // The document comes first, because its kind follows from it, and often the number of the Seguridad Social, too.
  ...['dni', 'identificacion', 'docType', 'nss', 'name', 'surname', 'lastSurname', 'sexo', 'sex'],
  ...['fnacimiento', 'dateOfBirth', 'nationality', 'country', 'PAIS_RESIDENCIA', 'municipality'],
  'nivelFormativo',
]);

const groupOf = ({ name }: FormField): Group =>
  COMPANY.has(name) ? 'Empresa' : WORKER.has(name) ? 'Trabajador' : 'Datos';

/** Fields by heading, without empty headings. A single heading would say nothing, so it is `undefined`. */
export const inGroups = <Field extends FormField>(
  fields: readonly Field[],
): [heading: Group | undefined, fields: Field[]][] => {
  const fieldsByGroup = Map.groupBy(fields, groupOf);
  const groups = GROUPS.flatMap((name): [Group, Field[]][] => {
    const some = fieldsByGroup.get(name);
    if (!some) return [];
    const order = [...WORKER];
    const sorted =
      name === 'Trabajador' ? some.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) : some;
    return [[name, sorted]];
  });
  return groups.length > 1 ? groups : groups.map(([, some]) => [undefined, some]);
};
