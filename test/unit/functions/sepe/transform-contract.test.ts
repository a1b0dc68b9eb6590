import { describe, expect, test } from 'vitest';
import { transformContract } from '../../../../functions/sepe/operations/transform-contract.ts';
import { transformContractXml } from '../../../../functions/sepe/operations/transform-contract-xml.ts';
import { transformationPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { transformationData } from '../../../../shared/authorities/sepe/contrata/transformations.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { document, failure, LOST, portsTo, read, run } from '../../../support/portals/operations.ts';
import { NAMES, shipmentResultIn } from '../../../support/portals/sepe-services.ts';

describe('transformations', () => {
  const request = transformContract.example.request as Record<string, unknown>;
  const shown = {
    id: 'E-28-2026-0000123',
    cif: 'B12345674',
    document: '12345678Z',
    startDate: '2026-11-03',
    workCentre: { country: '724', municipality: '28079' },
  };

  test('are filed with SEPE’s data of the contract', async () => {
    let sent = '';
    const { ports } = portsTo('sepe', {
      [NAMES.data]: () => shown,
      [NAMES.transformations]: ({ document }: { document: string }) => {
        sent = document;
        return { shipment: 'C1' };
      },
      [NAMES.result]: () =>
        shipmentResultIn(
          `<FICHERO_TRANSFORMACIONES><TRANSFORMACIONESPROCESADAS><ENVIO_189>${sent.replace(/^.*?<TRANSFORMACIONES>|<\/TRANSFORMACIONES>$/gs, '')}<RESPUESTATRANSFORMACION><RESULTADO>ACEPTADO</RESULTADO></RESPUESTATRANSFORMACION></ENVIO_189></TRANSFORMACIONESPROCESADAS></FICHERO_TRANSFORMACIONES>`,
        ),
      [transformationPdf.name]: () => document('transformacion.pdf'),
    });
    expect(await run(transformContract, request, ports)).toEqual({
      data: { file: toFileObject(document('transformacion.pdf')) },
    });
    expect(sent).toContain('<CIF_NIF>B12345674</CIF_NIF>');
    expect(sent).toContain('<MUNICIPIO_CT>28079</MUNICIPIO_CT>');
    expect(sent).toContain('<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>');
  });

  test.each<[string, Record<string, unknown>, typeof shown.workCentre]>([
    ['that the request names', { NACIONALIDAD_CT: 250, MUNICIPIO_CT: 28079 }, shown.workCentre],
    ['that SEPE shows', { MUNICIPIO_CT: 28079 }, { country: '250', municipality: '' }],
  ])('abroad have no municipality: %s', async (_which, general, workCentre) => {
    const { ports, asked } = portsTo('sepe', { [NAMES.data]: () => ({ ...shown, workCentre }) });
    const { DATOS_GENERALES_TRANSFORMACION: usual } = transformContract.example.request;
    const sent = { ...request, DATOS_GENERALES_TRANSFORMACION: { ...usual, ...general } };
    const errors =
      'NACIONALIDAD_CT' in general
        ? read(transformContract, sent).errors
        : (await failure(run(transformContract, sent, ports))).errors;
    expect(Object.keys(errors)).toEqual(['DATOS_GENERALES_TRANSFORMACION.MUNICIPIO_CT']);
    expect(asked).not.toContain(NAMES.transformations);
  });

  test('with a lost answer are looked up', async () => {
    const lost = { [NAMES.data]: () => shown, [NAMES.transformations]: () => LOST };
    const sent = { id: 'E-28-2026-0000123-55', code: '189', startDate: '2026-12-01', notified: '2026-11-04' };
    const found = portsTo('sepe', { ...lost, [transformationData.name]: () => sent });
    expect(await run(transformContract, { ...request, duplicate: 0 }, found.ports)).toEqual({});
    const older = () => ({ ...sent, notified: '2026-11-03' });
    const { ports } = portsTo('sepe', { ...lost, [transformationData.name]: older });
    expect((await failure(run(transformContract, request, ports))).status).toBe(502);
  });

  test('of a file get one result each', async () => {
    const { ports } = portsTo('sepe', {
      [NAMES.transformations]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          {
            kind: 'TRANSFORMACION_189',
            footprint: 'E-28-2026-0000123',
            result: 'accepted',
            id: 'E-28-2026-0000123-55',
            messages: [],
          },
        ],
      }),
    });
    expect(
      await run(transformContractXml, transformContractXml.example.request as Record<string, unknown>, ports),
    ).toMatchObject({ success: true, data: transformContractXml.example.response });
  });
});
