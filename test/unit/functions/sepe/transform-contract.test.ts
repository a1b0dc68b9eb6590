import { describe, expect, test } from 'vitest';
import { transformContract } from '../../../../functions/gateway/sepe/operations/transform-contract.ts';
import { transformContractXml } from '../../../../functions/gateway/sepe/operations/transform-contract-xml.ts';
import { transformationPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { transformationData } from '../../../../shared/authorities/sepe/contrata/transformations.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { document, failure, LOST, portsTo, run } from '../../../support/portals/operations.ts';
import { NAMES, shipmentResultIn } from '../../../support/portals/sepe-services.ts';

describe('the filing of transformations', () => {
  const request = transformContract.example.request as Record<string, unknown>;
  const shown = {
    id: 'E-28-2026-0000123',
    cif: 'B12345674',
    fullCcc: '011128000000097',
    document: '12345678Z',
    startDate: '2026-11-03',
    workCentre: { country: '724', municipality: '28079' },
  };

  /** Ports to a SEPE that shows this contract and accepts its transformation, and what it got. */
  const accepting = (contract: typeof shown) => {
    let sent = '';
    const { ports } = portsTo('sepe', {
      [NAMES.data]: () => contract,
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
    return { ports, sent: () => sent };
  };

  test('a transformation is filed with SEPE’s data of the contract', async () => {
    const { ports, sent } = accepting(shown);
    expect(await run(transformContract, request, ports)).toEqual({
      data: { file: toFileObject(document('transformacion.pdf')) },
    });
    expect(sent()).toContain('<CIF_NIF>B12345674</CIF_NIF>');
    expect(sent()).toContain('<MUNICIPIO_CT>28079</MUNICIPIO_CT>');
    expect(sent()).toContain('<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>');
  });

  const ABROAD =
    'DATOS_GENERALES_TRANSFORMACION.MUNICIPIO_CT no se comunica con el país 250: el SEPE solo admite municipios de España (724).';

  test.each<[string, Record<string, unknown>, typeof shown.workCentre, warnings: string[]]>([
    ['abroad by the request', { NACIONALIDAD_CT: 250, MUNICIPIO_CT: 28079 }, shown.workCentre, [ABROAD]],
    ['abroad by SEPE', { MUNICIPIO_CT: 28079 }, { country: '250', municipality: '' }, [ABROAD]],
    ['in Spain', { MUNICIPIO_CT: 28079 }, shown.workCentre, []],
  ])(
    'the municipality of a work centre that is %s is omitted',
    async (_which, general, workCentre, warnings) => {
      const { DATOS_GENERALES_TRANSFORMACION: usual } = transformContract.example.request;
      const changed = { ...request, DATOS_GENERALES_TRANSFORMACION: { ...usual, ...general }, duplicate: 0 };
      const dry = portsTo('sepe', { [NAMES.data]: () => ({ ...shown, workCentre }) }, { dry: true });
      expect((await run(transformContract, { ...changed, test: 1 }, dry.ports)).warnings ?? []).toEqual(
        warnings,
      );
      const { ports, sent } = accepting({ ...shown, workCentre });
      expect((await run(transformContract, changed, ports)).warnings ?? []).toEqual(warnings);
      expect(sent().includes('<MUNICIPIO_CT>')).toBe(warnings.length === 0);
    },
  );

  test('the hours of a full week are omitted from a full-time contract, with a warning', async () => {
    const { ports, sent } = accepting(shown);
    const time = { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '004000' } };
    const { warnings } = await run(transformContract, { ...request, ...time, duplicate: 0 }, ports);
    expect(warnings).toEqual([
      'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA y DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA no se comunican con el tipo ' +
        '189: el SEPE no tiene sitio para esos datos en él.',
    ]);
    expect(sent()).not.toContain('JORNADA');
  });

  test('a transformation with a lost answer is looked up', async () => {
    const lost = { [NAMES.data]: () => shown, [NAMES.transformations]: () => LOST };
    const sent = { id: 'E-28-2026-0000123-55', code: '189', startDate: '2026-12-01', notified: '2026-11-04' };
    const found = portsTo('sepe', { ...lost, [transformationData.name]: () => sent });
    expect(await run(transformContract, { ...request, duplicate: 0 }, found.ports)).toEqual({});
    const older = () => ({ ...sent, notified: '2026-11-03' });
    const { ports } = portsTo('sepe', { ...lost, [transformationData.name]: older });
    expect((await failure(run(transformContract, request, ports))).status).toBe(502);
  });

  test('the transformations of a file get one result each', async () => {
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
