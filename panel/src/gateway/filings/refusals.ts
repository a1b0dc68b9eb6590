import { codesIn } from '../../../../shared/authorities/message-codes.ts';
import type { ListedFiling } from '../../shared/data.ts';
import type { Form } from '../../shared/fields.ts';

/**
 * The meanings of refusal codes and what to correct, by authority and code, only from public programs or tables. SEPE's own
 * explanation of each code is in the message, so these say what to do; the others of its codes need no more words.
 */
const MEANINGS: Record<string, Record<string, string>> = {
  tgss: {
    '0007':
      'Un valor no se admite en este trámite. Revise las claves elegidas, como el contrato, el grupo o la causa.',
    '2204':
      'La Seguridad Social no da por bueno el documento. Revise su tipo, su número y su letra, y que sea el de ese trabajador.',
    '3001': 'Falta un dato obligatorio. Mire los campos que quedaron vacíos, también entre los opcionales.',
    '3010':
      'El trabajador no consta de alta en esa cuenta. Revise la cuenta de cotización, su número y la fecha.',
    '3030': 'El régimen no es el de esa cuenta. Revise los dos.',
    '3053':
      'La Seguridad Social no admite esa fecha. Revise el día, y las altas y bajas que el trabajador ya tiene en esa cuenta.',
    '3066': 'Un dato no tiene la forma que se espera: por ejemplo, letras donde van cifras.',
    '3462':
      'El certificado no está autorizado para esa cuenta. Revise el régimen y la cuenta; si son esos, elija el certificado del autorizado que la tiene asignada.',
    '3543': 'No consta nada de lo que se pide. Revise el trabajador, la cuenta y las fechas.',
    '3820': 'Ese número de la Seguridad Social no existe. Revise sus cifras.',
    '4113':
      'Ese movimiento no consta: puede estar ya eliminado, o ser de otra fecha o de otra cuenta. Mire la situación del trabajador.',
    '4359': 'El trabajador ya consta de alta. Mire su situación antes de enviar otra: puede estar hecha.',
  },
  sepe: {
    CCT0001: 'Revise la fecha de nacimiento y la de inicio.',
    CCT0026: 'Es pronto para comunicarlo: espere a que falten tres meses o menos, o corrija la fecha.',
    CCT0027: 'Revise las dos fechas.',
    CCT0074:
      'El certificado no está autorizado para comunicar de esa empresa. Revise el CIF y la cuenta, o elija otro certificado.',
    CCT0137: 'La prórroga debe empezar al día siguiente de terminar el contrato o su última prórroga.',
    CCT0138:
      'La prórroga no empieza al día siguiente del fin del contrato. Si es así, indique por qué en la discontinuidad; si no, corrija la fecha.',
    CCT0142: 'La prórroga empieza al día siguiente del fin del contrato: deje vacía la discontinuidad.',
    CCT0143: 'Diga si el convenio colectivo permite esa duración.',
    CCT0259: 'Anule antes la prórroga o la transformación, y después el contrato.',
    CCT4035: 'La copia básica ya consta: no la envíe otra vez.',
    CCT4069: 'Consulte los contratos del trabajador, y ponga el identificador del que es.',
    CCT4084:
      'Revise el identificador del contrato, o los datos con los que se comunicó: empresa, trabajador y fecha de inicio.',
    CPR4032:
      'Revise el identificador del contrato, o los datos con los que se comunicó: empresa, trabajador y fecha de inicio.',
    CPR4037: 'La prórroga ya consta: mire el contrato antes de enviar otra.',
    CTR0012: 'Es pronto para comunicarlo: espere a que falten tres meses o menos, o corrija la fecha.',
  },
};

/** The fields to which a code refers, for codes that refer to fields. */
const ABOUT: Record<string, string[]> = {
  '2204': ['dni'],
  '3010': ['ccc', 'fecha_real'],
  '3030': ['regimen'],
  '3053': ['fecha_real'],
  '3462': ['ccc'],
  '3820': ['nss'],
  '4359': ['dni'],
  CCT0026: ['startDate'],
  CCT0074: ['cif'],
  CTR0012: ['startDate'],
};

/** The meanings of a refusal's codes, by the field to which each refers, as far as they are known. */
export const refusedFields = ({
  authority,
  messageCodes,
}: Pick<ListedFiling, 'authority' | 'messageCodes'>): Record<string, string[]> =>
  Object.assign(
    {},
    ...messageCodes.map((code) => {
      const meaning = MEANINGS[authority]?.[code];
      return meaning ? Object.fromEntries((ABOUT[code] ?? []).map((field) => [field, [meaning]])) : {};
    }),
  );

/** The meanings of a refusal's codes, as far as they are known. */
export const meaningsOf = ({
  authority,
  messageCodes,
}: Pick<ListedFiling, 'authority' | 'messageCodes'>): string[] =>
  messageCodes.flatMap((code) => MEANINGS[authority]?.[code] ?? []);

/** The meanings of a refusal's codes that are about none of the fields of a form, which shows the others at its fields. */
export const meaningsElsewhere = (
  refused: Pick<ListedFiling, 'authority' | 'messageCodes'>,
  fields: Form['fields'],
): string[] => {
  const at = refusedFields(refused);
  const shown = new Set(fields.flatMap(({ name }) => at[name] ?? []));
  return meaningsOf(refused).filter((meaning) => !shown.has(meaning));
};

/** The authorities of operations by their group. */
const BY_GROUP: Record<string, string> = { 'seg-social': 'tgss', sepe: 'sepe' };

/** The meanings of the codes in the messages of a row. @param form the form of its operation, once it is loaded */
export const meaningsIn = (messages: string[], form: Pick<Form, 'tag'> | undefined): string[] =>
  meaningsOf({ authority: BY_GROUP[form?.tag ?? ''] ?? '', messageCodes: codesIn(messages) });
