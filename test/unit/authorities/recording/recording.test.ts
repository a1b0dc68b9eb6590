import { describe, expect, test } from 'vitest';
import { demoData } from '../../../../local/demo.ts';
import { checkRecording } from '../../../../reference/wire/recording.ts';
import { collectExchanges } from '../../../../reference/wire/table.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { type Conversation, type Har, har, harOf } from '../../../../shared/authorities/recording/har.ts';
import { Redactor } from '../../../../shared/authorities/recording/redact.ts';
import { outcomeOf } from '../../../support/authorities.ts';
import { requestsOf } from '../../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../../support/stand-in/counted.ts';
import { leftIn } from '../../../support/stand-in/personal.ts';
import { useAuthorities } from '../../../support/stand-in/use-authorities.ts';

const authorities = useAuthorities();

const { holder } = seed.demo;
const NAMES = [holder.givenName, holder.firstSurname, holder.secondSurname];
/** The first surname of the demo's holder is also a column title in the tax agency's list. */
const namesIn = (name: string) =>
  name.includes('/aeat/notification') ? NAMES.filter((one) => one !== holder.firstSurname) : NAMES;
const requests = requestsOf(demoData());
const atAuthorities = [...operations].map(([name]) => name).filter((name) => requests[name]);

/** The conversations of an operation; each call makes recordings of them. */
const conversationsOf = async (name: string): Promise<() => Har[]> => {
  const kept: Conversation[] = [];
  const { request, after = [] } = requests[name]!;
  for (const [earlier, sent] of after) await outcomeOf(authorities.run(operations.get(earlier)!, sent));
  const record = async (conversation: Conversation) => {
    kept.push(conversation);
  };
  await outcomeOf(authorities.run(operations.get(name)!, request, { record }));
  return () => kept.map((conversation) => harOf(conversation, namesIn(name)));
};

describe.each(atAuthorities)('the recording of %s', (name) => {
  test('the recording has no personal data, and the exchange reads it as it read the conversation', async () => {
    const record = await conversationsOf(name);
    const recordings = record();
    expect(recordings.length).toBeGreaterThan(0);
    const texts = () => Object.fromEntries(record().map((one, at) => [at, JSON.stringify(har.parse(one))]));
    expect(await leftIn(texts)).toEqual([]);
    const exchanges = await collectExchanges();
    for (const recording of recordings) {
      const exchange = exchanges.find((one) => one.name === recording.log._exchange.name)!;
      const breaks = checkRecording(exchange, recording).filter(({ verdict }) => verdict === 'breaks');
      expect(breaks.map(({ text }) => `${exchange.name}: ${text}`)).toEqual([]);
    }
  });
});

describe('the replacements in a recording', () => {
  const redactor = new Redactor({ dni: seed.demo.worker.dni }, NAMES);

  // The number of digits in a code differs from day to day.
  test.each(['SWZHADADSBFTBEPP', 'SW9HA9ADSB7TBEPP', '2345678923456789'])(
    'the code %s of a document is replaced by another one of the same form',
    (csv) => {
      const address = redactor.address(`/cotejo?CSV=${csv}`);
      expect(address).toMatch(/^\/cotejo\?CSV=[A-Z0-9]{16}$/);
      expect(address).not.toContain(csv);
    },
  );

  test('XML in base64 keeps its structure and nothing personal, and other documents leave nothing', () => {
    const { dni } = seed.demo.worker;
    const inBase64 = (text: string) => Buffer.from(text).toString('base64');
    const xml =
      `<acuse><datos Id="ProsaData"><dni>${dni}</dni><de>${NAMES.join(' ')}</de></datos></acuse>`.padEnd(90);
    const safe = Buffer.from(redactor.text(inBase64(xml)), 'base64').toString();
    expect(safe).toMatch(/^<acuse><datos Id="ProsaData"><dni>[^<]+<\/dni><de>[^<]+<\/de><\/datos><\/acuse>/);
    for (const name of [dni, ...NAMES]) expect(safe).not.toContain(name);
    const other = redactor.text(inBase64(`${NAMES.join(' ')} ${dni} `.padEnd(90, '.')));
    expect(Buffer.from(other, 'base64').toString()).toBe('%PDF-1.4 (left out)');
  });
});
