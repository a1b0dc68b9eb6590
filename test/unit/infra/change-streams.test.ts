import { expect, test } from 'vitest';
import { FILING_STATES } from '../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../shared/stores/filings/shown-state.ts';
import { functionIn, functions, ofType, propertiesOf } from '../../support/infra/templates.ts';

/** Who reads the changes of tables, which of them, and what becomes of those that fail. */

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

test('what fails is read again, in halves, until the stream forgets it, and then is in a queue', () => {
  for (const mapping of mappings) {
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [lost, 'Arn'] } } },
    });
    // Without a limit of their own Lambda tries until a record expires.
    expect(mapping).not.toHaveProperty('MaximumRetryAttempts');
    expect(mapping).not.toHaveProperty('MaximumRecordAgeInSeconds');
  }
});

test('of events it reads the events alone, not deliveries or what is due', () => {
  expect(filtersOf(/Events/)).toEqual([{ Keys: { sk: { S: [{ prefix: '0' }] } } }]);
});

test('of filings every state in which one is no longer under way is read, and those in which nothing more of a batch is', () => {
  const closed = FILING_STATES.filter((state) => !isOpen(shownState({ state, dry: false })));
  expect(filtersOf(/Filings/)).toEqual([
    { NewImage: { sk: { S: ['head'] }, state: { S: expect.arrayContaining(closed) } } },
    { NewImage: { sk: { S: ['batch'] }, state: { S: ['previewed', 'ended', 'cancelled'] } } },
  ]);
  expect(filtersOf(/Filings/)[0].NewImage.state.S).toHaveLength(closed.length);
});
