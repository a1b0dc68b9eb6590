import { expect, test } from 'vitest';
import { getContract } from '../../../../functions/sepe/operations/get-contract.ts';
import { getTransformation } from '../../../../functions/sepe/operations/get-transformation.ts';
import {
  contractPdf,
  transformationPdf,
} from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { FOOTPRINT } from '../../../support/portals/contrata.ts';
import { document, portsTo, run } from '../../../support/portals/operations.ts';

test('duplicates are returned as documents', async () => {
  const { ports } = portsTo('sepe', {
    [contractPdf.name]: () => document('contrato.pdf'),
    [transformationPdf.name]: (query: unknown) => {
      expect(query).toEqual({
        footprint: FOOTPRINT,
        of: { dni: '12345678Z', startDate: '2026-11-03' },
      });
      return document('transformacion.pdf');
    },
  });
  expect(await run(getContract, getContract.example.request as Record<string, unknown>, ports)).toMatchObject(
    {
      data: { file: { name: 'contrato.pdf' } },
    },
  );
  expect(
    await run(getTransformation, getTransformation.example.request as Record<string, unknown>, ports),
  ).toMatchObject({ data: { file: { name: 'transformacion.pdf' } } });
});
