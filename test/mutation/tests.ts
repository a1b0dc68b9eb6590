const unit = (...names: string[]): string[] => names.map((name) => `test/unit/${name}.test.ts`);

/**
 * The files that `npm run mutation` changes, each with the tests that are to notice: the fewest that suffice, because they
 * run for each change.
 */
export const TESTS: Record<string, string[]> = {
  'shared/text.ts': unit('text'),
  'shared/rules.ts': unit('rules'),
  'shared/identifiers.ts': unit('identifiers'),
  'shared/fields.ts': unit('fields'),
  'shared/validation.ts': unit('read-request'),
  'shared/serving/admit.ts': unit('serving/admit'),
  'shared/serving/answer.ts': unit('serving/answer', 'serving/kept-pages'),
  'shared/serving/bearer.ts': unit('serving/reading'),
  'shared/serving/call.ts': unit('serving/reading'),
  'shared/serving/documents.ts': unit('serving/documents'),
  'shared/serving/filing-answer.ts': unit('serving/documents'),
  'shared/serving/filing-call.ts': unit('serving/claims'),
  'shared/serving/filing-claim.ts': unit('serving/claims'),
  'shared/serving/filing-draft.ts': unit('serving/read-input', 'serving/filing-draft'),
  'shared/serving/filing-ports.ts': unit('serving/ports'),
  'shared/serving/filing-times.ts': unit('serving/filing-times'),
  'shared/serving/filing.ts': unit('serving/filing'),
  'shared/serving/form/form.ts': unit('serving/reading'),
  'shared/serving/input.ts': unit('serving/read-input'),
  'shared/serving/look-up.ts': unit('serving/look-up'),
  'shared/serving/ports.ts': unit('serving/ports'),
  'shared/serving/repeated.ts': unit('serving/reading'),
  'shared/serving/run.ts': unit('serving/run'),
  'shared/serving/runner.ts': unit('serving/run'),
  'shared/serving/services.ts': unit('serving/run'),
  'shared/serving/evidence/manifest.ts': unit('serving/manifest'),
  'shared/serving/evidence/read.ts': unit('serving/claims'),
  'shared/serving/evidence/write.ts': unit('serving/evidence/write'),
  'shared/serving/later/accept.ts': unit('serving/later'),
  'shared/serving/later/dispatch.ts': unit('serving/claims'),
  'shared/serving/later/due.ts': unit('serving/later/due'),
  'shared/serving/later/prepared.ts': unit('serving/later/prepared'),
  'shared/serving/later/work.ts': unit('serving/later'),
  'shared/serving/start/own-services.ts': unit('serving/run'),
  'shared/serving/start/parts.ts': unit('serving/run'),
};
