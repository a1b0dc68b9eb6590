import { describe, expect, test } from 'vitest';
import { createBasicCopy } from '../../../../functions/gateway/sepe/operations/create-basic-copy.ts';
import { createBasicCopyXml } from '../../../../functions/gateway/sepe/operations/create-basic-copy-xml.ts';
import { Refusal } from '../../../../shared/authorities/exchange.ts';
import { basicCopy } from '../../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { basicCopyPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { FOOTPRINT } from '../../../support/portals/contrata.ts';
import { document, failure, LOST, portsTo, run } from '../../../support/portals/operations.ts';
import { NAMES } from '../../../support/portals/sepe-services.ts';

describe('the filing of basic copies', () => {
  const request = createBasicCopy.example.request as Record<string, unknown>;
  const shown = {
    id: 'E-28-2026-0000123',
    cif: 'U B-12345674',
    document: '12345678Z',
    startDate: '2026-11-03',
  };

  test('a basic copy is found by its PDF when the answer got lost', async () => {
    const { ports } = portsTo('sepe', {
      [NAMES.data]: () => shown,
      [basicCopy.name]: () => LOST,
      [basicCopyPdf.name]: () => document('copia-basica.pdf'),
    });
    expect(await run(createBasicCopy, request, ports)).toEqual({
      data: { file: toFileObject(document('copia-basica.pdf')) },
    });
    const { ports: none } = portsTo('sepe', {
      [NAMES.data]: () => shown,
      [basicCopy.name]: () => LOST,
      [basicCopyPdf.name]: () => new Refusal(['CBC4001']),
    });
    expect((await failure(run(createBasicCopy, request, none))).status).toBe(502);
  });

  test('a basic copy is not filed if SEPE shows its contract for another worker', async () => {
    const { ports, asked } = portsTo('sepe', { [NAMES.data]: () => ({ ...shown, document: '87654321X' }) });
    const { status, errors } = await failure(run(createBasicCopy, { ...request, sepeId: undefined }, ports));
    expect({ status, fields: Object.keys(errors) }).toEqual({ status: 422, fields: ['dni'] });
    expect(asked).toEqual([NAMES.data]);
  });

  test.each<[string, object, unknown]>([
    ['by the footprint that SEPE shows', shown, { footprint: FOOTPRINT }],
    [
      'by what was sent where SEPE shows nothing of the contract',
      { id: '', cif: '', document: '', startDate: undefined },
      { cif: request.cif, dni: request.dni, startDate: request.startDate },
    ],
  ])('a basic copy without the identifier of its contract is filed %s', async (_how, page, contract) => {
    const { ports, inputs } = portsTo('sepe', {
      [NAMES.data]: () => page,
      [basicCopy.name]: () => 'La comunicación se ha realizado correctamente',
    });
    await run(createBasicCopy, { ...request, sepeId: undefined, duplicate: 0 }, ports);
    expect(inputs[1]).toMatchObject({ contract, dni: request.dni });
  });

  test('a file of basic copies is answered like a file of contracts', async () => {
    const { ports } = portsTo('sepe', {
      [NAMES.basicCopies]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          { kind: 'COPIABASICA_TIPO', footprint: 'E-28-2026-0000123', result: 'accepted', messages: [] },
        ],
      }),
      [basicCopyPdf.name]: () => document('copia-basica.pdf'),
    });
    expect(
      await run(createBasicCopyXml, createBasicCopyXml.example.request as Record<string, unknown>, ports),
    ).toEqual({
      success: true,
      data: {
        file: toFileObject(document('copia-basica.pdf')),
        copies: [{ type: 'COPIABASICA_TIPO', result: 'ACEPTADO', messages: [] }],
      },
    });
  });
});
