/**
 * Submissions that belong together: one row files them one after another. A value that several of them share is one field of
 * the row. The other fields are in the block of their step, under the names that the step's operation has.
 */

/** A field of a step that the row has for all of its steps. */
export interface SharedField {
  /** Fields of the row. The texts of several fields are joined. */
  of: readonly string[];
  /** Codes of the step by codes of the row. Any other value stays as it is. */
  codes?: Readonly<Record<string, string>>;
}

/** A submission of a workflow. */
export interface WorkflowStep {
  /** Name of its block in the row. Spanish, because offices read it at the beginning of headers. */
  name: string;
  /** Id of its operation. */
  operation: string;
  /** Whether it is filed only if its block has any value. */
  isOptional?: true;
  /** Its authority can only try it after the previous step was filed. */
  isTriedAtFiling?: true;
  /** The shared fields, by dotted path in its request. */
  shared: Readonly<Record<string, SharedField>>;
  /**
   * Fields of its operation that a row does not have, because another step, or only the authority's answer to one, provides
   * them.
   */
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

/** The kind of document in SEPE's codes, from the TGSS's code. */
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
        // Hiring includes the document with the contribution data, which TGSS gives with the registration.
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
        // SEPE must have received the contract before.
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
/** In place of a step: all steps were filed. */
export const ALL_FILED = 'fin';

/** The workflow with this id, if there is one. */
export const workflowNamed = (id: string): Workflow | undefined =>
  WORKFLOWS.find((workflow) => workflow.id === id);
