import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { setting } from '../../kernel/config.ts';
import { limited } from '../limits.ts';

/** An alarm of the stage, as CloudWatch has it. */
interface KeptAlarm {
  /** Its heading in `docs/operations.md`, and of which authority, queue or function it is. */
  kind: string;
  of?: string | undefined;
  state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  since?: Date | undefined;
}

/** Alarms that CloudWatch gives at a time. */
const PAGE = 100;
/** Pages that are read at most. */
const MOST_PAGES = 5;

// Loaded at first use, by one operation.
const load = () => import('@aws-sdk/client-cloudwatch');

let client: CloudWatchClient | undefined;

/** The alarms of the stage. @throws Error where CloudWatch cannot be asked */
export const alarmsNow = async (): Promise<KeptAlarm[]> => {
  const sdk = await load();
  client ??= limited((config) => new sdk.CloudWatchClient(config));
  const prefix = `pasarela-${setting('STAGE')}-`;
  const found: KeptAlarm[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await client.send(
      new sdk.DescribeAlarmsCommand({
        AlarmNamePrefix: prefix,
        AlarmTypes: ['MetricAlarm'],
        MaxRecords: PAGE,
        NextToken,
      }),
    );
    for (const { AlarmName = '', StateValue, StateTransitionedTimestamp } of answer.MetricAlarms ?? []) {
      const [kind = '', ...of] = AlarmName.slice(prefix.length).split('-');
      found.push({
        kind,
        ...(of.length > 0 && { of: of.join('-') }),
        state: StateValue ?? 'INSUFFICIENT_DATA',
        since: StateTransitionedTimestamp,
      });
    }
    NextToken = answer.NextToken;
    if (!NextToken) break;
  }
  return found;
};
