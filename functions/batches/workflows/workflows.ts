/**
 * Submissions that belong together: one row files them one after another. What means the same in several of them is a field
 * of the row, written once; the rest is in the block of its step, with the names that the step's operation has.
 */

/** A field of a step that the row has for all of its steps. */
export interface SharedField {
  /** Fields of the row; the texts of several are joined. */
  of: readonly string[];
  /** Codes of the step by codes of the row; any other value stays as it is. */
  codes?: Readonly<Record<string, string>>;
}

/** A submission of a workflow. */
export interface WorkflowStep {
  /** Its block in the row. Spanish: an office reads it as the beginning of headers. */
  name: string;
  /** Id of its operation. */
  operation: string;
  /** It is filed where its block has anything. */
  isOptional?: true;
  /** Its authority can only try it after the step before was filed. */
  isTriedAtFiling?: true;
  /** By dotted path in its request. */
  shared: Readonly<Record<string, SharedField>>;
  /** Fields of its operation that a row does not have: another step says it, or only the authority's answer to one. */
  omits?: readonly string[];
  /** Values of fields that its block leaves out. */
  defaults?: Readonly<Record<string, unknown>>;
}

/** Submissions that one row files, in this order. */
export interface Workflow {
  id: string;
  /** Spanish. */
  summary: string;
  steps: readonly WorkflowStep[];
}

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { of: [name] }]));

/** The kind of document in SEPE's codes, from the code of the TGSS. */
const DOC_TYPE = { of: ['identificacion'], codes: { '1': 'D', '2': 'W', '6': 'E' } };

export const WORKFLOWS: readonly Workflow[] = [
  {
    id: 'hire',
    summary: 'Contratar a un trabajador: alta, contrato y copia básica',
    steps: [
      {
        name: 'alta',
        operation: 'registerEmployee',
        shared: same('regimen', 'ccc', 'nss', 'identificacion', 'dni', 'fecha_real', 'cno', 'duplicate'),
        // The contribution data belong to a hiring, and TGSS gives them with the registration.
        defaults: { obtener_idc: 1 },
      },
      {
        name: 'contrata',
        operation: 'notifyContract',
        shared: {
          ...same('cif', 'regimen', 'ccc', 'nss', 'dni', 'duplicate'),
          docType: DOC_TYPE,
          startDate: { of: ['fecha_real'] },
          occupation: { of: ['cno'] },
        },
        omits: ['copyBasic'],
      },
      {
        name: 'copia',
        operation: 'createBasicCopy',
        isOptional: true,
        // SEPE must have the contract.
        isTriedAtFiling: true,
        shared: {
          ...same('cif', 'dni', 'duplicate'),
          docType: DOC_TYPE,
          startDate: { of: ['fecha_real'] },
        },
        omits: ['sepeId'],
      },
    ],
  },
  {
    id: 'leave',
    summary: 'Dar de baja a un trabajador, con su certificado de empresa',
    steps: [
      {
        name: 'baja',
        operation: 'deregisterEmployee',
        shared: same('regimen', 'ccc', 'nss', 'identificacion', 'dni', 'fecha_real', 'duplicate'),
      },
      {
        name: 'certificado',
        operation: 'fileCompanyCertificate',
        isOptional: true,
        shared: {
          'Datos_Empresa.CIF_NIF': { of: ['cif'] },
          'Datos_Empresa.CCC': { of: ['regimen', 'ccc'] },
          'Datos_Trabajador.DNI_NIE': { of: ['dni'] },
          'Datos_Trabajador.NumSS': { of: ['nss'] },
          'Datos_Trabajador.FechaSuspensionExtincion': { of: ['fecha_real'] },
        },
      },
    ],
  },
];

/** The field of a row that names the step to continue from; earlier steps were filed. */
export const FROM_FIELD = 'desde';
/** In place of a step: all was filed. */
export const ALL_FILED = 'fin';

/** The workflow with this id, if there is one. */
export const workflowNamed = (id: string): Workflow | undefined =>
  WORKFLOWS.find((workflow) => workflow.id === id);
