import { dateOf, MARK } from '../../functions/reference/relative-dates.ts';

/** A Postman script, run before a request or after its answer. */
export interface Script {
  listen: 'prerequest' | 'test';
  script: { type: 'text/javascript'; exec: string[] };
}

const script = (listen: Script['listen'], ...exec: string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec: exec.flatMap((text) => text.split('\n')) },
});

const DATES = `const dateOf = ${dateOf};
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Madrid' });
const MARK = ${MARK};`;

/** Runs before every request: computes its dates relative to today in Madrid. */
export const DATED = script(
  'prerequest',
  DATES,
  'for (const [mark, unit, by] of JSON.stringify(pm.request).matchAll(MARK))',
  '  pm.collectionVariables.set(mark.slice(2, -2), dateOf(unit, Number(by), today));',
);

/** Runs before a request with a file: fills in its content with today's dates. */
export const withFile = (content: string): Script =>
  script(
    'prerequest',
    DATES,
    `const xml = ${JSON.stringify(content)}.replace(MARK, (_, unit, by) => dateOf(unit, Number(by), today));`,
    "pm.collectionVariables.set('xmlFile', 'data:application/xml;base64,' + btoa(xml));",
  );

/** Runs before a request that files for others, and skips it outside a sandbox. */
export const ONLY_IN_SANDBOX = script(
  'prerequest',
  "if (pm.environment.get('sandbox') !== '1') pm.execution.skipRequest();",
);

/** Runs after an answer: checks its status, and stores values for later requests. */
export const after = (statuses: number[], ...keep: string[]): Script =>
  script(
    'test',
    `pm.test('${statuses.join(' o ')}', () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(statuses)}));`,
    ...keep,
  );

/** Stores a member of the answer's data in a variable. */
export const keep = (variable: string, member: string): string =>
  `if (pm.response.code === 200) pm.collectionVariables.set('${variable}', String(pm.response.json().data${member} ?? ''));`;
