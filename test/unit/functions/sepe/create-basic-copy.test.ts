import { describe, expect, test } from 'vitest';
import { createBasicCopy } from '../../../../functions/sepe/operations/create-basic-copy.ts';
import { createBasicCopyXml } from '../../../../functions/sepe/operations/create-basic-copy-xml.ts';
import { Refusal } from '../../../../shared/authorities/exchange.ts';
import { basicCopy } from '../../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { basicCopyPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { document, failure, LOST, portsTo, run } from '../../../support/portals/operations.ts';
import { NAMES } from '../../../support/portals/sepe-services.ts';

describe('basic copies', () => {
  const request = createBasicCopy.example.request as Record<string, unknown>;

  test('are found by their PDF when the answer got lost', async () => {
    const { ports } = portsTo('sepe', {
      [basicCopy.name]: () => LOST,
      [basicCopyPdf.name]: () => document('copia-basica.pdf'),
    });
    expect(await run(createBasicCopy, request, ports)).toEqual({
      data: { file: toFileObject(document('copia-basica.pdf')) },
    });
    const { ports: none } = portsTo('sepe', {
      [basicCopy.name]: () => LOST,
      [basicCopyPdf.name]: () => new Refusal(['CBC4001']),
    });
    expect((await failure(run(createBasicCopy, request, none))).status).toBe(502);
  });

  test('of a file are answered as contracts of a file are', async () => {
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
