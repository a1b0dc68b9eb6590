import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';

/** A log line of a function (`shared/kernel/log.ts`), or of API Gateway's access log. */
export interface LogLine {
  at: Date;
  /** Message of a function's line; the access log has none. */
  message?: string;
  level?: string;
  /** Logged ids, counts, times and statuses. */
  facts: Record<string, unknown>;
}

/** Attributes with the id of a request, of a filing, and of a request at API Gateway. */
const IDS = ['requestId', 'filing', 'gateway'] as const;

/**
 * All log lines of a call. It finds the lines that have one of these ids, then the lines with ids that those have,
 * until there are no new ids. That ends, because a request has one filing at most.
 * @param ids of requests and filings
 * @returns lines in order of time
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

/** Lines of one log group that have any of these ids, without duplicates. */
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
      // The filter pattern finds an id anywhere in a line; only the id attributes count.
      if (line && idsOf(line).some((id) => ids.includes(id)))
        lines.push([`${logGroupName} ${eventId} ${message}`, line]);
    }
  return lines;
};

/** Parses a JSON line, which may have a prefix. `undefined` for metrics and all other lines. */
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
