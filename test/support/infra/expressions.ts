/**
 * Evaluates a CloudWatch expression over several metrics. Supports the parts that alarms use: `IF`, `FILL`, sums and comparisons.
 * @param values values of the metrics, by id; a metric without data has none
 */
export const evaluated = (expression: string, values: Record<string, number>): number => {
  const ids = [...new Set(expression.match(/\b[a-z]\w*/g))];
  const source = expression.replaceAll('==', '===').replaceAll('AND', '&&');
  const run = new Function('IF', 'FILL', ...ids, `return ${source};`);
  return run(
    (condition: boolean, one: number, other: number) => (condition ? one : other),
    (value: number | undefined, fill: number) => value ?? fill,
    ...ids.map((id) => values[id]),
  );
};
