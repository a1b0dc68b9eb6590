import { expect, test } from 'vitest';
import type { LogLine } from '../../../commands/logs/lines.ts';
import { storyOf } from '../../../commands/logs/story.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';

const requestId = '6b1f6c2e-2f5d-4c55-9f3a-3a1f0f6f1c11';
const id = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds));
const line = (seconds: number, message: string, facts: Record<string, unknown> = {}): LogLine => ({
  at: at(seconds),
  message,
  facts: { requestId, ...facts },
});

const filing: Filing = {
  id,
  state: 'committing',
  dry: false,
  operation: 'POST /api/v4/seg-social/alta',
  authority: 'tgss',
  accountId: 'account',
  userId: 'user',
  clientId: 7,
  certificate: { id: 'certificate', fingerprint: 'f'.repeat(64), nif: '99999018D' },
  requestId,
  owner: requestId,
  key: 'alta-99999001S',
  requestHash: '',
  contentHash: '',
  request: '{"dni":"99999001S"}',
  messages: ['El trabajador ANA PRUEBA ya está de alta'],
  reference: 'E-28-2026-0000001',
  claimedAt: at(0).toISOString(),
  committingAt: at(1).toISOString(),
  stated: { filed: true, note: 'ANA PRUEBA está de alta', userId: 'user', at: at(59).toISOString() },
};

/** The sentences of a section. */
const section = (story: string, name: string): string[] => {
  const [, after = ''] = story.split(`${name}\n`);
  return after.split('\n\n')[0]!.trim().split(/\n\s+/);
};

test('the timeline of a function that ended after it sent a filing has its record and its answers', () => {
  const story = storyOf(
    [
      line(1, 'commit begins', { filing: id, gateway: 'of-api-gateway' }),
      {
        at: at(29),
        facts: {
          requestId: 'of-api-gateway',
          status: '504',
          milliseconds: '29000',
          refusal: 'INTEGRATION_TIMEOUT',
        },
      },
    ],
    [{ filing, entries: [] }],
  );
  expect(story).not.toContain('What came');
  expect(section(story, 'What was decided')).toEqual([
    '2026-11-21T10:00:01.000Z  Recorded; the step that files may be sent.',
  ]);
  expect(section(story, 'How it ended')[0]).toContain('delivered 504 after 29000 ms');
  expect(section(story, 'How it ended')[0]).toContain('by itself: INTEGRATION_TIMEOUT');
  expect(section(story, 'Its state now')[0]).toContain(`${id} is committing: it may be under way.`);
  expect(section(story, 'Its state now')[1]).toContain('declared that it was filed');
});

test('the timeline shows nothing of a record that names a person', () => {
  const story = storyOf([], [{ filing, entries: [] }]);
  expect(story).toContain(id);
  for (const text of ['99999001S', '99999018D', 'ANA', 'PRUEBA', 'E-28', 'alta-'])
    expect(story, text).not.toContain(text);
});

test("the authority's codes of a refusal are shown, and nothing else of its messages", () => {
  const refused = { authority: 'tgss', exchange: 'ATR01 alta', outcome: 'refused', steps: 2, attempts: 1 };
  const messages = ['CCT0113: El municipio de ANA', '4359* MOVIMIENTO PREVIO', 'ANA ya está de alta'];
  const story = storyOf(
    [line(1, 'exchange', { ...refused, milliseconds: 9, codes: ['4359'] })],
    [{ filing: { ...filing, messages }, entries: [] }],
  );
  expect(story).toContain('refused: it refused, in its own words (code 4359).');
  expect(story).toContain('messages of the authority: 3 (codes CCT0113, 4359)');
  expect(story).not.toContain('ANA');
});

test.each([
  [422, [], 'Refused: its fields or its certificate are not valid.'],
  [
    422,
    [line(1, 'exchange', { authority: 'tgss', outcome: 'refused', steps: 1, attempts: 1 })],
    `Admitted, about trámite ${id}.`,
  ],
  [202, [], `Queued as trámite ${id}.`],
  [429, [], `Refused: the caller exceeds its rate limit (trámite ${id}).`],
])('the status %s is explained by what came before it (%#)', (status, before, text) => {
  const about = status === 422 && before.length === 0 ? {} : { filing: id };
  const lines = [...before, line(2, 'request', { status, milliseconds: 1500, ...about })];
  const story = storyOf(lines, []);
  expect(section(story, 'What was decided')).toEqual([`2026-11-21T10:00:00.500Z  ${text}`]);
  expect(section(story, 'Its record')).toEqual([
    'None: nothing was to be filed, or the request was refused.',
  ]);
});

test('a fault beside a call that succeeds is shown with its error', () => {
  const story = storyOf(
    [
      line(3, 'evidence could not be written', {
        filing: id,
        error: { name: 'Error', message: 'S3 is away' },
      }),
    ],
    [],
  );
  expect(section(story, 'What went wrong')).toEqual([
    '2026-11-21T10:00:03.000Z  Evidence could not be written: Error: S3 is away.',
  ]);
});
