import * as z from 'zod';
import { NO_NSS } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { CONTRACT_TYPES } from '../../../shared/authorities/sepe/documents/contract-types.ts';
import { readCalledContract, readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import {
  asText,
  capitals,
  code,
  digits,
  lettersFault,
  nameField,
  notZeros,
  plainText,
  STRING_OR_INTEGER,
  withLetter,
} from '../../../shared/kernel/fields.ts';
import { inUsualForm, mandatory, rule } from '../../../shared/kernel/rules.ts';
import { BYTES, namesOf, type TextKind, upperCase, withoutPadding } from '../../../shared/kernel/text.ts';

/** Characters that ISO-8859-1, the charset of SEPE's documents, does not have; `readRequest` names what no authority takes. */
const notLatin1 = (text: string): string[] =>
  Array.from(text).filter((character) => character > '\xff' && BYTES.has(character));

/** Free text that can be written in ISO-8859-1. */
export const latin1 = (max: number, description: string, textKind: TextKind = 'line') =>
  asText(
    plainText(max, description)
      .refine((value) => notLatin1(value).length === 0, {
        error: ({ input }) =>
          `El SEPE no admite estos caracteres (ISO-8859-1): ${namesOf(notLatin1(String(input)))}.`,
      })
      .meta({ description: `${description} Máximo ${max} caracteres.`, textKind }),
  );

/** Tax id of a company, as in SEPE's documents. */
export const companyId = asText(
  capitals()
    .overwrite(withoutPadding)
    .regex(/^[0-9A-Z]\d{7}[0-9A-Z]$/, { error: 'Debe tener 9 caracteres, como B12345678 o 12345678Z.' })
    .meta({ description: 'CIF o NIF de la empresa.', identifier: 'cif' }),
);

/** Kind of a worker's document: the letter before it in SEPE's documents. */
export const docType = code(
  { D: 'NIF/DNI', E: 'NIE', U: 'documento de ciudadano de la UE', W: 'pasaporte' },
  'Tipo de documento: D NIF/DNI, E NIE, U ciudadano de la UE, W pasaporte.',
);

/**
 * With U and W, SEPE's schema has identifiers of its own for persons without NIE. A passport number with letters
 * before its digits does not fit into it.
 */
const OF_SEPE =
  'El SEPE solo admite de 7 a 10 cifras y una letra (las tres primeras pueden ser X, Y o Z). Un pasaporte con otra forma, ' +
  'como AA123456, no cabe en sus comunicaciones: envíe el NIE, o el identificador que el SEPE haya dado a la persona.';

/** The form of a worker's document for each letter, as SEPE's schema accepts it. */
export const DOCUMENT_FORMS: Record<string, { form: RegExp; error: string }> = {
  D: { form: /^\d{8}[A-Z]$/, error: 'Un NIF/DNI tiene 8 cifras y una letra.' },
  E: { form: /^[XYZ]\d{7}[A-Z]$/, error: 'Un NIE tiene X, Y o Z, 7 cifras y una letra.' },
  U: {
    form: /^[0-9XYZ]{0,3}\d{7}[A-Z]$/,
    error: OF_SEPE,
  },
  W: {
    form: /^[0-9XYZ]{0,3}\d{7}[A-Z]$/,
    error: OF_SEPE,
  },
};

/** The DNI or NIE of a worker whom SEPE is asked about: its searches have no other kind. */
export const workerDni = asText(
  capitals()
    .overwrite(withoutPadding)
    .regex(/^[0-9A-Z]{1,20}$/, { error: lettersFault(20) })
    .meta({ description: 'DNI o NIE del trabajador.', identifier: 'document' }),
);

/** The document of a worker, whose kind is in `docType`. Blanks in it do not count. */
export const workerDocument = asText(
  z
    .string({ error: 'Debe ser un texto.' })
    .overwrite(upperCase)
    .overwrite((value) => value.replace(/\s/g, ''))
    .regex(/^[0-9A-Z]{1,20}$/, { error: lettersFault(20) })
    .meta({ description: 'Número del documento de identidad.', identifier: 'document' }),
);

/**
 * Rules for a `workerDocument`, and its usual form: a DNI or NIE of ten characters loses its leading zero.
 * @param field the name that it has in the request
 */
export const ofDocType = (field: 'dni' | 'doc') => [
  inUsualForm(({ docType, [field]: document }) => ({
    [field]: usualDocument(String(docType), String(document)),
  })),
  ...['D', 'E', 'U', 'W'].map((kind) =>
    rule(
      field,
      DOCUMENT_FORMS[kind]!.error,
      ({ docType, [field]: document }) =>
        docType === kind &&
        typeof document === 'string' &&
        !DOCUMENT_FORMS[kind]!.form.test(usualDocument(kind, document)),
    ),
  ),
];

/** Rules for the worker of a notification: the document, as `ofDocType`, the second surname, and the number that may be missing. */
export const workerRules = (field: 'dni' | 'doc') => [
  ...ofDocType(field),
  mandatory('lastSurname', 'NIF/DNI', { docType: ['D'] }),
  rule(
    'nss',
    'Solo puede faltar (000000000000) con NIF/DNI o NIE.',
    ({ nss, docType }) => nss === NO_NSS && docType !== 'D' && docType !== 'E',
  ),
];

/** A document in its usual form. In a passport a leading zero counts. */
export const usualDocument = (kind: string, document: string): string =>
  kind === 'D' || kind === 'E' ? withoutPadding(document) : document;

/**
 * The DNI or NIE of a person in a filing: nine characters, without a letter for its kind. Company tax ids are not
 * valid.
 */
export const nifOfPerson = (description: string) =>
  asText(
    capitals()
      .overwrite(withoutPadding)
      .regex(/^[0-9XYZ]\d{7}[A-Z]$/, { error: 'Debe ser un DNI o un NIE de 9 caracteres, como 12345678Z.' })
      .meta({ description, identifier: 'document' }),
  );

/** Those of a worker. */
export const dniOrNie = nifOfPerson('DNI o NIE del trabajador, 9 caracteres.');

/** The footprint of a contract, also as the answer to a call to work has it: with the 00 of a contract that is not transformed. */
export const sepeId = capitals()
  .regex(/^E-\d{2}-\d{4}-\d{7}(-?00)?$/, { error: 'Debe tener el formato E-##-####-#######.' })
  .transform((footprint) => readFootprint(footprint)!)
  .meta({ description: 'Huella del contrato, E-##-####-#######.' });

/** The contract of a call to work, as programs write it. */
export const calledContract = capitals()
  .regex(/^E-\d{2}-\d{4}-\d{7}(-?\d{2})?$/, {
    error: 'Debe tener el formato E-##-####-#########: número del contrato y de su transformación.',
  })
  .transform((contract) => readCalledContract(contract)!)
  .meta({
    description:
      'Contrato, E-##-####-#########: su número y el de su transformación juntos. Sin este (E-##-####-#######), es 00.',
  });

/** Types to which a contract is transformed end in 9: 109, 189, 209, 289, 309, 389 and the types of 139, 239 and 339. */
const isTransformation = (type: string): boolean => /^[123][0-9]9$/.test(type);

/** A contract type of the table. */
export const contractType = digits(3, 'Código del contrato.')
  .refine((type) => typeof type !== 'string' || CONTRACT_TYPES.has(type), {
    error: ({ input }) =>
      isTransformation(String(input))
        ? `${input} es una transformación: se comunica como tal, y no como contrato.`
        : `No existe el código de contrato ${input}.`,
  })
  .meta({ codeList: 'contracts' });

/** A country, by its number in ISO 3166-1. */
export const countryCode = (description: string) =>
  notZeros(digits(3, description)).meta({ codeList: 'countries' });
/** A municipality, by its number at INE; zeros for none. */
export const municipalityCode = (description: string) =>
  digits(5, description).meta({ codeList: 'municipalities' });
/** An occupation. */
export const occupationCode = notZeros(digits(4, 'Ocupación según la CNO.')).meta({
  codeList: 'occupations',
});

const tipoFirma = code(
  {
    '1': 'firmada por los representantes legales',
    '2': 'no existe representación legal',
    '3': 'no se ha facilitado copia',
    '4': 'rehúsan firmar',
  },
  'Firma de la copia básica: 1 firmada por los representantes legales, 2 sin representación legal, 3 no se ha ' +
    'facilitado copia, 4 rehúsan firmar.',
);

/** The basic copy of the interface: all three members are sent. */
export const basicCopyFields = {
  TIPO_FIRMA: tipoFirma,
  TEXTO_COPIABASICA: withLetter(latin1(750, 'Texto de la copia básica.', 'lines')),
  DOMIC_CENTRO_TRABAJO: withLetter(latin1(150, 'Domicilio del centro de trabajo.')),
};

/** Kind of working time. */
export const tipoJornada = code(
  { A: 'anual', B: 'diaria', M: 'mensual', S: 'semanal' },
  'Jornada: A anual, B diaria, M mensual, S semanal.',
);

/** A person's name, which is cut to what SEPE's schema takes. */
export const personName = (description: string, kept: number) =>
  nameField(
    latin1(60, `${description} Al SEPE se comunican los ${kept} primeros caracteres, y se avisa de ello.`),
    'person',
  );

/** Hours of training: `HHHH`, or `HHHHMM` with their minutes. An integer of more than four digits has the minutes. */
export const trainingHours = z.preprocess(
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? String(value).padStart(value > 9999 ? 6 : 4, '0')
      : value,
  z
    .string({ error: 'Debe tener 4 dígitos (HHHH) o 6 (HHHHMM).' })
    .regex(/^(\d{4}|\d{6})$/, { error: 'Debe tener 4 dígitos (HHHH) o 6 (HHHHMM).' })
    .meta({
      description:
        'Contratos de formación: horas de formación, HHHH (con jornadaFormativaMin para los minutos) o HHHHMM.',
      ...STRING_OR_INTEGER,
    }),
);

/** Minutes in addition to hours. */
export const minutes = (description: string) =>
  digits(2, description).refine(
    (value) => typeof value !== 'string' || !/^\d{2}$/.test(value) || value < '60',
    {
      error: 'No puede ser mayor que 59.',
    },
  );

/** Collective of a subsidy: 2 or 3 digits. */
export const bonusCollective = z.preprocess(
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? String(value).padStart(2, '0')
      : value,
  z
    .string({ error: 'Debe tener 2 o 3 dígitos.' })
    .regex(/^\d{2,3}$/, { error: 'Debe tener 2 o 3 dígitos.' })
    .meta({ description: 'Colectivo de bonificación, 2 o 3 dígitos.', ...STRING_OR_INTEGER }),
);

/** Yes or no, in SEPE's letters. */
export const yesNo = (description: string) => code({ S: 'sí', N: 'no' }, description);

/** An object whose members are all empty counts as absent. */
export const optionalBlock = <S extends z.ZodObject>(schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value,
    schema.optional(),
  );

/** `data` of operations that answer with a document only on request. */
export const optionalFile = z.object({
  file: fileObject.optional().meta({ description: 'Documento PDF.', askedBy: ['duplicate'] }),
});

/** Identities for examples only. */
export const exampleCompany = { cif: 'B12345674', regimen: '0111', ccc: '28000000097' } as const;
export const exampleWorker = { dni: '12345678Z', startDate: '2026-11-03' } as const;
export const exampleFootprint = 'E-28-2026-0000123';
