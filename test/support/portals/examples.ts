import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import {
  type Exchange,
  OutOfService,
  Refusal,
  type Script,
  Unreadable,
} from '../../../shared/authorities/exchange.ts';

/** Exchanges that belong to no real authority, to test how exchanges are run. */

const text = (answer: Answer | undefined) => answer && Buffer.from(answer.body).toString();

/** The text of an answer. @throws the error that it stands for, if it reports one */
const textOf = (answer: Answer | undefined): string => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status >= 500) throw new OutOfService(answer.status, text(answer) === 'maintenance');
  const page = text(answer)!;
  if (page.startsWith('no:')) throw new Refusal([page.slice(3)]);
  if (page === 'nonsense') throw new Unreadable('nonsense');
  if (page === 'defect') throw new TypeError('a defect of the script');
  return page;
};

/** An exchange made of a script. */
export const exchange = <Kind extends 'reading' | 'submission', In, Out>(
  kind: Kind,
  script: (input: In) => Script<Out>,
): Exchange<Kind, In, Out> => ({
  kind,
  authority: 'tgss',
  name: `TEST ${kind}`,
  standing: { state: 'assumed', note: '', ifWrong: '' },
  script,
});

/** A reading that requests a path. */
export const ask = exchange('reading', function* (path: string) {
  return textOf(yield { method: 'GET', path });
});

/** A submission that opens, files and fetches a document, at paths below the given one. */
export const file = exchange('submission', function* (path: string) {
  textOf(yield { method: 'GET', path: `${path}/open` });
  const filed = textOf(
    yield { method: 'POST', path: `${path}/file?nss=280000000097`, body: 'x', commits: true },
  );
  const document = text(yield { method: 'GET', path: `${path}/document`, optional: true });
  return { filed, document };
});
