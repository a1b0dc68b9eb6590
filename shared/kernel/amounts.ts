/**
 * Amounts with two decimals (euros, percentages) as people write them and as the interface has them, in hundredths.
 * All conversions work on digits, so nothing is rounded.
 */

/** The unit of an amount. */
export type AmountUnit = '€' | '%';

/** An amount in hundredths, as digits without leading zeros; or its mistake, in Spanish. */
export type ReadAmount = { hundredths: string } | { mistake: string };

const WITH_UNIT = /\s*(?:€|%|eur(?:os?)?)$/i;
const UNIT_BEFORE = /^(?:€|eur(?:os?)?)\s*/i;
/** Hundredths of integer digits and up to two decimals. */
const hundredthsOf = (whole: string, decimals = ''): ReadAmount => ({
  hundredths: `${whole}${decimals.padEnd(2, '0')}`.replace(/^0+(?=\d)/, ''),
});

/**
 * Reads an amount in Spanish notation: `1500`, `1.500`, `1500,5`, `1.500,00 €`. A decimal point is accepted if it
 * cannot be anything else (`1500.50`, `1,500.75`); a comma before three digits is ambiguous (`1,500`, `1,500.00`).
 * @param unit for the message
 */
export const readAmount = (written: string, unit: AmountUnit): ReadAmount => {
  const text = written.trim().replace(WITH_UNIT, '').replace(UNIT_BEFORE, '').replace(/\s/g, '');
  const [, thousands, tens] = /^([1-9]\d{0,2}),(\d\d)0\.00?$/.exec(text) ?? [];
  if (thousands !== undefined) {
    const both = [`${thousands}${tens}000`, `${thousands}${tens}`];
    const [first, second] = both.map((each) => showAmount(each));
    return {
      mistake: `${written.trim()} puede ser ${first} ${unit} o ${second} ${unit}: escriba ${first} o ${second}.`,
    };
  }
  const [, whole, decimals] =
    /^(\d+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(\d+)\.(\d{1,2})$/.exec(text) ??
    /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/.exec(text) ??
    [];
  if (whole !== undefined) return hundredthsOf(whole.replace(/[.,]/g, ''), decimals);
  if (/^-/.test(text)) return { mistake: 'No puede ser negativo.' };
  const [, before, after] = /^([1-9]\d{0,2}),(\d{3})$/.exec(text) ?? [];
  if (before !== undefined)
    return {
      mistake: `${written.trim()} puede ser ${showAmount(`${before}${after}00`, unit)} o un número con tres decimales: escriba ${showAmount(`${before}${after}00`)} o solo dos decimales.`,
    };
  if (/^\d+[.,]\d{3,}$/.test(text)) return { mistake: 'Tiene más de dos decimales.' };
  return { mistake: `Escriba un importe como ${unit === '€' ? '1.500,00' : '12,50'}.` };
};

/** Hundredths, of digits, as people read them: `1.500,00 €`; without a unit only the number. */
export const showAmount = (hundredths: string, unit?: AmountUnit): string => {
  const digits = hundredths.replace(/^0+/, '').padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, '.');
  return `${whole},${digits.slice(-2)}${unit ? ` ${unit}` : ''}`;
};

/** How a field of hundredths says in its description what its digits are; people who type amounts are not shown that. */
export const inHundredths = (width: number, unit: AmountUnit): string => {
  const example = unit === '€' ? '150000' : '5000';
  return `en ${unit === '€' ? 'céntimos de euro' : 'centésimas'}: ${example.padStart(width, '0')} son ${showAmount(example, unit)}.`;
};

/** The end of a description that says how hundredths are written. */
export const HUNDREDTHS_TEXT = /, en (?:céntimos de euro|centésimas): .*$/;
