import { describe, expect, test } from 'vitest';
import { hostFor, textOf } from '../../support/client/mcp-host.ts';
import { scriptedGateway } from '../../support/servers/scripted-gateway.ts';

const { TOOLS } = await import('../../../client/mcp/src/generated/tools.ts');

describe('the tools of the MCP server about comparisons', () => {
  test('the tools read comparisons and ask for one, and change nothing of a company', () => {
    const ids = TOOLS.filter(({ group }) => group === 'reconciliation').map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'getWorkforce',
        'createReconciliation',
        'getReconciliation',
        'getReconciliationResult',
      ]),
    );
    for (const changing of ['saveWorkforce', 'switchNightly', 'acceptDifference'])
      expect(ids).not.toContain(changing);
  });

  test('the tools take certificates by names that the assistant knows, and the service gets their secrets', async () => {
    const { seen, baseUrl } = await scriptedGateway(() => ({ data: { reconciliation: null, readings: 3 } }));
    const client = await hostFor(baseUrl, undefined, {
      certificates: { uno: 'SECRET-1', dos: 'SECRET-2', tres: 'SECRET-3' },
    });
    const ask = (more: object) => textOf(client, 'createReconciliation', { customerID: 10_000, ...more });
    const said = [await ask({ only_cost: '1' }), await ask({ certificate: 'dos', certificate_sepe: 'tres' })];
    expect(seen.map(({ headers, json }) => [headers['x-cert-secret'], json])).toEqual([
      ['SECRET-1', { customerID: 10_000, only_cost: 1 }],
      ['SECRET-2', { customerID: 10_000, cert_secret_sepe: 'SECRET-3' }],
    ]);
    expect(said.join()).not.toContain('SECRET');
    expect(await ask({ cert_secret_sepe: 'SECRET-3' })).toMatch(/additional properties/i);
    expect(await ask({ certificate_sepe: 'SECRET-3' })).toMatch(/allowed values/i);
    expect(seen).toHaveLength(2);
  });
});
