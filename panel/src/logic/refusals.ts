import type { ListedFiling } from './to-do.ts';

/**
 * The meanings of refusal codes and what to correct, by authority and code, only from public programs or tables. SEPE's own
 * explanation of each code is in the message.
 */
const MEANINGS: Record<string, Record<string, string>> = {
  tgss: {
    '3010':
      'El trabajador no consta de alta en esa cuenta. Revise la cuenta de cotización, su número y la fecha.',
    '3462':
      'El certificado no está autorizado para esa cuenta. Revise el régimen y la cuenta; si son esos, elija el certificado del autorizado que la tiene asignada.',
    '4359': 'El trabajador ya consta de alta. Mire su situación antes de enviar otra: puede estar hecha.',
  },
  sepe: {
    CCT0026: 'Es pronto para comunicarlo: espere a que falten tres meses o menos, o corrija la fecha.',
    CCT0074:
      'El certificado no está autorizado para comunicar de esa empresa. Revise el CIF y la cuenta, o elija otro certificado.',
    CTR0012: 'Es pronto para comunicarlo: espere a que falten tres meses o menos, o corrija la fecha.',
  },
};

/** The fields to which a code refers, for codes that refer to fields. */
const ABOUT: Record<string, string[]> = {
  '3010': ['ccc', 'fecha_real'],
  '3462': ['ccc'],
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
