import { connect } from '../../shared/authorities/channel/channel.ts';
import { type Exchange, type Step, written } from '../../shared/authorities/exchange.ts';
import type { SubmittingPort } from '../../shared/authorities/reading-port.ts';
import { runScript } from '../../shared/authorities/run-script.ts';
import type { startAuthorities } from './authorities.ts';

/** What operations send to the stand-in authorities, so that two runs can be compared. */

/** A request in parts that are compared one by one. */
type Sent = string[];

/** What a run sent, and how it ended. */
export interface Recorded {
  sent: Sent[];
  /** Of an error that ended it. A run that comes to the step that commits has none. */
  error?: string;
}

/** Thrown in place of sending a step that commits. */
class Committed extends Error {}

/** Runs something with a port that records all that it sends. Nothing is filed. */
export const record = async (
  { sandbox, pki }: Awaited<ReturnType<typeof startAuthorities>>,
  run: (port: SubmittingPort) => Promise<unknown>,
): Promise<Recorded> => {
  const sent: Sent[] = [];
  const credential = { version: '1', key: pki.client.key, chain: pki.client.chain };
  const carryOut = async <In, Out>(exchange: Exchange<'reading' | 'submission', In, Out>, input: In) => {
    const channel = connect({ baseUrl: sandbox.url, ca: pki.authority.certificate, credential });
    const { end } = await runScript({ exchange, input, dry: false }, (step) => {
      const whole = written(step, credential);
      sent.push(partsOf(step.sealed ? { ...whole, body: withoutSignature(whole.body) } : whole));
      if (step.commits) throw new Committed();
      const { method, path, headers, body } = whole;
      return channel.send(
        { method, path, ...(headers && { headers }), ...(body && { body }) },
        Date.now() + 60_000,
      );
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
    () => ({ sent }),
    (error: unknown) => (error instanceof Committed ? { sent } : { sent, error: String(error) }),
  );
};

/** What is signed: the signature is another each time. */
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

/**
 * Compares a run with several runs of another request, which show what differs each time, such as sessions. A run that
 * ends in another way differs, too: something that it read decided so.
 */
export const differs = ({ sent, error }: Recorded, [first, ...others]: Recorded[]): boolean => {
  if (!first) throw new Error('nothing to compare with');
  if (error !== first.error || sent.length !== first.sent.length) return true;
  return sent.some((parts, index) => {
    const expected = first.sent[index] ?? [];
    const isAlways = (at: number) => others.every((other) => other.sent[index]?.[at] === expected[at]);
    return (
      parts.length !== expected.length || parts.some((part, at) => part !== expected[at] && isAlways(at))
    );
  });
};
