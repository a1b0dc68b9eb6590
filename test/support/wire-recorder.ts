import type { SubmittingPort } from '../../shared/authorities/authority-port.ts';
import { type Answer, connect } from '../../shared/authorities/channel/channel.ts';
import { type Exchange, type Step, written } from '../../shared/authorities/exchange.ts';
import { runScript } from '../../shared/authorities/run-script.ts';
import type { startAuthorities } from './authorities.ts';

/** Records the requests of operations to the stand-ins, so that two runs can be compared. */

/** A request in parts that are compared one by one. */
type Sent = string[];

/** One exchange of a run. */
interface Conversation {
  sent: Sent[];
  answers: Answer[];
}

/** The requests of a run, and its end. */
export interface Recorded {
  conversations: Conversation[];
  /** Name of the error that ended it. A run that reaches the committing step has none. */
  error?: string;
}

/** Thrown in place of sending a step that commits. */
class Committed extends Error {}

/**
 * Runs something with a port that records all that it sends. Nothing is filed.
 *
 * @param known a run whose answers this one gets, in their order, in place of asking again. As long as both send the
 *   same, these are the answers it would get; what it sends after the first difference does not matter.
 */
export const record = async (
  { sandbox, pki }: Awaited<ReturnType<typeof startAuthorities>>,
  run: (port: SubmittingPort) => Promise<unknown>,
  known?: Recorded,
): Promise<Recorded> => {
  const conversations: Conversation[] = [];
  const credential = { version: '1', key: pki.client.key, chain: pki.client.chain };
  const carryOut = async <In, Out>(exchange: Exchange<'reading' | 'submission', In, Out>, input: In) => {
    const ready = known && [...(known.conversations[conversations.length]?.answers ?? [])];
    const conversation: Conversation = { sent: [], answers: [] };
    conversations.push(conversation);
    const channel = connect({ baseUrl: sandbox.url, ca: pki.authority.certificate, credential });
    const ask = ({ method, path, headers, body }: Step): Promise<Answer> =>
      channel.send({ method, path, ...(headers && { headers }), ...(body && { body }) }, Date.now() + 60_000);
    const { end } = await runScript({ exchange, input, dry: false }, async (step) => {
      const whole = written(step, credential);
      conversation.sent.push(partsOf(step.sealed ? { ...whole, body: withoutSignature(whole.body) } : whole));
      if (step.commits) throw new Committed();
      const answer = ready ? ready.shift() : await ask(whole);
      if (!answer) throw new Error('the known run sent less');
      conversation.answers.push(answer);
      return answer;
    });
    if ('error' in end) throw end.error;
    if ('dry' in end) throw new Error('no dry run was asked for');
    return end.result;
  };
  return await run({
    dry: false,
    access: async () => undefined,
    read: carryOut,
    submit: carryOut,
    reference: () => {},
  }).then(
    () => ({ conversations }),
    (error: unknown) =>
      error instanceof Committed ? { conversations } : { conversations, error: String(error) },
  );
};

/** The signed content, without the signature, which differs each time. */
const withoutSignature = (envelope: Step['body']): string =>
  /<soapenv:Body[^>]*>(.*)<\/soapenv:Body>/s.exec(String(envelope))![1]!;

/** Address and headers, and the fields of a form or the elements of a document. */
const partsOf = ({ method, path, headers = {}, body = '' }: Step): Sent => [
  method,
  ...path.split(/[/?&;]/),
  ...Object.entries(headers).map((header) => header.join(': ')),
  ...Buffer.from(body)
    .toString('latin1')
    .split(/&(?!lt;|gt;|amp;|quot;|#)|(?=<|&lt;)/),
];

const sentIn = ({ conversations }: Recorded): Sent[] => conversations.flatMap(({ sent }) => sent);

/**
 * Compares a run with several runs of another request, which show the parts that vary each time, such as new ids.
 * Runs that end differently differ, too, because something that they read decided so.
 */
export const differs = (run: Recorded, [first, ...others]: Recorded[]): boolean => {
  if (!first) throw new Error('nothing to compare with');
  const [sent, firstSent, ...othersSent] = [run, first, ...others].map(sentIn) as [
    Sent[],
    Sent[],
    ...Sent[][],
  ];
  if (run.error !== first.error || sent.length !== firstSent.length) return true;
  return sent.some((parts, index) => {
    const expected = firstSent[index] ?? [];
    const isAlways = (at: number) => othersSent.every((other) => other[index]?.[at] === expected[at]);
    return (
      parts.length !== expected.length || parts.some((part, at) => part !== expected[at] && isAlways(at))
    );
  });
};
