import { observabilities, propertiesOf, resourcesOf } from '../../support/infra/templates.ts';
import type { MetricId } from './data.ts';

/** The dashboard and the alarms of the sandbox stage, as its template defines them. */

/** A metric as a widget shows it. */
export interface Shown extends MetricId {
  label: string;
  color?: string;
  stat: string;
  onRight: boolean;
}

export interface Widget {
  type: 'text' | 'metric' | 'alarm';
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
  view: 'timeSeries' | 'singleValue' | 'bar' | undefined;
  stacked: boolean;
  metrics: Shown[];
}

/** An alarm's condition on one metric. */
export interface AlarmShown extends MetricId {
  title: string;
  stat: string;
  threshold: number;
  isBelow: boolean;
  /** What no value means. */
  breachesWithout: boolean;
}

const resources = resourcesOf(observabilities.sandbox);

/** A text of the template. What is known only when it is deployed is no part of what is drawn. */
const textOf = (value: string | { 'Fn::Join': [string, (string | object)[]] }): string =>
  typeof value === 'string'
    ? value
    : value['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'deployed')).join('');

type Rendered = string | { label?: string; color?: string; stat?: string; yAxis?: string };

const shownOf = ([namespace, name, ...rest]: [string, string, ...Rendered[]]): Shown => {
  const names = rest.filter((part) => typeof part === 'string');
  const how = rest.find((part) => typeof part === 'object') ?? {};
  return {
    namespace,
    name,
    dimensions: Object.fromEntries(
      Array.from({ length: names.length / 2 }, (_, index) => [names[2 * index]!, names[2 * index + 1]!]),
    ),
    label: how.label ?? name,
    ...(how.color && { color: how.color }),
    stat: how.stat ?? 'Average',
    onRight: how.yAxis === 'right',
  };
};

export const widgets = (): Widget[] => {
  const [board] = propertiesOf('CloudWatch::Dashboard', resources);
  return JSON.parse(textOf(board.DashboardBody)).widgets.map(
    // biome-ignore lint/suspicious/noExplicitAny: JSON of the console
    ({ type, x, y, width, height, properties }: any): Widget => ({
      type,
      x,
      y,
      width,
      height,
      title: properties.title ?? properties.markdown.replace(/^#+ /, ''),
      view: properties.view,
      stacked: properties.stacked ?? false,
      metrics: (properties.metrics ?? []).map(shownOf),
    }),
  );
};

export const alarms = (): AlarmShown[] =>
  propertiesOf('CloudWatch::Alarm', resources).map((alarm) => ({
    title: alarm.AlarmName.replace('pasarela-sandbox-', ''),
    namespace: alarm.Namespace,
    name: alarm.MetricName,
    dimensions: Object.fromEntries(
      alarm.Dimensions.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
    ),
    stat: alarm.Statistic ?? alarm.ExtendedStatistic,
    threshold: alarm.Threshold,
    isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
    breachesWithout: alarm.TreatMissingData === 'breaching',
  }));
