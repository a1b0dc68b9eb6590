import { SPAIN } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { asking, inUsualForm, rule } from '../../../shared/kernel/rules.ts';

type Values = Record<string, unknown>;

/** No municipality: programs that always send the field send 0 for workers and work centres abroad. */
const NO_MUNICIPALITY = '00000';

/** Whether a value is the code of another country. A wrong code has its own error. */
const isAbroad = (country: unknown): boolean =>
  typeof country === 'string' && /^\d{3}$/.test(country) && country !== SPAIN;

/**
 * Rules for a municipality: in Spain it is mandatory, elsewhere it is left out (`leftOutAbroad`).
 * @param where Spanish: name of the place
 * @param countries the fields that may have the country, the first that is sent counts
 */
export const municipalityOf = (field: string, where: string, countries: readonly string[]) => {
  const inSpain = countries.map((country) => ({ [country]: [SPAIN] }));
  const isElsewhere = (values: Values) =>
    isAbroad(countries.map((country) => values[country]).find((country) => country !== undefined));
  const hasOne = (values: Values) => values[field] !== undefined && values[field] !== NO_MUNICIPALITY;
  return [
    asking(
      rule(
        field,
        `Es obligatorio cuando ${where} está en España (724).`,
        (values) => !isElsewhere(values) && !hasOne(values),
      ),
      { mandatoryWith: inSpain, onlyWith: inSpain },
    ),
    inUsualForm((values) => (hasOne(values) ? {} : { [field]: undefined })),
  ];
};
