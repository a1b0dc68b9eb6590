import type { GatewayEvent } from '../../src/types.ts';
import { connect, type Reach } from './connection.ts';
import { EXIT, type Exit, Misuse } from './ends.ts';
import { showFailure } from './report.ts';
import { interrupted, print, tell } from './terminal.ts';
import { jsonOf, line, momentOf } from './text.ts';

/** Seconds between two requests with `--follow`: shorter than a program's, because a person watches. */
const USUAL_PAUSE = 60;

export interface EventOptions extends Reach {
  follow?: boolean;
  after?: string;
  type?: string;
  company?: string;
  every?: string;
}

/** Shows the events since a position; with `--follow` also each new one, until Ctrl-C. With `--json`, one JSON a line. */
export const showEvents = async (options: EventOptions): Promise<Exit> => {
  const { follow, after, type, json } = options;
  const company = numberOf('--company', options.company);
  const everySeconds = numberOf('--every', options.every) ?? USUAL_PAUSE;
  const { gateway } = await connect(options);
  const from = { ...(after && { after }), ...(type && { type }), ...(company !== undefined && { company }) };
  const show = (event: GatewayEvent) => print(json ? jsonOf(event) : inOneLine(event));
  // A reader that closes the pipe, such as head, ends the command.
  const unread = new AbortController();
  process.stdout.once('error', () => unread.abort());
  const signal = AbortSignal.any([interrupted, unread.signal]);
  try {
    if (follow) {
      for await (const { event, missed } of gateway.events({ ...from, everySeconds, signal })) {
        if (missed) tell('Faltan avisos anteriores: tienen más de 30 días.');
        show(event);
      }
      return EXIT.done;
    }
    let { cursor, more } = { cursor: after, more: true };
    while (more) {
      const { data } = await gateway.listEvents({ ...from, ...(cursor && { after: cursor }) });
      if (data.missed) tell('Faltan avisos anteriores: tienen más de 30 días.');
      data.events.forEach(show);
      ({ cursor, more } = data);
    }
    if (cursor && !json) tell(`Para seguir desde aquí: --after ${cursor}`);
    return EXIT.done;
  } catch (error) {
    return showFailure(error, options);
  }
};

const numberOf = (flag: string, text: string | undefined): number | undefined => {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new Misuse(`${flag}: debe ser un número.`);
  return text === undefined ? undefined : Number(text);
};

const inOneLine = ({ at, type, subject, company, detail }: GatewayEvent): string =>
  [
    momentOf(at) ?? at,
    type,
    `${subject.kind} ${subject.id}`,
    company === null ? '' : `cliente ${company}`,
    ...Object.entries(detail).map(([name, value]) => (value === null ? '' : `${name}=${value}`)),
  ]
    .filter((part) => part !== '')
    .map(line)
    .join('  ');
