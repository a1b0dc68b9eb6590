/** What the service measured in a run, as CloudWatch would keep it. */

/** One value of a metric. */
interface Value {
  /** Epoch milliseconds. */
  at: number;
  value: number;
}

/** A metric by namespace, name and dimensions. */
export interface MetricId {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** A line in CloudWatch's embedded metric format. */
interface Emitted {
  _aws: {
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
  [member: string]: unknown;
}

/** All values of a run. */
export class MetricData {
  readonly #values = new Map<string, Value[]>();
  /** Of the first and the last value, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;

  /** @param lines JSON: `at`, and `emitted` in the embedded metric format, as `npm run faults` writes them */
  constructor(lines: string[]) {
    const times: number[] = [];
    for (const line of lines) {
      const { at, emitted } = JSON.parse(line) as { at: number; emitted: Emitted };
      times.push(at);
      for (const { Namespace, Dimensions, Metrics } of emitted._aws.CloudWatchMetrics)
        for (const names of Dimensions)
          for (const { Name } of Metrics) {
            const dimensions = Object.fromEntries(names.map((name) => [name, String(emitted[name])]));
            const key = keyOf({ namespace: Namespace, name: Name, dimensions });
            const values = [emitted[Name]].flat() as number[];
            this.#values.set(key, [
              ...(this.#values.get(key) ?? []),
              ...values.map((value) => ({ at, value })),
            ]);
          }
    }
    this.from = Math.min(...times);
    this.to = Math.max(...times);
  }

  /** A statistic of the values in a time; `undefined` where there are none. @param until exclusive */
  statistic(metric: MetricId, stat: string, from: number, until: number): number | undefined {
    const all = this.#values.get(keyOf(metric)) ?? [];
    const values = all
      .filter(({ at }) => at >= from && at < until)
      .map(({ value }) => value)
      .sort((a, b) => a - b);
    if (values.length === 0) return undefined;
    switch (stat) {
      case 'Sum':
        return values.reduce((sum, value) => sum + value, 0);
      case 'Maximum':
        return values.at(-1);
      case 'SampleCount':
        return values.length;
      default: {
        // p50, p95
        const share = Number(stat.slice(1)) / 100;
        return values[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)];
      }
    }
  }
}

const keyOf = ({ namespace, name, dimensions }: MetricId): string =>
  JSON.stringify([namespace, name, ...Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);
