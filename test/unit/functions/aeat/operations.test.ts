import { describe, expect, it } from 'vitest';
import { getEconomicActivities } from '../../../../functions/gateway/aeat/operations/get-economic-activities.ts';
import { getSubcontractors } from '../../../../functions/gateway/aeat/operations/get-subcontractors.ts';
import { getTaxCompliance } from '../../../../functions/gateway/aeat/operations/get-tax-compliance.ts';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import { subcontractors } from '../../../../shared/authorities/aeat/subcontractors.ts';
import { taxCompliance } from '../../../../shared/authorities/aeat/tax-compliance.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { document, failingFields, portsTo, run } from '../../../support/portals/operations.ts';

const DOCUMENT = document('certificado.pdf');

describe('an operation of the tax agency', () => {
  it.each(['POSITIVO', 'NEGATIVO'] as const)(
    'the operation answers a %s certificate with success',
    async (complianceResult) => {
      const { ports, inputs } = portsTo('aeat', {
        [taxCompliance.name]: () => ({
          document: DOCUMENT,
          complianceResult,
        }),
      });
      const reply = await run(getTaxCompliance, { type: 'G1' }, ports);
      expect(reply).toEqual({
        data: { file: toFileObject(DOCUMENT) },
        message: `Certificado ${complianceResult}.`,
      });
      expect(inputs).toEqual([{ purpose: 'G1' }]);
    },
  );

  it('the operation gives no message of its own if the document states no result', async () => {
    const { ports, inputs } = portsTo('aeat', { [economicActivities.name]: () => ({ document: DOCUMENT }) });
    expect(await run(getEconomicActivities, { period: 2025 }, ports)).not.toHaveProperty('message');
    expect(inputs).toEqual([{ year: 2025 }]);
  });

  it('the operation says that a certificate is being prepared, with the date in Spain', async () => {
    const nightInSpain = { now: new Date('2026-11-20T23:30:00Z') };
    const { ports, inputs } = portsTo('aeat', { [subcontractors.name]: () => undefined }, nightInSpain);
    const request = { nif_entidad: 'B12345674', startDate: '2026-11-20' };
    const reply = await run(getSubcontractors, request, ports);
    expect(reply).toMatchObject({
      success: false,
      preparing: true,
      message: expect.stringContaining('preparando'),
    });
    expect(reply).not.toHaveProperty('data');
    expect(inputs).toEqual([{ nif: 'B12345674', name: '', since: '2026-11-20', today: '2026-11-21' }]);
  });

  it('the operation checks its request before it asks the agency', () => {
    expect(failingFields(getTaxCompliance, {})).toEqual(['type']);
    expect(failingFields(getTaxCompliance, { type: 'X1' })).toEqual(['type']);
    for (const period of [1991, 'dos mil', 10000, undefined])
      expect(failingFields(getEconomicActivities, { period }), String(period)).toEqual(['period']);
    for (const period of [1992, '2025']) expect(failingFields(getEconomicActivities, { period })).toEqual([]);
    expect(
      failingFields(getSubcontractors, { nif_entidad: 'B1', startDate: 'x', entidad: 'x'.repeat(126) }),
    ).toEqual(['entidad', 'nif_entidad', 'startDate']);
    expect(failingFields(getSubcontractors, { nif_entidad: ' b12345674 ' })).toEqual([]);
  });
});
