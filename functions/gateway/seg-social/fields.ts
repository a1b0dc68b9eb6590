import * as z from 'zod';
import { fileObject } from '../../../shared/kernel/document.ts';
import {
  asText,
  ccc,
  code,
  date,
  digits,
  digitsFault,
  digitsUpTo,
  dni,
  duplicate,
  identificacion,
  notZeros,
  nss,
  regimen,
  STRING_OR_INTEGER,
  test,
} from '../../../shared/kernel/fields.ts';
import { onlyWith } from '../../../shared/kernel/rules.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';

/** Description of a dry run, if it is not known whether the authority's form files at once. */
export const DRY_RUN_BEFORE_FORM =
  'Con test=1 se abre la aplicación de la Seguridad Social y se termina antes de enviar el ' +
  'formulario, porque enviarlo podría presentarlo. Los datos no se comprueban.';

/** Why causes of peculiarities are neither listed nor annotated. */
export const PECULIARITY_CAUSES_UNKNOWN =
  'no es público con qué transacción de la Seguridad Social se anotan las causas de peculiaridades de una cuenta, ni sus pantallas';

/** The contribution account and the worker, which most operations of the group need. */
export const cccAndWorker = { regimen, ccc, nss, identificacion, dni };

export const grupoCotizacion = notZeros(digitsUpTo(2, 'Grupo de cotización.')).meta({ codeList: 'groups' });
/** 000 is a contract: of members of boards and co-operatives. */
export const tipoContrato = digits(3, 'Clave del contrato.').meta({ codeList: 'contracts' });
export const convenio = notZeros(digits(14, 'Convenio colectivo.')).meta({ codeList: 'agreements' });
export const cno = notZeros(digitsUpTo(4, 'Ocupación según la CNO.')).meta({ codeList: 'occupations' });
export const categoryProfessional = notZeros(digits(7, 'Categoría profesional; solo régimen 0112.'));
/** The scheme of artists. */
export const ARTISTS = '0112';
/** Only that scheme has professional categories. */
export const categoryIsForArtists = onlyWith('category_professional', 'el régimen 0112', {
  regimen: [ARTISTS],
});
export const coeficiente = digitsUpTo(3, 'Coeficiente de tiempo parcial, en milésimas.').meta({
  workingShare: 'absent',
});
export const ocupacion = z
  .string({ error: 'Debe ser un texto.' })
  .trim()
  .regex(/^[A-Za-z]$/, { error: 'Debe ser una sola letra, como a (trabajos exclusivos de oficina).' })
  .meta({ description: 'Clave de ocupación, por ejemplo a (trabajos exclusivos de oficina).' });
export const cesionTipo = code(
  {
    '01': 'enclave laboral',
    '02': 'empresa de trabajo temporal',
    '03': 'contrata o subcontrata',
    '04': 'gestión náutica',
  },
  'Tipo de cesión: 01 enclave laboral, 02 ETT, 03 contrata o subcontrata, 04 gestión náutica.',
);

/** `data` of operations that may return a document and the contribution data report. */
export const fileAndIdc = z.object({
  file: fileObject.optional().meta({ description: 'Documento.', askedBy: ['duplicate'] }),
  idc: fileObject
    .optional()
    .meta({ description: 'Informe de datos para la cotización.', askedBy: ['obtener_idc'] }),
});

/** `data` of operations that may return a document. */
export const withOptionalFile = fileAndIdc.pick({ file: true });

/** Common fields of all changes of a registration. The kind of `dni` follows from its form. */
export const changeOf = {
  test,
  regimen,
  ccc,
  nss,
  dni,
  fecha_real: date('Fecha real de la variación.'),
  duplicate,
};

/** A number for which the interface gives the largest width: zeros may be missing, as in an integer. */
export const upTo = <S extends z.ZodType>(width: number, schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^\d+$/.test(value) && value.length < width ? Number(value) : value,
    schema,
  );

/** Number of an authorised user of the online system, which has no fixed width. */
export const authorisedNumber = (description: string) =>
  asText(
    z
      .string({ error: 'Debe ser un número.' })
      .regex(/^\d{1,10}$/, {
        error: digitsFault('Solo admite cifras, 10 como máximo.', 'Debe tener como máximo 10 dígitos.'),
      })
      .meta({ description, ...STRING_OR_INTEGER }),
  );

/** An identity for examples only. */
export const exampleWorker = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000097',
  identificacion: '1',
  dni: '12345678Z',
} as const;

/** Parts of it: without the kind of document; the contribution account with the worker's number; and alone. */
const { identificacion: _, ...withoutKind } = exampleWorker;
const { dni: __, ...inAccount } = withoutKind;
const { nss: ___, ...account } = inAccount;

export { account as exampleCcc, inAccount as exampleInAccount, withoutKind as exampleWorkerWithoutKind };

/** Who a person is to the Seguridad Social. */
export const identity = z.object({
  nss: answerText('Número de la Seguridad Social.'),
  identificacion: answerText('Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE.'),
  dni: answerText('Documento.'),
  nombres: answerText('Nombre; vacío si no lo da.'),
  apellidos: answerText('Apellidos; vacíos si no los da.'),
});

/** A person for examples only. */
export const exampleIdentity = {
  nss: exampleWorker.nss,
  identificacion: '1',
  dni: exampleWorker.dni,
  nombres: 'ANA',
  apellidos: 'GARCIA LOPEZ',
};

/** A specific condition of contribution (peculiaridad de cotización). */
const specificCondition = z.object({
  tramo: answerText('Tramo.'),
  titulo: answerText('Título.'),
  tipo_peculiaridad: answerText('Código de la peculiaridad.'),
  tipo_peculiaridad_desc: answerText('Peculiaridad.'),
  colectivo_incentivado: answerText('Código del colectivo incentivado.'),
  colectivo_incentivado_desc: answerText('Colectivo incentivado.'),
  porcentaje: answerText('Porcentaje.'),
  fecha_desde: answerText('Desde.'),
  fecha_hasta: answerText('Hasta.'),
  fraccion_cuota: answerText('Código de la fracción de cuota.'),
  fraccion_cuota_desc: answerText('Fracción de cuota.'),
  legislacion: answerText('Código de la legislación.'),
  legislacion_desc: answerText('Legislación.'),
  cuantia: answerText('Cuantía, con coma decimal.'),
});

/** One situation of a worker in a contribution account. All values are texts, empty if the authority has no value. */
export const situationRecord = z
  .object({
    nss: answerText('Número de la Seguridad Social.'),
    identificacion: answerText('Tipo de documento.'),
    dni: answerText('Documento.'),
    fnacimiento: answerText('Fecha de nacimiento, AAAA-MM-DD.'),
    sexo: answerText('M hombre, F mujer.'),
    nombres: answerText('Nombre.'),
    apellidos: answerText('Apellidos.'),
    tlf: answerText('Teléfono.'),
    regimen: answerText('Régimen.'),
    ccc: answerText('Cuenta de cotización.'),
    situacion: answerText('Clave de situación, por ejemplo 01.'),
    situacion_text: answerText('Situación en texto.'),
    grupo_cotizacion: answerText('Grupo de cotización.'),
    grupo_cotizacion_text: answerText('Grupo de cotización en texto.'),
    tipo_contrato: answerText('Clave del contrato.'),
    coef: answerText('Coeficiente de tiempo parcial.'),
    cno: answerText('CNO.').meta({ askedBy: ['getDatos'] }),
    category_professional: answerText('Categoría profesional.'),
    worker_collective: answerText('Colectivo de trabajadores.'),
    fecha_alta: answerText('Fecha real de alta, AAAA-MM-DD.'),
    fecha_baja: answerText('Fecha real de baja, AAAA-MM-DD; vacía si sigue de alta.'),
    convenio: answerText('Convenio colectivo.')
      .optional()
      .meta({ askedBy: ['getConvenio'] }),
    pl: z.array(specificCondition).meta({ description: 'Peculiaridades.', askedBy: ['pl_period'] }),
  })
  .meta({ id: 'EmployeeSituation' });

/** A bank account for examples only: the one with which the IBAN is explained. */
export const exampleAccount = {
  iban: 'ES91',
  entidad: '2100',
  oficina: '0418',
  dcnc: '4502',
  num1: '0005',
  num2: '1332',
  tipo: '9',
  cif: 'B12345674',
  titular: 'CONSTRUCCIONES EJEMPLO SL',
} as const;

export const exampleSituation: z.output<typeof situationRecord> = {
  nss: exampleWorker.nss,
  identificacion: '1',
  dni: exampleWorker.dni,
  fnacimiento: '1990-05-17',
  sexo: 'F',
  nombres: 'ANA',
  apellidos: 'GARCIA LOPEZ',
  tlf: '600000000',
  regimen: '0111',
  ccc: exampleWorker.ccc,
  situacion: '01',
  situacion_text: 'ALTA NORMAL',
  grupo_cotizacion: '03',
  grupo_cotizacion_text: 'JEFES ADMINISTRATIVOS Y DE TALLER',
  tipo_contrato: '100',
  coef: '',
  cno: '',
  category_professional: '',
  worker_collective: '',
  fecha_alta: '2025-11-03',
  fecha_baja: '',
  pl: [],
};
