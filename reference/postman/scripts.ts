import { dateOf, MARK } from '../../functions/reference/relative-dates.ts';

/** A script of Postman: before a request, or after its answer. */
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

/** Before every request: the dates that it names, counted from today in Madrid. */
export const DATED = script(
  'prerequest',
  DATES,
  'for (const [mark, unit, by] of JSON.stringify(pm.request).matchAll(MARK))',
  '  pm.collectionVariables.set(mark.slice(2, -2), dateOf(unit, Number(by), today));',
);

/** Before a request with a file: its content, with the dates of today, as the request has it. */
export const withFile = (content: string): Script =>
  script(
    'prerequest',
    DATES,
    `const xml = ${JSON.stringify(content)}.replace(MARK, (_, unit, by) => dateOf(unit, Number(by), today));`,
    "pm.collectionVariables.set('xmlFile', 'data:application/xml;base64,' + btoa(xml));",
  );

/** Before a request that files so that others work: only where nothing is filed for real. */
export const ONLY_IN_SANDBOX = script(
  'prerequest',
  "if (pm.environment.get('sandbox') !== '1') pm.execution.skipRequest();",
);

/** After an answer: whether it is one that is expected, and what later requests need of it. */
export const after = (statuses: number[], ...keep: string[]): Script =>
  script(
    'test',
    `pm.test('${statuses.join(' o ')}', () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(statuses)}));`,
    ...keep,
  );

/** Keeps a member of the answer's data in a variable. */
export const keep = (variable: string, member: string): string =>
  `if (pm.response.code === 200) pm.collectionVariables.set('${variable}', String(pm.response.json().data${member} ?? ''));`;
