import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import { OutOfService, Refusal, Unreadable } from '../../../shared/authorities/exchange.ts';
import { MAX_STEPS } from '../../../shared/authorities/run-script.ts';
import { tries } from '../setup/fast-check.ts';
import { latin1, PDF, type play, type Seen } from './portal.ts';

/**
 * Arbitrary answers of a portal, to test the contract of scripts: whatever a portal answers, a script ends in a result or in
 * one of three errors.
 */

/** Arbitrary bytes, mostly composed from parts of a portal's pages, so that a script gets past its first check. */
const anyBody = (parts: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.oneof({ weight: 5, arbitrary: parts }, fc.string()), { maxLength: 10 })
        .map((texts) => latin1(texts.join('\n'))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constant(PDF) },
  );

/** An arbitrary answer, mostly with status 200 and one of the usual content types. */
export const anyAnswer = (parts: fc.Arbitrary<string>, ...usualTypes: string[]): fc.Arbitrary<Answer> =>
  fc.record({
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.constantFrom(204, 301, 302, 400, 401, 403, 404, 500, 503) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 599 }) },
    ),
    contentType: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...usualTypes) },
      { weight: 1, arbitrary: fc.string() },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          'text/html; charset=utf-16',
          'text/html; charset="nonsense"',
          'application/xml; charset=nonsense',
          'x; charset=ñ',
          'application/pdf',
        ),
      },
    ),
    headers: fc.constantFrom({}, { location: '/x' }, { location: 'http://[' }, { location: ['/a', '/b'] }),
    body: anyBody(parts),
  });

/** A change to an answer of a valid conversation: mostly none, otherwise a part or the whole answer is replaced. */
const anyChange = (parts: fc.Arbitrary<string>, other: fc.Arbitrary<Answer>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant((good: Answer) => good) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(4000), fc.nat(300), fc.oneof(parts, fc.constant(''))).map(
        ([from, length, replacement]) =>
          (good: Answer): Answer => ({
            ...good,
            body: Buffer.concat([
              good.body.subarray(0, from),
              latin1(replacement),
              good.body.subarray(from + length),
            ]),
          }),
      ),
    },
    { weight: 1, arbitrary: other.map((answer) => () => answer) },
  );

/** Asserts that a script ended in a result (no error) or in one of its three errors. Any other error is a defect. */
export const expectForeseen = (error: unknown): void => {
  const isForeseen =
    error === undefined || [Refusal, OutOfService, Unreadable].some((kind) => error instanceof kind);
  expect(isForeseen, String((error as Error | undefined)?.stack)).toBe(true);
};

type AnsweringPortal = (seen: Seen, index: number) => Answer;

/** A script, and a portal at which it succeeds. */
export interface Case {
  name: string;
  portal: () => AnsweringPortal;
  run: (portal: AnsweringPortal, dry: boolean) => ReturnType<typeof play>;
}

/** Defines tests that scripts succeed at their portals, and end as foreseen if some of the answers are changed. */
export const holdsWithChanges = (
  cases: Case[],
  { parts, answers, runs }: { parts: fc.Arbitrary<string>; answers: fc.Arbitrary<Answer>; runs: number },
): void => {
  it.each(cases)('$name succeeds at a portal that works', async ({ portal, run }) => {
    expect(await run(portal(), false)).toMatchObject({ end: { result: expect.anything() } });
  });

  it.each(cases)('$name ends, in a result or in one of the three errors of scripts', async (one) => {
    const changes = fc.array(anyChange(parts, answers), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (change, dry) => {
        const good = one.portal();
        const changed: AnsweringPortal = (seen, index) => change[index % change.length]!(good(seen, index));
        const { error, steps, seen } = await one.run(changed, dry);
        expect(steps).toBeLessThanOrEqual(MAX_STEPS);
        if (dry) expect(seen.some(({ commits }) => commits)).toBe(false);
        expectForeseen(error);
      }),
      tries(runs),
    );
  });
};
