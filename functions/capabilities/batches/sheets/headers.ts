import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';

/**
 * Headers as offices write them. A header that can only mean one column of an operation is accepted. Probable columns are
 * proposed, and a person decides.
 */

/** Columns of a sheet for the name of a row's worker, whole or in parts. The name is not part of its request. */
export const WORKER_NAME = [
  'trabajador',
  'trabajador.nombre',
  'trabajador.apellidos',
  'trabajador.apellido1',
  'trabajador.apellido2',
] as const;

/** Title of a column of names. Spanish. */
export const WORKER_NAME_TEXT: Record<(typeof WORKER_NAME)[number], string> = {
  trabajador: 'Nombre y apellidos, para compararlos con los del organismo',
  'trabajador.nombre': 'Nombre, para compararlo con el del organismo',
  'trabajador.apellidos': 'Apellidos, para compararlos con los del organismo',
  'trabajador.apellido1': 'Primer apellido, para compararlo con el del organismo',
  'trabajador.apellido2': 'Segundo apellido, para compararlo con el del organismo',
};

/** The name of a row's worker, from the columns that its sheet has. */
export const workerNameOf = (own: Readonly<Record<string, string>>): string | undefined =>
  WORKER_NAME.flatMap((header) => own[header] ?? []).join(' ') || undefined;

/** Title of a column, in Spanish: the beginning of its description. */
export const labelOf = ({ header, description }: Pick<Column, 'header' | 'description'>): string =>
  /^[^,:;.(]{3,80}(?=[,:;.(]|$)/.exec(description)?.[0].trim() ?? header;

/** Title of a column in the template, which begins with a capital. */
export const templateLabel = (column: Pick<Column, 'header' | 'description'>): string =>
  labelOf(column).replace(/^(.)/, (letter) => letter.toUpperCase());

/** Ways to write the header of a column. */
interface Synonyms {
  /** Whether they are synonyms of this column. */
  of: (column: Pick<Column, 'header' | 'description'>) => boolean;
  /** Headers that mean nothing else. */
  certain: string;
  /** Headers that may mean other columns, too, so that a person decides. */
  likely?: string;
}

const named =
  (...names: string[]): Synonyms['of'] =>
  ({ header }) =>
    names.some((name) => header === name || header.endsWith(`.${name}`)) && !OF_ANOTHER.test(header);
/** Columns about a person other than the row's worker, and entries of lists. */
const OF_ANOTHER = /representante|relevo|\.\d+\./i;

const dateOf =
  (what: RegExp): Synonyms['of'] =>
  ({ header, description }) =>
    /^fecha_(real|alta|baja)$/.test(header) && what.test(labelOf({ header, description }));

/** Several spellings are separated by `|`. */
const SYNONYMS: readonly Synonyms[] = [
  {
    of: named('dni', 'DNI_NIE'),
    certain:
      'DNI|NIE|DNI/NIE|DNI/NIF|NIF/NIE|DNI/NIF/NIE|DNI trabajador|DNI/NIE trabajador|NIF trabajador|documento de identidad|nº documento de identidad',
    likely: 'NIF|documento|nº documento|identificador|identificación',
  },
  {
    of: named('identificacion', 'docType'),
    certain: 'tipo documento|tipo doc.|tipo de documento de identidad|tipo identificación|clase documento',
    likely: 'documento|identificación',
  },
  {
    of: named('cif', 'CIF_NIF'),
    certain: 'CIF|CIF empresa|CIF/NIF empresa|NIF empresa|CIF/NIF',
    likely: 'NIF',
  },
  {
    of: named('nss', 'NumSS'),
    certain:
      'NSS|NAF|NUSS|afiliación|nº afiliación|nº afiliación Seguridad Social|nº afiliación SS|nº Seguridad Social|nº SS|nº afiliado|código de afiliación',
    likely: 'Seguridad Social|SS|nº',
  },
  { of: named('regimen'), certain: 'régimen|régimen SS|régimen cotización|régimen Seguridad Social' },
  {
    of: named('ccc', 'CCC', 'CODIGO_CUENTA_COTIZACION'),
    certain:
      'CCC|código CCC|CCC empresa|cuenta de cotización|cta. cotización|cta. de cotización|código cuenta de cotización|nº cuenta de cotización|nº patronal|número patronal',
    likely: 'cuenta|código de cuenta|patronal|nº inscripción',
  },
  {
    of: dateOf(/\balta\b/i),
    certain:
      'fecha alta|f. alta|fecha real alta|fecha alta trabajador|fecha alta Seguridad Social|fecha de alta SS',
    likely:
      'fecha|alta|fecha inicio|inicio|fecha real|fecha de incorporación|fecha antigüedad|fecha contrato|fecha efectos',
  },
  {
    of: dateOf(/\bbaja\b|despido/i),
    certain: 'fecha baja|f. baja|fecha real baja|fecha baja trabajador|fecha baja SS|fecha de despido',
    likely: 'fecha|baja|fecha fin|fin|fecha real|fecha cese|cese|último día|fecha efectos',
  },
  {
    of: ({ header, description }) =>
      /^(?:fecha_real|startDate)$/.test(header) && /variación/i.test(labelOf({ header, description })),
    certain: 'fecha variación|f. variación|fecha real variación|fecha del cambio',
    likely: 'fecha|fecha real|fecha efectos|fecha efecto|efectos',
  },
  {
    of: named('grupo_cotizacion', 'GrupoCotizacion', 'GRUPOCOTIZACIONSEGSOCIAL'),
    certain:
      'grupo cotización|grupo cot.|gr. cotización|grupo tarifa|grupo tarifa cotización|nº grupo de cotización',
    likely: 'grupo|tarifa|GC|categoría',
  },
  {
    of: named('tipo_contrato', 'contractType', 'codContract', 'TipoContrato'),
    certain: 'tipo contrato|clave contrato|código contrato|clave de tipo de contrato|cod. contrato',
    likely: 'contrato|contrato nuevo|nuevo contrato|modalidad|modalidad contrato',
  },
  {
    of: named('cno', 'occupation', 'CodProfesion', 'CODIGO_OCUPACION'),
    certain: 'CNO|CNO-11|CNO 2011|código CNO|ocupación CNO|ocupación (CNO)|código ocupación CNO',
    likely: 'ocupación|código ocupación|puesto|profesión',
  },
  {
    of: named('ocupacion'),
    certain: 'clave ocupación|ocupación (letra)',
    likely: 'ocupación|código ocupación',
  },
  {
    of: named('coeficiente'),
    certain:
      'coeficiente|CTP|coeficiente parcialidad|coef. parcialidad|coeficiente tiempo parcial|coef. tiempo parcial|coef. t. parcial',
    likely: 'parcialidad|% parcialidad|jornada|jornada nueva|nueva jornada|% jornada|porcentaje jornada',
  },
  {
    of: named('situacion'),
    certain: 'causa baja|clave baja|clave situación',
    likely: 'situación|motivo|motivo baja|causa',
  },
  {
    of: named('fecha_vacaciones'),
    certain: 'fin vacaciones|fecha fin vacaciones|f. fin vacaciones',
    likely: 'vacaciones',
  },
  { of: named('convenio'), certain: 'convenio|código convenio|cod. convenio|convenio colectivo' },
  { of: named('sexo', 'sex'), certain: 'sexo', likely: 'género' },
  {
    of: named('fnacimiento', 'dateOfBirth'),
    certain: 'fecha nacimiento|f. nacimiento|fecha nac.|f. nac.',
    likely: 'nacimiento',
  },
  { of: named('nationality'), certain: 'nacionalidad' },
  { of: named('nivelFormativo'), certain: 'nivel formativo', likely: 'estudios|nivel estudios|formación' },
  { of: named('municipality'), certain: 'municipio residencia', likely: 'municipio|localidad|población' },
  {
    of: ({ header, description }) => header === 'startDate' && /contrato/i.test(description),
    certain: 'fecha inicio contrato|f. inicio contrato|inicio contrato',
    likely: 'fecha|inicio|fecha inicio|fecha alta|fecha contrato',
  },
  {
    of: ({ header, description }) => /^(?:contrata\.)?endDate$/.test(header) && /contrato/i.test(description),
    certain: 'fecha fin contrato|f. fin contrato|fin contrato',
    likely: 'fin|fecha fin|vencimiento|fecha vencimiento|fecha baja',
  },
  { of: named('dias_trabajados'), certain: 'días trabajados' },
  { of: named('name', 'Nombre', 'trabajador.nombre'), certain: 'nombre|nombre trabajador' },
  {
    of: named('surname', 'Apellido1', 'trabajador.apellido1'),
    certain: 'apellido1|apellido 1|primer apellido|1er apellido|1º apellido',
  },
  { of: named('surname', 'Apellido1'), certain: '', likely: 'apellidos|apellido' },
  {
    of: named('lastSurname', 'Apellido2', 'trabajador.apellido2'),
    certain: 'apellido2|apellido 2|segundo apellido|2º apellido',
  },
  {
    of: ({ header, description }) => header === 'nombre' && /empresa/i.test(description),
    certain: 'empresa|nombre empresa|nombre de la empresa|cliente|nombre cliente|nombre o razón social',
    likely: 'razón social|denominación',
  },
  { of: named('razon_social'), certain: 'denominación social|nombre fiscal', likely: 'denominación' },
  { of: named('email'), certain: 'e-mail|correo|correo electrónico|email empresa|mail' },
  { of: named('codigo_postal'), certain: 'CP|C.P.|cód. postal' },
  { of: named('direccion'), certain: 'domicilio|domicilio social' },
  {
    of: named('external_id'),
    certain: 'código empresa|cod. empresa|nº empresa|código cliente|cod. cliente|nº cliente',
    likely: 'código|cod.|nº|número',
  },
  { of: named('trabajador.apellidos'), certain: 'apellidos|apellidos trabajador', likely: 'apellido' },
  {
    of: ({ header }) => header === 'trabajador',
    certain:
      'nombre y apellidos|apellidos y nombre|apellidos, nombre|nombre completo|trabajador|trabajador/a|empleado|empleado/a|nombre y apellidos trabajador|nombre y apellidos trabajador/a',
    likely: 'persona',
  },
];

const waysOf = (written: string): string[] => written.split('|').filter(Boolean);

/** The columns that a header can mean. */
export interface Meant {
  /** The only possible column. */
  certain?: string;
  /** The columns for a person to choose from, most likely first. */
  likely: string[];
}

/**
 * Returns a function that finds the columns that a header can mean, by their names, labels and synonyms.
 * @param columns all columns of an operation
 */
export const meaningFinder = (columns: readonly Pick<Column, 'header' | 'description'>[]) => {
  const certain = new Map<string, Set<string>>();
  const likely = new Map<string, Set<string>>();
  const add = (to: typeof certain, written: string, header: string) => {
    const key = spelled(written);
    to.set(key, (to.get(key) ?? new Set()).add(header));
  };
  const hasName = columns.some(
    ({ header }) => /(?:^|\.)(?:name|Nombre)$/.test(header) && !OF_ANOTHER.test(header),
  );
  // If an operation asks for the name itself, the name belongs to that field.
  const names = WORKER_NAME.filter((header) => !hasName || header === 'trabajador').map((header) => ({
    header: header as string,
    description: WORKER_NAME_TEXT[header],
  }));
  for (const column of [...columns, ...names]) {
    const { header } = column;
    add(certain, header, header);
    add(certain, labelOf(column), header);
    for (const { of, certain: sure, likely: maybe = '' } of SYNONYMS) {
      if (!of(column)) continue;
      for (const written of waysOf(sure)) add(certain, written, header);
      for (const written of waysOf(maybe)) add(likely, written, header);
    }
  }
  return (header: string): Meant => {
    const key = spelled(header);
    const sure = [...(certain.get(key) ?? [])];
    const all = [...new Set([...sure, ...(likely.get(key) ?? [])])];
    return all.length === 1 && sure.length === 1 ? { certain: sure[0]!, likely: [] } : { likely: all };
  };
};
