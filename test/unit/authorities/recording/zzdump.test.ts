import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoData } from '../../../../local/demo.ts';
import { checkRecording } from '../../../../reference/wire/recording.ts';
import { collectExchanges } from '../../../../reference/wire/table.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { type Conversation, type Har, har, harOf } from '../../../../shared/authorities/recording/har.ts';
import { outcomeOf, startAuthorities } from '../../../support/authorities.ts';
import { requestsOf } from '../../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../../support/stand-in/counted.ts';
import { personalIn } from '../../../support/stand-in/personal.ts';

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());
beforeEach(() => authorities.reset());

const { holder } = seed.demo;
const NAMES = [holder.givenName, holder.firstSurname, holder.secondSurname];
const requests = requestsOf(demoData());
const atAuthorities = [...operations].map(([name]) => name).filter((name) => requests[name]);

/** What was said while an operation was made. */
const recordingsOf = async (name: string): Promise<Har[]> => {
  const kept: Conversation[] = [];
  const { request, after = [] } = requests[name]!;
  for (const [earlier, sent] of after) await outcomeOf(authorities.run(operations.get(earlier)!, sent));
  const record = async (conversation: Conversation) => {
    kept.push(conversation);
  };
  await outcomeOf(authorities.run(operations.get(name)!, request, { record }));
  return kept.map((conversation) => harOf(conversation, NAMES));
};

describe.each(atAuthorities)('what is kept of %s', (name) => {
  test('has no personal data, and the exchange reads it as it read the conversation', async () => {
    const recordings = await recordingsOf(name);
    expect(recordings.length).toBeGreaterThan(0); if (/subcontractors|report-corriente/.test(name)) for (const r of recordings) { console.log(JSON.stringify(r.log._exchange)); for (const e of r.log.entries) console.log(e.request.method, e.request.url, (e.response.content.text ?? "").replace(/\s+/g, " ").slice(-700)); }
    const exchanges = await collectExchanges();
    for (const recording of recordings) {
      expect(personalIn(JSON.stringify(har.parse(recording)))).toEqual([]);
      const exchange = exchanges.find((one) => one.name === recording.log._exchange.name)!;
      const breaks = checkRecording(exchange, recording).filter(({ verdict }) => verdict === 'breaks');
      expect(breaks.map(({ text }) => `${exchange.name}: ${text}`)).toEqual([]);
    }
  });
});
