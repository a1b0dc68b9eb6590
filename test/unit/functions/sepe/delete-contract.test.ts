import { describe, expect, test } from 'vitest';
import { deleteContract } from '../../../../functions/gateway/sepe/operations/delete-contract.ts';
import { Refusal } from '../../../../shared/authorities/exchange.ts';
import { removal } from '../../../../shared/authorities/sepe/contrata/removal.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { failure, LOST, portsTo, run } from '../../../support/portals/operations.ts';
import { NAMES } from '../../../support/portals/sepe-services.ts';

describe('the removal of a contract', () => {
  const remove = { sepeId: 'E-28-2026-0000123', option: 1 };

  test('a removal is answered with SEPE’s own message', async () => {
    const { ports } = portsTo('sepe', { [removal.name]: () => 'La anulación se ha realizado correctamente' });
    expect(await run(deleteContract, remove, ports)).toEqual({
      message: 'La anulación se ha realizado correctamente',
    });
  });

  test('a removal with a lost answer took effect if SEPE does not know the contract any more', async () => {
    const lost = (data: () => unknown) =>
      run(deleteContract, remove, portsTo('sepe', { [removal.name]: () => LOST, [NAMES.data]: data }).ports);
    for (const shown of [{}, new Refusal(['No autorizado']), new ServiceError(504, 'x')])
      await failure(lost(() => shown));
    expect(await lost(() => new Refusal(['No existen datos para esta consulta.', 'x']))).toEqual({
      message: 'La anulación se ha realizado.',
    });
  });
});
