import { describe, expect, test } from 'vitest';
import { notifyContractXml } from '../../../../functions/gateway/sepe/operations/notify-contract-xml.ts';
import { xmlUpload } from '../../../../functions/gateway/sepe/xml-file.ts';
import { Refusal } from '../../../../shared/authorities/exchange.ts';
import { failure, portsTo, run, withoutWaiting } from '../../../support/portals/operations.ts';
import {
  answerFile,
  entry,
  NAMES,
  record,
  shipmentResultIn,
} from '../../../support/portals/sepe-services.ts';

describe('a file of contracts', () => {
  const bytes = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><CONTRATOS>${record('100')}${record('402', { dni: '87654321X' })}</CONTRATOS>`,
    'latin1',
  );
  const request = { file: xmlUpload(bytes) };
  const results = (...entries: string[]) => ({
    [NAMES.contracts]: ({ document }: { document: string }) => {
      expect(Buffer.from(document, 'latin1').equals(bytes)).toBe(true);
      return { shipment: 'C1' };
    },
    [NAMES.result]: () => shipmentResultIn(answerFile(...entries)),
    [NAMES.data]: () => new Refusal(['No existen datos para esta consulta.']),
  });
  const first = entry(record('100'), 'ACEPTADO', { id: 'E2820260000123' });
  const second = (result: string, given = {}) => entry(record('402', { dni: '87654321X' }), result, given);

  test('the file gets a result for each contract, in the order of the file', async () => {
    const { ports, asked } = portsTo('sepe', results(second('ACEPTADO', { id: 'E2820260000124' }), first));
    const reply = await run(notifyContractXml, request, ports);
    expect(reply).toMatchObject({
      success: true,
      data: {
        id: 'E-28-2026-0000123',
        contracts: [
          {
            type: 'CONTRATO_100',
            doc: '12345678Z',
            id: 'E-28-2026-0000123',
            result: 'ACEPTADO',
            messages: [],
          },
          {
            type: 'CONTRATO_402',
            doc: '87654321X',
            id: 'E-28-2026-0000124',
            result: 'ACEPTADO',
            messages: [],
          },
        ],
      },
    });
    expect(asked).not.toContain(NAMES.pdf);
  });

  test('the file is not a success if one contract is refused, and the message says which', async () => {
    const { ports } = portsTo('sepe', results(first, second('RECHAZADO', { errors: ['CCT1021'] })));
    const reply = await run(notifyContractXml, request, ports);
    expect(reply.success).toBe(false);
    expect(reply.message).toBe(
      'El SEPE ha aceptado 1 de 2 comunicaciones. CONTRATO_402 87654321X: CCT1021: Contrato eventual sin fecha de término.',
    );
    expect(reply.data).toMatchObject({ contracts: [{ result: 'ACEPTADO' }, { result: 'RECHAZADO' }] });
  });

  test('the file is not a success if one contract gets no result, and the message says which', async () => {
    const { ports } = portsTo('sepe', results(first));
    const reply = await withoutWaiting(() => run(notifyContractXml, request, ports));
    expect(reply.success).toBe(false);
    expect(reply.data).toMatchObject({ contracts: [{ result: 'ACEPTADO' }, { result: 'DESCONOCIDO' }] });
    expect(reply.message).toMatch(/CONTRATO_402 87654321X: El SEPE ha recibido el envío C1/);
  });

  test('a file is answered with 422 if all contracts are refused', async () => {
    const { ports } = portsTo(
      'sepe',
      results(entry(record('100'), 'RECHAZADO', { errors: ['CCT4003'] }), second('RECHAZADO')),
    );
    const { status, errors } = await failure(run(notifyContractXml, request, ports));
    expect(status).toBe(422);
    expect(errors.sepe).toEqual([
      expect.stringMatching(/^CONTRATO_100 12345678Z: CCT4003: /),
      'CONTRATO_402 87654321X: El SEPE ha rechazado la comunicación sin indicar la causa.',
    ]);
  });

  test('a file is answered with 502 if no contract is accepted and the result of one is unknown', async () => {
    const { ports } = portsTo('sepe', results(entry(record('100'), 'RECHAZADO', { errors: ['CCT4003'] })));
    const { status, errors } = await failure(withoutWaiting(() => run(notifyContractXml, request, ports)));
    expect(status).toBe(502);
    expect(errors.sepe).toHaveLength(2);
  });
});
