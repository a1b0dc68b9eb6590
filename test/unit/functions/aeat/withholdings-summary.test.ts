import { describe, expect, test } from 'vitest';
import { fileWithholdingsSummary } from '../../../../functions/gateway/aeat/operations/file-withholdings-summary.ts';
import { listDeclarations } from '../../../../functions/gateway/aeat/operations/list-declarations.ts';
import { exampleFile190 } from '../../../../functions/gateway/aeat/return-190.ts';
import {
  modelo190,
  type Receipt190,
  type Shipment,
  shipmentOfYear,
} from '../../../../shared/authorities/aeat/modelo-190.ts';
import { returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import { document, portsTo, read, run } from '../../../support/portals/operations.ts';

/** What is known of a modelo 190 that was presented, and of one whose answer was lost or had a code without public meaning. */

const ENVIO = '19020250A202601150000012345';
const sentAt = new Date('2026-01-15T09:00:00Z');
const { value } = read(fileWithholdingsSummary, { registro: exampleFile190('B12345674') });
const lookUp = fileWithholdingsSummary.lookUp as Extract<
  typeof fileWithholdingsSummary.lookUp,
  { find: unknown }
>;
const look = (shipment: Partial<Shipment> | undefined, minutes = 30) => {
  const { ports } = portsTo(
    'aeat',
    {
      [shipmentOfYear.name]: () =>
        shipment && { id: ENVIO, state: 'PRESENTADO', csv: '', expediente: '', ...shipment },
    },
    { now: new Date(sentAt.getTime() + minutes * 60_000) },
  );
  return lookUp.find(value as never, { id: '1', since: sentAt, reference: ENVIO }, ports);
};

describe('the look-up of a modelo 190', () => {
  test('an envío that the agency has as presented is accepted', async () => {
    expect(await look({}, 0)).toMatchObject({ filed: { reference: ENVIO }, data: { envio: ENVIO } });
  });

  test('an envío that is whole and not presented is refused once it can no longer be under way', async () => {
    expect(await look({ state: 'FINALIZADO' }, 6)).toBeUndefined();
    expect(await look({ state: 'FINALIZADO' }, 7)).toEqual({ refused: [expect.stringContaining(ENVIO)] });
  });

  test.each<[string, Partial<Shipment> | undefined]>([
    ['no envío', undefined],
    ['another one that is presented', { id: '19020250A202601150000099999' }],
    ['another one that is not presented', { id: '19020250A202601150000099999', state: 'FINALIZADO' }],
    ['a state that is not known', { state: 'EN PROCESO' }],
  ])('%s proves nothing', async (_, shipment) => {
    expect(await look(shipment)).toBeUndefined();
  });
});

describe('the answer of a modelo 190', () => {
  test.each<[string, Partial<Receipt190>, number, string[] | undefined]>([
    ['all of them', { registered: 1 }, 1, undefined],
    ['as many as it does not say', { registered: undefined }, 1, undefined],
    ['another number of them', { registered: 3 }, 3, [expect.stringMatching(/registr\S+ 3 .* enviaron 1\b/)]],
    ['them with warnings', { registered: 1, warns: true }, 1, [expect.stringContaining('avisa')]],
  ])('a file of which the agency registered %s says so', async (_, receipt, registros, warnings) => {
    const { ports } = portsTo('aeat', {
      [modelo190.name]: () => ({
        ...{ id: ENVIO, state: 'PRESENTADO', csv: 'ABCDEFGHJKLMNPQR', expediente: '' },
        ...{ registered: 1, warns: false, ...receipt },
      }),
    });
    const reply = await run(fileWithholdingsSummary, { registro: exampleFile190('B12345674') }, ports);
    expect(reply).toMatchObject({ data: { registros } });
    expect((reply as { warnings?: string[] }).warnings).toEqual(warnings);
  });
});

describe('the query of a modelo 190', () => {
  const CSV = 'ABCDEFGHJKLMNPQR';
  const OTHER = 'RQPNMLKJHGFEDCBA';
  const ask = async (csvOfAgency: string, csv?: string) => {
    const { ports, inputs } = portsTo('aeat', {
      [shipmentOfYear.name]: () => ({ id: ENVIO, state: 'PRESENTADO', csv: csvOfAgency, expediente: '' }),
      [returnReceipt.name]: () => document('justificante.pdf'),
    });
    const which = { cif: 'B12345674', modelo: '190', ejercicio: '2025', periodo: '0A', duplicate: true };
    const reply = await run(listDeclarations, { ...which, ...(csv && { csv }) }, ports);
    return { reply, fetched: inputs.slice(1) };
  };

  test.each<[string, string, string | undefined, string, boolean]>([
    ['the code that the agency gives', CSV, undefined, CSV, false],
    ['the same code of the request', CSV, CSV, CSV, false],
    ['the code of the request where the agency gives none', '', OTHER, OTHER, true],
  ])(
    'the receipt is fetched by %s, and only the agency’s code is answered',
    async (_, given, sent, used, warns) => {
      const { reply, fetched } = await ask(given, sent);
      expect(fetched).toEqual([{ csv: used }]);
      expect(reply).toMatchObject({ data: [{ csv: given, file: { name: 'justificante.pdf' } }] });
      expect(Boolean((reply as { warnings?: string[] }).warnings)).toBe(warns);
    },
  );

  test('a code of the request is refused where the agency gives another one', async () => {
    await expect(ask(CSV, OTHER)).rejects.toMatchObject({
      status: 422,
      errors: { csv: [expect.any(String)] },
    });
  });
});
