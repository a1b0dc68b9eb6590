import type { MetricData } from './data.ts';
import type { AlarmShown, Shown, Widget } from './definition.ts';

/** The dashboard as a page, laid out as CloudWatch's console does: 24 columns, one colour for each metric. */

const COLUMN = 54;
const ROW = 44;
const GAP = 8;
/** Colours of the console, for metrics that name none. */
const COLORS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f'];
const NO_DATA = '<p class="none">No data in this run</p>';
/** Periods into which the time that is shown is divided. */
const PERIODS = 30;

interface Run {
  data: MetricData;
  /** What the heading says of the data. */
  caption: string;
}

export const pageOf = (widgets: Widget[], alarms: AlarmShown[], run: Run): string => {
  const bottom = Math.max(...widgets.map(({ y, height }) => y + height));
  const parts = widgets.map((widget) => {
    const { x, y, width, height, type, title } = widget;
    const box = `left:${x * COLUMN}px;top:${y * ROW}px;width:${width * COLUMN - GAP}px;height:${height * ROW - GAP}px`;
    if (type === 'text') return `<h2 style="${box}">${escaped(title)}</h2>`;
    const content = type === 'alarm' ? alarmsOf(alarms, run.data) : contentOf(widget, run.data);
    return `<section style="${box}"><h3>${escaped(title)}</h3>${content}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>pasarela-sandbox</title><style>
body{margin:16px;font:12px/1.3 system-ui,sans-serif;color:#16191f;background:#f2f3f3;width:${24 * COLUMN}px}
h1{font-size:17px;margin:0 0 2px}.caption{margin:0 0 10px;color:#545b64}
main{position:relative;height:${bottom * ROW}px}
h2{position:absolute;margin:0;font-size:16px;display:flex;align-items:end}
section{position:absolute;background:#fff;border:1px solid #d5dbdb;border-radius:4px;box-sizing:border-box;padding:6px 8px;overflow:hidden}
h3{margin:0;font-size:12px}.none{color:#879596;text-align:center;margin-top:14%}
.legend{font-size:10px;line-height:1.25;margin:2px 0;height:38px;overflow:hidden}.legend i{display:inline-block;width:8px;height:8px;margin:0 3px 0 8px;border-radius:2px}
.numbers{display:flex;flex-wrap:wrap;gap:4px 22px;margin-top:8px}.numbers b{display:block;font-size:22px;font-weight:400}
.alarms{display:grid;grid-template-columns:repeat(11,1fr);gap:3px;margin-top:5px}.alarms span{border-left:4px solid;background:#fafafa;padding:2px 4px;font-size:9px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
text{font:9px system-ui,sans-serif;fill:#545b64}
</style><h1>pasarela-sandbox</h1><p class="caption">${escaped(run.caption)}</p><main>${parts.join('\n')}</main></html>`;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const colorOf = ({ color }: Shown, place: number) => color ?? COLORS[place % COLORS.length]!;

const contentOf = (widget: Widget, data: MetricData): string => {
  if (widget.view === 'singleValue') return numbers(widget, data);
  return widget.view === 'bar' ? bars(widget, data) : lines(widget, data);
};

/** A number as short as the console shows it. */
const short = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 100) / 10}k` : String(Math.round(value * 10) / 10);

const legend = (metrics: Shown[]) =>
  `<p class="legend">${metrics
    .map(
      (metric, place) =>
        `<i style="background:${colorOf(metric, place)}"></i>${escaped(metric.label)}${metric.onRight ? ' (right)' : ''}`,
    )
    .join('')}</p>`;

const numbers = ({ metrics }: Widget, data: MetricData): string => {
  const shown = metrics.map((metric) => {
    // The console shows the last period.
    const value = data.statistic(metric, metric.stat, data.from, data.to + 1);
    return `<div><b>${value === undefined ? '--' : short(value)}</b>${escaped(metric.label)}</div>`;
  });
  return `<div class="numbers">${shown.join('')}</div>`;
};

const EDGE = 34;
/** Height of what is above a graph in its box: title and legend. */
const ABOVE = 74;

/** Inner width and height of a widget's graph, in pixels. */
const sizeOf = ({ width, height }: Widget) => ({
  across: width * COLUMN - GAP - 18,
  down: height * ROW - GAP - ABOVE,
});

const frame = (content: string, widget: Widget, top: number, right?: number): string => {
  const { across, down } = sizeOf(widget);
  const mark = (x: number, y: number, text: string) => `<text x="${x}" y="${y}">${text}</text>`;
  const onRight = across - EDGE + 4;
  return (
    `<svg viewBox="0 0 ${across} ${down + 6}" width="${across}" height="${down + 6}">` +
    `<path d="M${EDGE} 4V${down}H${across - EDGE}" fill="none" stroke="#aab7b8"/>` +
    `${mark(2, 12, short(top))}${mark(2, down, '0')}` +
    `${right === undefined ? '' : mark(onRight, 12, short(right)) + mark(onRight, down, '0')}${content}</svg>`
  );
};

const bars = (widget: Widget, data: MetricData): string => {
  const values = widget.metrics.map((metric) => data.statistic(metric, metric.stat, data.from, data.to + 1));
  if (values.every((value) => value === undefined)) return NO_DATA;
  const top = Math.max(1, ...values.map((value) => value ?? 0));
  const { across, down } = sizeOf(widget);
  const step = (across - 2 * EDGE) / values.length;
  const drawn = values.map((value = 0, place) => {
    const height = (value / top) * (down - 20);
    const x = EDGE + place * step + step * 0.15;
    return (
      `<rect x="${x}" y="${down - height}" width="${step * 0.7}" height="${height}" fill="${colorOf(widget.metrics[place]!, place)}"/>` +
      `<text x="${x + step * 0.25}" y="${down - height - 4}">${short(value)}</text>`
    );
  });
  return legend(widget.metrics) + frame(drawn.join(''), widget, top);
};

const lines = (widget: Widget, data: MetricData): string => {
  const period = (data.to + 1 - data.from) / PERIODS;
  const series = widget.metrics.map((metric) =>
    Array.from({ length: PERIODS }, (_, index) =>
      data.statistic(metric, metric.stat, data.from + index * period, data.from + (index + 1) * period),
    ),
  );
  if (series.flat().every((value) => value === undefined)) return NO_DATA;
  const topOf = (onRight: boolean): number => {
    const chosen = series.filter((_, place) => widget.metrics[place]!.onRight === onRight);
    const isStack = widget.stacked && !onRight;
    const highest = Array.from({ length: PERIODS }, (_, index) => {
      const values = chosen.map((values) => values[index] ?? 0);
      return isStack ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
    });
    return Math.max(1, ...highest);
  };
  const [left, right] = [topOf(false), topOf(true)];
  const { across, down } = sizeOf(widget);
  const xOf = (index: number) => EDGE + ((index + 0.5) / PERIODS) * (across - 2 * EDGE);
  const yOf = (value: number, top: number) => down - (value / top) * (down - 12);
  const below = Array.from({ length: PERIODS }, () => 0);
  const drawn = series.map((values, place) => {
    const metric = widget.metrics[place]!;
    const color = colorOf(metric, place);
    if (widget.stacked && !metric.onRight) {
      const floor = below.map((value, index) => `${xOf(index)},${yOf(value, left)}`).reverse();
      for (const [index, value] of values.entries()) below[index]! += value ?? 0;
      const roof = below.map((value, index) => `${xOf(index)},${yOf(value, left)}`);
      return `<polygon points="${[...roof, ...floor].join(' ')}" fill="${color}" fill-opacity="0.75"/>`;
    }
    const top = metric.onRight ? right : left;
    const known = values.flatMap((value, index) =>
      value === undefined ? [] : [`${xOf(index)},${yOf(value, top)}`],
    );
    // The console draws a single value as a dot.
    return (
      `<polyline points="${known.join(' ')}" fill="none" stroke="${color}" stroke-width="1.6"/>` +
      known
        .map(
          (point) =>
            `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="2" fill="${color}"/>`,
        )
        .join('')
    );
  });
  const hasRight = widget.metrics.some(({ onRight }) => onRight);
  return legend(widget.metrics) + frame(drawn.join(''), widget, left, hasRight ? right : undefined);
};

/** Whether an alarm's condition is met by the whole run. */
const isRaised = (alarm: AlarmShown, data: MetricData): boolean | undefined => {
  const value = data.statistic(alarm, alarm.stat, data.from, data.to + 1);
  if (value === undefined) return alarm.breachesWithout ? true : undefined;
  return alarm.isBelow ? value < alarm.threshold : value >= alarm.threshold;
};

const alarmsOf = (alarms: AlarmShown[], data: MetricData): string =>
  `<div class="alarms">${alarms
    .map((alarm) => {
      const raised = isRaised(alarm, data);
      const color = raised === undefined ? '#95a5a6' : raised ? '#d13212' : '#1d8102';
      return `<span style="border-color:${color}">${escaped(alarm.title)}</span>`;
    })
    .join('')}</div>`;
