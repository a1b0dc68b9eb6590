/** Whole numbers as programs write them: with decimals, separators of thousands, or an exponent. */

/** The most digits that a program keeps of a number. */
const EXACT = 15;

/** Three zeros may be a group of thousands. */
const DECIMAL = /^(\d+)[.,](?:0{1,2}|0{4,})$/;
/** One group alone may be decimals. */
const GROUPED = /^([1-9]\d{0,2})(?:((?:\.\d{3}){2,})(?:,0+)?|((?:,\d{3}){2,})(?:\.0+)?)$/;
const EXPONENT = /^([1-9])(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/**
 * The digits of a whole number that a program wrote in another form: `8000000029.0`, `8.000.000.029`, `8.000000029E+9`.
 * `undefined` for digits alone, for any other text, and for a number that may not be whole, such as `2,8E+11`.
 */
export const plainNumber = (text: string): string | undefined => {
  const digits = DECIMAL.exec(text)?.[1] ?? grouped(text) ?? exponent(text);
  return digits !== undefined && digits.length <= EXACT ? digits : undefined;
};

const grouped = (text: string): string | undefined => {
  const [, first, points, commas] = GROUPED.exec(text) ?? [];
  return first === undefined ? undefined : first + (points ?? commas)!.replace(/\D/g, '');
};

/** All digits must be written, because a program that shows fewer has rounded the number. */
const exponent = (text: string): string | undefined => {
  const [, first, decimals = '', power] = EXPONENT.exec(text) ?? [];
  if (first === undefined || decimals.length < Number(power)) return undefined;
  const [whole, rest] = [decimals.slice(0, Number(power)), decimals.slice(Number(power))];
  return /^0*$/.test(rest) ? first + whole : undefined;
};

/** Whether a text is a number with decimals other than zeros, which is no number of a person or an account. */
export const hasDecimals = (text: string): boolean =>
  /^\d+[.,]\d$/.test(text) && plainNumber(text) === undefined;
