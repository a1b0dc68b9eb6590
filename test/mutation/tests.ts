import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const unit = (...names: string[]): string[] => names.map((name) => `test/unit/${name}.test.ts`);

const integration = (...names: string[]): string[] => names.map((name) => `test/integration/${name}.test.ts`);

const CAPABILITIES = join(import.meta.dirname, '../../functions/capabilities');

/** A capability is tested in folders of its name. */
const capabilities = (): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(CAPABILITIES, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [
        `functions/capabilities/${name}`,
        [`test/{unit,integration}/${name}/**/*.test.ts`],
      ]),
  );

/**
 * The files, and folders with all their files, that `npm run mutation` changes, each with the tests that must notice: as few as
 * suffice, because those that reach a mutant run for it. Heavy tests never run.
 */
export const TESTS: Record<string, string[]> = {
  'shared/authorities': ['test/unit/authorities/**/*.test.ts'],
  ...capabilities(),
  'functions/gateway/seg-social/look-ups.ts': unit('functions/seg-social/look-ups'),
  'functions/gateway/sepe/look-ups.ts': unit('functions/sepe/look-ups'),
  'shared/kernel/text.ts': unit('kernel/text'),
  'shared/kernel/rules.ts': unit('kernel/rules'),
  'shared/kernel/identifiers.ts': unit('kernel/identifiers'),
  'shared/kernel/fields.ts': unit('kernel/fields'),
  'shared/kernel/request-value.ts': unit('kernel/read-request'),
  'shared/kernel/validation.ts': unit('kernel/read-request'),
  'shared/serving/admit.ts': unit('serving/admit'),
  'shared/serving/answer.ts': unit('serving/answer', 'serving/kept-pages'),
  'shared/serving/who-called.ts': unit('serving/answer', 'serving/reading'),
  'shared/serving/stages.ts': unit('serving/reading'),
  'shared/serving/documents.ts': unit('serving/documents'),
  'shared/serving/filing/answer.ts': unit('serving/documents'),
  'shared/serving/filing/claim.ts': unit('serving/filing/claims'),
  'shared/serving/filing/draft.ts': unit('serving/filing/draft'),
  'shared/serving/filing/dry-run.ts': unit('serving/filing/once'),
  'shared/serving/filing/end.ts': unit('serving/filing/once'),
  'shared/serving/filing/explain.ts': unit('serving/filing/explain'),
  'shared/serving/filing/look-up.ts': unit('serving/filing/look-up'),
  'shared/serving/filing/once.ts': unit('serving/filing/once'),
  'shared/serving/filing/for-operations.ts': unit('serving/ports'),
  'shared/serving/filing/recorded.ts': unit('serving/filing/claims'),
  'shared/serving/filing/times.ts': unit('serving/filing/times'),
  'shared/serving/form/form.ts': unit('serving/reading'),
  'shared/serving/input.ts': unit('serving/read-input', 'serving/reading'),
  'shared/serving/before-authority.ts': unit('serving/run'),
  'shared/serving/run.ts': unit('serving/ports', 'serving/run'),
  'shared/serving/serve.ts': unit('serving/answer', 'serving/kept-pages'),
  'shared/serving/evidence/manifest.ts': unit('serving/manifest'),
  'shared/serving/evidence/read.ts': unit('serving/filing/claims'),
  'shared/serving/evidence/write.ts': unit('serving/evidence/write'),
  'shared/serving/later/accept.ts': [...unit('serving/later'), ...integration('later/respond-async')],
  'shared/serving/later/dispatch.ts': unit('serving/filing/claims'),
  'shared/serving/later/due.ts': [
    ...unit('serving/later/due'),
    ...integration('due-filings', 'kept/metrics', 'later/prepared'),
  ],
  'shared/serving/later/prepared.ts': unit('serving/later/prepared'),
  'shared/serving/later/consumer.ts': unit('serving/later'),
  'shared/serving/later/work.ts': unit('serving/later'),
  'functions/services.ts': unit('serving/run'),
};
