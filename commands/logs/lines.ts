import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';

/** A line of the service's log: what the functions log with `shared/kernel/log.ts`, or API Gateway in its access log. */
export interface LogLine {
  at: Date;
  /** Of a function; absent in the access log. */
  message?: string;
  level?: string;
  /** Ids of our own, counts, times and statuses, as they were logged. */
  facts: Record<string, unknown>;
}

/** Members that name a request, a filing, and a request as API Gateway knows it. */
const IDS = ['requestId', 'filing', 'gateway'] as const;

/**
 * Everything that the log groups say about a call: first the lines that name one of these ids, then those that name what
 * these lines name in addition, until nothing new is named. A request is about one filing at most, so that this ends.
 * @param ids of requests and filings
 * @returns lines in the order of time
 */
export const linesAbout = async (groups: string[], ids: string[], from: Date): Promise<LogLine[]> => {
  const client = new CloudWatchLogsClient();
  const found = new Map<string, LogLine>();
  const searched = new Set<string>();
  let open = ids;
  while (open.length > 0) {
    for (const id of open) searched.add(id);
    const wanted = open;
    const pages = await Promise.all(groups.map((group) => search(client, group, { ids: wanted, from })));
    for (const [text, line] of pages.flat()) found.set(text, line);
    open = [...new Set([...found.values()].flatMap(idsOf))].filter((id) => !searched.has(id));
  }
  return [...found.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
};

const idsOf = ({ facts }: LogLine): string[] =>
  IDS.map((name) => facts[name]).filter((id): id is string => typeof id === 'string' && id !== '');

/** Lines of one group that name any of these ids, by all in which they differ. */
const search = async (
  client: CloudWatchLogsClient,
  logGroupName: string,
  { ids, from }: { ids: string[]; from: Date },
): Promise<[string, LogLine][]> => {
  const lines: [string, LogLine][] = [];
  const pages = paginateFilterLogEvents(
    { client },
    { logGroupName, startTime: from.getTime(), filterPattern: ids.map((id) => `?"${id}"`).join(' ') },
  );
  for await (const { events = [] } of pages)
    for (const { message = '', timestamp = 0, eventId } of events) {
      const line = parseLine(message, new Date(timestamp));
      // The pattern finds an id anywhere in a line; what counts is whom the line names.
      if (line && idsOf(line).some((id) => ids.includes(id)))
        lines.push([`${logGroupName} ${eventId} ${message}`, line]);
    }
  return lines;
};

/** A line of JSON, which may have something before it. `undefined` for all other lines, and for metrics. */
const parseLine = (text: string, at: Date): LogLine | undefined => {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
  if ('_aws' in parsed) return undefined;
  const { message, level, timestamp, ...facts } = parsed;
  return {
    at: typeof timestamp === 'string' ? new Date(timestamp) : at,
    ...(typeof message === 'string' && { message }),
    ...(typeof level === 'string' && { level }),
    facts,
  };
};
