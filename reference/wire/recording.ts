import { type Exchange, Refusal, type Script, type Step } from '../../shared/authorities/exchange.ts';
import { decode } from '../../shared/authorities/html/latin1.ts';
import { answersIn, type Har } from '../../shared/authorities/recording/har.ts';

/** A finding about an exchange in a recording. */
export interface Finding {
  /** `note` is information without a verdict. */
  verdict: 'confirms' | 'breaks' | 'note';
  text: string;
}

/**
 * Compares a recording with the exchange that made it: runs the exchange on the recorded answers, and compares each
 * request that it makes with the recorded one.
 */
export const checkRecording = (
  exchange: Exchange<'reading' | 'submission', never, unknown>,
  recording: Har,
): Finding[] => {
  const findings: Finding[] = [];
  const add = (verdict: Finding['verdict'], text: string) => findings.push({ verdict, text });
  const { entries, _exchange } = recording.log;
  const answers = answersIn(recording);
  const script: Script<unknown> = exchange.script(_exchange.input as never);
  let end: string | undefined;
  try {
    let next = script.next();
    for (const [index, entry] of entries.entries()) {
      if (next.done) {
        add('breaks', `the exchange ends before request ${index + 1}, which was sent`);
        break;
      }
      const step = next.value;
      const place = `${index + 1}. ${step.method} ${step.path.split('?', 1)[0]}`;
      const before = index > 0 ? answers[index - 1] : undefined;
      for (const { verdict, text } of compare(step, entry.request, before)) add(verdict, `${place}: ${text}`);
      const answer = answers[index];
      if (!answer) {
        add('note', `${place}: no answer was received`);
        break;
      }
      add('note', `${place}: answered ${answer.status} ${answer.contentType}, ${answer.body.length} bytes`);
      next = script.next(answer);
    }
    if (next.done) end = 'result';
    else if (_exchange.dry && next.value.commits) end = 'dry';
    else if (answers.at(-1)) add('breaks', `the exchange asks on: ${next.value.method} ${next.value.path}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    end = error.name;
    if (error instanceof Refusal)
      add('confirms', `the last answer is read as a refusal: ${error.messages.join(' / ')}`);
    else if (isLeftOut(entries.at(-1))) {
      end = _exchange.end;
      add('note', 'the last answer is a document, which was left out of the recording');
    } else add('breaks', `the last answer cannot be read: ${error.name}: ${error.message}`);
  }
  if (end === 'result') add('confirms', 'the last answer is read as the result');
  if (end === 'dry') add('confirms', 'all answers before the step that files are read');
  if (end !== undefined && end !== _exchange.end)
    add('breaks', `it ended as "${_exchange.end}" when it was recorded, and as "${end}" now`);
  return findings;
};

/** Whether the content was left out: recordings have no documents except PDF. */
const isLeftOut = (entry: Har['log']['entries'][number] | undefined): boolean =>
  entry !== undefined && entry.response.content.size > 0 && !entry.response.content.text;

/** Checks that a request is as recorded, and that the previous page offers the fields that it sends. */
const compare = (
  step: Step,
  recorded: Har['log']['entries'][number]['request'],
  before: ReturnType<typeof answersIn>[number],
): Finding[] => {
  const url = new URL(recorded.url);
  const findings: Finding[] = [];
  const [sentPath, path] = [step.path.split('?', 1)[0]!, url.pathname].map(withoutSession) as [
    string,
    string,
  ];
  if (step.method !== recorded.method || shape(sentPath) !== shape(path))
    findings.push({ verdict: 'breaks', text: `${recorded.method} ${url.pathname} was recorded` });
  // Records have no names of fields.
  const isText = step.headers?.['content-type']?.startsWith('text/plain');
  const names = isText ? [] : fieldsOf(step.body);
  // A signed body is written with the certificate, which is not here.
  const then = step.sealed || isText ? [] : fieldsOf(recorded.postData?.text);
  const missing = then.filter((name) => !names.includes(name));
  const added = names.filter((name) => !then.includes(name));
  if (missing.length > 0) findings.push({ verdict: 'breaks', text: `no longer sends ${missing.join(', ')}` });
  if (added.length > 0) findings.push({ verdict: 'breaks', text: `now also sends ${added.join(', ')}` });
  if (missing.length + added.length === 0)
    findings.push({ verdict: 'confirms', text: `is sent as recorded, ${names.length} fields` });
  const page = before && decode(before.body, before.contentType);
  if (page && /<form/i.test(page) && names.length > 0) {
    const notOffered = names.filter((name) => !offers(page, name));
    findings.push(
      notOffered.length > 0
        ? { verdict: 'note', text: `the page before has no field ${notOffered.join(', ')}` }
        : { verdict: 'confirms', text: `the page before has all fields that are sent` },
    );
  }
  return findings;
};

/** Recordings omit or replace the session in a path. */
const withoutSession = (path: string): string => path.replace(/;.*/, '');

/** Recordings replace numbers. */
const shape = (path: string): string => path.replace(/\d/g, '0');

const fieldsOf = (body: string | Uint8Array = ''): string[] => {
  const text = Buffer.from(body).toString('latin1');
  if (text === '' || /^\s*</.test(text)) return [];
  return [...new Set(text.split('&').map((field) => decodeURIComponent(field.split('=', 1)[0]!)))];
};

const offers = (page: string, name: string): boolean =>
  [`"${name}"`, `'${name}'`, `=${name} `, `=${name}>`].some((way) => page.includes(way));
