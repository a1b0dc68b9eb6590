import { expect, test } from 'vitest';
import { RUNBOOK } from '../../../functions/capabilities/operator/runbook.ts';
import { alarmsOf } from '../../../infra/observability/alarms.ts';
import { CHANGES_UNREAD } from '../../../infra/observability/unread-changes.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { stageOf } from '../../support/infra/templates.ts';

/** The operators' information about alarms in the panel. */

test('each kind of alarm of both stages has its line in the runbook, and each line has its alarm', () => {
  const kinds = ['sandbox', 'production'].flatMap((name) => {
    const stage = { ...stageOf({ stage: name }), canary: true };
    return alarmsOf({ stage, groups: groupsOf(stage) }).map(({ kind }) => kind);
  });
  expect([...new Set([...kinds, CHANGES_UNREAD])].sort()).toEqual(Object.keys(RUNBOOK).sort());
});
