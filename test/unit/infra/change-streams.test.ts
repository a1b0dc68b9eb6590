import { expect, test } from 'vitest';
import { FILING_STATES } from '../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../shared/stores/filings/shown-state.ts';
import {
  functionIn,
  functions,
  gatewayOf,
  ofType,
  productionWith,
  propertiesOf,
  resourcesOf,
  stageOf,
} from '../../support/infra/templates.ts';
import { testRows } from '../../support/of-capabilities.ts';

/** Which functions read the changes of tables, which changes these are, and where failed ones go. */

const reader = functions.get('changes')!;
const mappings = propertiesOf('Lambda::EventSourceMapping').filter(
  ({ FunctionName }) => functionIn(FunctionName) === reader.id,
);
const [lost] = ofType('SQS::Queue').find(([id]) => id.startsWith('ChangesLost'))!;

const filtersOf = (table: RegExp) =>
  mappings
    .filter(({ EventSourceArn }) => table.test(EventSourceArn['Fn::GetAtt'][0]))
    .flatMap(({ FilterCriteria }) => FilterCriteria.Filters)
    .map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern).dynamodb);

test('one function reads filings, obligations, accounts and events from the first change on', () => {
  expect(mappings.map(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][1])).toEqual([
    'StreamArn',
    'StreamArn',
    'StreamArn',
    'StreamArn',
  ]);
  for (const { StartingPosition } of mappings) expect(StartingPosition).toBe('TRIM_HORIZON');
});

test('a batch of changes that fails is read again, in halves, until just before the stream forgets it, and then queued', () => {
  for (const mapping of mappings) {
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [lost, 'Arn'] } } },
    });
    // Lambda retries until a record reaches this age. Without the limit it would retry until DynamoDB drops the record after a
    // day, and nothing would reach the queue.
    expect(mapping).not.toHaveProperty('MaximumRetryAttempts');
    expect(mapping.MaximumRecordAgeInSeconds).toBe(23 * 60 * 60);
  }
});

test('the table of events passes on the events alone, and no deliveries or obligations', () => {
  expect(filtersOf(/Events/)).toEqual([{ Keys: { sk: { S: [{ prefix: '0' }] } } }]);
});

test('the stream of filings passes on those that are no longer under way, and what capabilities follow', () => {
  const closed = FILING_STATES.filter((state) => !isOpen(shownState({ state, dry: false })));
  const inOrder = (filters: object[]) =>
    filters.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  const ofCapabilities = testRows.flatMap(({ ofFilings = [] }) => ofFilings);
  const [head, ...others] = filtersOf(/Filings/);
  expect(head).toEqual({
    NewImage: { sk: { S: ['head'] }, state: { S: expect.arrayContaining(closed) } },
  });
  expect(inOrder(others)).toEqual(inOrder(ofCapabilities));
  expect(filtersOf(/Filings/)[0].NewImage.state.S).toHaveLength(closed.length);
});

test('a restored table is read by its new stream', () => {
  const stream = 'arn:aws:dynamodb:eu-south-2:111122223333:table/filings/stream/2026-11-27T10:00:00.000';
  const restored = gatewayOf(productionWith({ streams: { filings: stream } }), ['reference']);
  const sources = propertiesOf('Lambda::EventSourceMapping', resourcesOf(restored)).map(
    ({ EventSourceArn }) => EventSourceArn,
  );
  expect(sources).toContain(stream);
  expect(() => stageOf(productionWith({ streams: { filings: 'filings' } }))).toThrow('streams.filings');
  expect(() => stageOf(productionWith({ streams: { windows: stream } }))).toThrow('streams');
  // A function may read any stream of a table, because a restored table has a new stream.
  const mayRead = propertiesOf('IAM::Policy', resourcesOf(restored))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes('dynamodb:GetRecords'))
    .flatMap(({ Resource }) => [Resource].flat());
  expect(mayRead.map(({ 'Fn::Join': [, parts] }) => parts.at(-1))).toEqual(Array(4).fill('/stream/*'));
});
