import { describe, expect, test } from 'vitest';
import { sepe as lazySepe } from '../../../../functions/gateway/sepe/group.ts';
import { createBasicCopy } from '../../../../functions/gateway/sepe/operations/create-basic-copy.ts';
import { deleteContract } from '../../../../functions/gateway/sepe/operations/delete-contract.ts';
import { listContracts } from '../../../../functions/gateway/sepe/operations/list-contracts.ts';
import { loadGroup } from '../../../../shared/derive/groups.ts';
import type { Operation } from '../../../../shared/operation/operation.ts';
import { failingFields } from '../../../support/portals/operations.ts';

const sepe = await loadGroup(lazySepe);

describe('requests to the employment service', () => {
  test.each<[string, Operation, Record<string, unknown>, string[]]>([
    ['a footprint of another form', deleteContract, { sepeId: '28-2026-123' }, ['sepeId']],
    ['an unknown option', deleteContract, { option: 3 }, ['option']],
    ['a footprint as calls to work answer it', deleteContract, { sepeId: 'E-28-2026-000012300' }, []],
    ['that of a transformation', deleteContract, { sepeId: 'E-28-2026-000012301' }, ['sepeId']],
    ['both valid', deleteContract, { sepeId: 'e-28-2026-0000123', option: 2, test: 1 }, []],
    ['a list that ends before it begins', listContracts, { endDate: '2026-10-31' }, ['endDate']],
    ['a basic copy without text', createBasicCopy, { TEXTO_COPIABASICA: ' ' }, ['TEXTO_COPIABASICA']],
    ['a basic copy without footprint', createBasicCopy, { sepeId: '' }, []],
    [
      'a text that is too long',
      createBasicCopy,
      { TEXTO_COPIABASICA: 'x'.repeat(751) },
      ['TEXTO_COPIABASICA'],
    ],
  ])('a request is read, or fails at these fields: %s', (_why, operation, change, fields) => {
    expect(failingFields(operation, { ...operation.example.request, ...change })).toEqual(fields);
  });

  test('the former address of the list names the one that succeeds it', () => {
    const superseded = sepe.operations.filter(({ supersededBy }) => supersededBy);
    expect(superseded.map(({ path, supersededBy }) => [path, supersededBy])).toEqual([
      ['/certifica/data', '/certifica/list'],
    ]);
  });

  test('an operation that files offers a dry run, or refuses it', () => {
    const writing = sepe.operations.filter(({ kind }) => kind === 'submission');
    expect(
      writing.map(({ method, path, ...operation }) => [
        `${method} ${path}`,
        'dryRun' in operation && operation.dryRun,
      ]),
      'each submission and its dryRun, in the list of this test',
    ).toEqual([
      ['POST /contrata', 'confirmation'],
      ['DELETE /contrata', 'confirmation'],
      ['POST /contrata/xml', 'not-offered'],
      ['POST /prorroga', 'confirmation'],
      ['POST /llamamientos', 'confirmation'],
      ['POST /transformation', 'confirmation'],
      ['POST /contrata/transformation/xml', 'not-offered'],
      ['POST /copy-basic', 'confirmation'],
      ['POST /copy-basic/xml', 'not-offered'],
      ['POST /certifica', 'confirmation'],
    ]);
  });
});
