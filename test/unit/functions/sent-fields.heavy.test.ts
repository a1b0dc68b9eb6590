import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import type { SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import { type Answer, connect } from '../../../shared/authorities/channel/channel.ts';
import { type Exchange, type Step, written } from '../../../shared/authorities/exchange.ts';
import { runScript } from '../../../shared/authorities/run-script.ts';
import type { UploadedDocument } from '../../../shared/authorities/sepe/documents/uploaded-document.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { parsed, startAuthorities } from '../../support/authorities.ts';
import { at, type Leaf, leavesOf, othersOf, otherValues, withOther } from '../../support/other-values.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../support/stand-in/counted.ts';

/** Records the requests of operations to the stand-ins, so that two runs can be compared. */

/** A request, divided into parts that are compared one by one. */
type Sent = string[];

/** One exchange of a run. */
interface Conversation {
  sent: Sent[];
  answers: Answer[];
}

/** The requests of a run, and how it ended. */
interface Recorded {
  conversations: Conversation[];
  /** Name of the error that ended it. A run that reaches the committing step has none. */
  error?: string;
}

/** Thrown in place of sending a step that commits. */
class Committed extends Error {}

/**
 * Runs something with a port that records all requests. Nothing is filed.
 *
 * @param known an earlier run, whose answers are returned in order instead of asking again. As long as both runs send the same,
 * these are the answers that this run would get; requests after the first difference do not matter.
 */
const record = async (
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

/** The signed content of an envelope, without the signature, which always differs; any other body as it is. */
const withoutSignature = (body: Step['body']): string =>
  /<soapenv:Body[^>]*>(.*)<\/soapenv:Body>/s.exec(String(body))?.[1] ?? String(body);

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
 * Compares a run with several runs of another request, which show the parts that always vary, such as new ids. Runs that end
 * differently also count as different, because something that they read decided so.
 */
const differs = (run: Recorded, [first, ...others]: Recorded[]): boolean => {
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

/**
 * Every field of a request has an effect: with another value in this field alone, something else is sent to the authority, or
 * the request is refused. Otherwise a field that no script reads would be accepted and ignored. A field of a submission must
 * have an effect in each of its requests, be refused there, or be named as left out, because a field that has an effect only in
 * some cases must not be ignored in others.
 */

/** Fields that only influence the answer. */
const OF_THE_ANSWER: Record<string, string> = {
  test: 'Decides whether the step that commits is sent, before which each run here ends.',
  duplicate: 'Asks for the document, after the step that commits.',
  obtener_idc: 'Asks for a report, after the step that commits.',
  format: 'Decides in which form the same document is answered.',
};

/** The authorities have their own pages. */
const PAGED = 'Chooses among all that were read.';

/** Fields that are not sent in one operation. */
const NOT_SENT: Record<string, string> = {
  'GET /seg-social/etts/cesion cesion_regimen': 'Chooses among the assignments that were read.',
  'GET /seg-social/etts/cesion cesion_ccc': 'Chooses among the assignments that were read.',
  'GET /seg-social/life-affiliate regimen': 'Chosen only where the worker has several accounts.',
  'GET /seg-social/excel-fie numAutorizado': 'Chosen only where the authority asks for a user.',
  'POST /sepe/contrata PAIS_RESIDENCIA': 'It becomes country as soon as the request is read.',
  'GET /dehu/notifications-pending page': PAGED,
  'GET /dehu/notifications-pending limit': PAGED,
  'GET /dehu/notifications-done page': PAGED,
  'GET /dehu/notifications-done limit': PAGED,
  'GET /dehu/communications page': PAGED,
  'GET /dehu/communications limit': PAGED,
  'GET /seg-social/notifications page': PAGED,
  'GET /seg-social/notifications limit': PAGED,
  'GET /seg-social/notifications state': PAGED,
  'GET /aeat/report-subcontractors startDate': 'Chooses among the requests of earlier days that were read.',
  'GET /aeat/notifications page': PAGED,
  'GET /aeat/notifications limit': PAGED,
  'GET /aeat/notifications state': PAGED,
  'POST /aeat/modelo-111 registro': 'It becomes the other fields as soon as the request is read.',
  'POST /aeat/modelo-190 registro': 'No other text is a file without fault.',
  'POST /aeat/modelo-190 registro_gzip': 'No other text is a file without fault.',
  'GET /aeat/declaraciones csv': 'It is the code of a return that was presented; nothing is here.',
  'POST /aeat/modelo-190 cif': 'It is compared with the file, which says the same.',
  'POST /aeat/modelo-190 ejercicio': 'It is compared with the file, which says the same.',
  'POST /aeat/modelo-190 complementaria': 'It is compared with the file, which says the same.',
  'POST /aeat/modelo-190 sustitutiva': 'It is compared with the file, which says the same.',
  'POST /sepe/copy-basic docType': 'SEPE’s search has DNI and NIE only, which the form of dni distinguishes.',
};

/** Fields that usually only influence the answer, but are sent in one operation. */
const SENT = new Set([
  // Annexes are requested only if they are wanted.
  'GET /dehu/notification-detail duplicate',
  // A receipt is fetched for each declaration.
  'GET /aeat/declaraciones duplicate',
]);

const exceptionOf = (name: string, field: string): string | undefined =>
  SENT.has(`${name} ${field}`) ? undefined : (OF_THE_ANSWER[field] ?? NOT_SENT[`${name} ${field}`]);

type Fields = Record<string, unknown>;

const isDocument = (value: unknown): value is UploadedDocument =>
  typeof value === 'object' && value !== null && 'text' in value;

/** The most values of a field that are tried in one request. */
const TRIES = 5;

const othersFor = ({ path, schema }: Leaf, request: Fields): unknown[] => {
  const value = at(request, path);
  if (isDocument(value)) return [{ ...value, text: `${value.text}\n` }];
  return otherValues(schema, value).slice(0, TRIES);
};

/** Values that mean the same as a missing one: a checkbox that is not ticked, no hours. */
const meansNothing = (value: unknown): boolean => value === false || /^0+$/.test(String(value));

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  // The clock stands still, so that nothing differs only because of the time.
  vi.useFakeTimers({ toFake: ['Date'] });
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());

const requests = requestsOf(demoData());

describe.each([...operations])('the fields of %s', (name, operation) => {
  const { request: usual, more = [], after = [] } = requestOf(requests, name);
  const bases: { sent: Fields; request: Fields; runs: Recorded[] }[] = [];
  const recorded = (request: unknown, known?: Recorded) =>
    record(authorities, (port) => authorities.runParsed(operation, request, { port }), known);

  beforeAll(async () => {
    await authorities.reset();
    for (const [earlier, request] of after) await authorities.run(operations.get(earlier)!, request);
    for (const sent of [usual, ...more]) {
      const request = parsed(operation, sent);
      const known = await recorded(request);
      bases.push({ sent, request, runs: [known, await recorded(request, known)] });
    }
  });

  test('all requests of the operation succeed', () => {
    for (const { runs } of bases) for (const { error } of runs) expect(error).toBeUndefined();
  });

  /** Whether another request makes a difference. */
  const isOther = async (other: unknown, { runs }: (typeof bases)[number]): Promise<boolean> =>
    differs(await recorded(other, runs[0]), runs);

  /** Whether some other value of a field makes a difference to some request. */
  const counts = async (leaf: Leaf): Promise<boolean> => {
    for (const base of bases.filter(({ request }) => at(request, leaf.path.slice(0, -1))))
      for (const other of othersFor(leaf, base.request))
        if (await isOther(withOther(base.request, leaf.path, other), base)) return true;
    return false;
  };

  test.each(leavesOf(operation.request).map((leaf) => [leaf.path.join('.'), leaf] as const))(
    'the field %s changes what is sent, unless it is an exception',
    async (field, leaf) => {
      const exception = exceptionOf(name, field);
      const why = exception
        ? 'counts: take it out of the exceptions of this file'
        : 'sends nothing else with another value: a request in which it counts, in furtherRequests of ' +
          'test/support/requests.ts, or a reason in NOT_SENT of this file';
      expect(await counts(leaf), `${field} ${why}`).toBe(exception === undefined);
    },
  );

  /** The first other value of a field that the rules accept in a request, with the resulting parsed request. */
  const firstTaken = ({ path, schema }: Leaf, { sent, request }: (typeof bases)[number]) => {
    const others = othersOf(schema, at(request, path)).filter(({ read }) => !meansNothing(read));
    for (const other of others.slice(0, TRIES)) {
      const { value } = readRequest(operation.request, withOther(sent, path, other.sent), {
        onlyDefined: true,
      });
      if (value) return value;
    }
    return undefined;
  };

  /** Whether a dry run names the field, which the authority has no place for. */
  const isNamed = async (other: unknown, { path }: Leaf): Promise<boolean> => {
    const { warnings = [] } = await authorities.runParsed(operation, other, { dry: true });
    return warnings.some((warning) => warning.includes(path.at(-1)!));
  };

  test.runIf(operation.kind === 'submission')(
    'no field is dropped without a message if it is accepted',
    async () => {
      const dropped: string[] = [];
      for (const leaf of leavesOf(operation.request)) {
        const field = leaf.path.join('.');
        if (exceptionOf(name, field)) continue;
        for (const [index, base] of bases.entries()) {
          const other = firstTaken(leaf, base);
          if (!other || (await isOther(other, base)) || (await isNamed(other, leaf))) continue;
          dropped.push(`${field} of request ${index}`);
        }
      }
      expect(
        dropped,
        'send these, name them in a warning, or refuse them by a rule where they mean nothing (shared/kernel/rules.ts): ' +
          'request 0 is that of reference/requests.ts, the others are in furtherRequests of test/support/requests.ts',
      ).toEqual([]);
    },
  );
});
