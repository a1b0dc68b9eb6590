import { describe, expect, test } from 'vitest';
import { notifyContract } from '../../../../functions/gateway/sepe/operations/notify-contract.ts';
import { Refusal } from '../../../../shared/authorities/exchange.ts';
import { toFileObject } from '../../../../shared/kernel/document.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { FOOTPRINT } from '../../../support/portals/contrata.ts';
import {
  document,
  failure,
  LOST,
  portsTo,
  read,
  run,
  withoutWaiting,
} from '../../../support/portals/operations.ts';
import { answerFile, entry, NAMES, shipmentResultIn } from '../../../support/portals/sepe-services.ts';
import { leastContract } from '../../../support/sepe-contracts/least.ts';

/** Accepts a document with one contract, and then returns its result: the contract, followed by SEPE's result. */
const accepting = (result: string, given: { id?: string; errors?: string[] } = {}) => {
  let contract = '';
  return {
    file: ({ document }: { document: string }) => {
      contract = document.replace(/^.*?<CONTRATOS>|<\/CONTRATOS>$/gs, '');
      return { shipment: 'C1' };
    },
    result: () => shipmentResultIn(answerFile(entry(contract, result, given))),
  };
};

const contract = notifyContract.example.request as Record<string, unknown>;

const ID = { id: 'E2820260000123' };
/** Ports to a SEPE that accepts the contract and returns this result. */
const portsGiving = (
  result: string,
  given: Parameters<typeof accepting>[1],
  more: Parameters<typeof portsTo>[1] = {},
) => {
  const { file, result: answer } = accepting(result, given);
  return portsTo('sepe', { [NAMES.contracts]: file, [NAMES.result]: answer, ...more });
};

describe('the notification of a contract', () => {
  test('a contract is filed, and then its result and its duplicate are requested', async () => {
    const { ports, asked } = portsGiving('ACEPTADO', ID, {
      [NAMES.pdf]: (query: unknown) => {
        expect(query).toEqual({ footprint: FOOTPRINT });
        return document('contrato.pdf');
      },
    });
    expect(await run(notifyContract, contract, ports)).toEqual({
      data: {
        id: 'E-28-2026-0000123',
        doc: '12345678Z',
        file: toFileObject(document('contrato.pdf')),
      },
    });
    expect(asked).toEqual([NAMES.contracts, NAMES.result, NAMES.pdf]);
  });

  test('a contract in a dry run is not sent', async () => {
    const { ports, asked } = portsTo('sepe', {}, { dry: true });
    expect(await run(notifyContract, { ...contract, test: 1 }, ports)).toEqual({});
    expect(asked).toEqual([]);
  });

  const NO_PLACE = (fields: string) =>
    fields.includes(' y ')
      ? `${fields} no se comunican con el tipo 100: el SEPE no tiene sitio para esos datos en él.`
      : `${fields} no se comunica con el tipo 100: el SEPE no tiene sitio para ese dato en él.`;
  const ABROAD = (field: string) =>
    `${field} no se comunica con el país 250: el SEPE solo admite municipios de España (724).`;

  test.each<[sent: Record<string, unknown>, same: Record<string, unknown>, warnings: string[]]>([
    [{ IND_CONTRATO_ESCRITO: 1 }, {}, [NO_PLACE('IND_CONTRATO_ESCRITO')]],
    [{ IND_CONTRATO_ESCRITO: 0, jornadaHour: 0, jornadaMin: 0 }, {}, []],
    [{ REAL_DECRETO_1435_1985: 'B' }, {}, [NO_PLACE('REAL_DECRETO_1435_1985')]],
    [{ bonusDisability: 'N' }, {}, [NO_PLACE('bonusDisability')]],
    [{ jornadaType: 'S', jornadaHour: 40, jornadaMin: 0 }, {}, [NO_PLACE('jornadaType y jornadaHour')]],
    [{ country: 250 }, { country: 250, municipality: 0 }, [ABROAD('municipality')]],
    [
      { nationalityContract: 250, IND_CONTRATO_ESCRITO: true },
      { nationalityContract: 250, municipalityContract: 0 },
      [NO_PLACE('IND_CONTRATO_ESCRITO'), ABROAD('municipalityContract')],
    ],
  ])(
    'a contract of type 100 with %j is filed without the fields that SEPE does not have, with a warning',
    async (sent, same, warnings) => {
      const full = leastContract('100');
      const contentOf = (changes: object) =>
        notifyContract.content!(read(notifyContract, { ...full, ...changes }).value as never);
      expect(contentOf(sent)).toEqual(contentOf(same));
      const { ports } = portsTo('sepe', {}, { dry: true });
      const tried = await run(notifyContract, { ...full, ...sent, test: 1 }, ports);
      expect(tried.warnings ?? []).toEqual(warnings);
      const filed = portsGiving('ACEPTADO', ID);
      expect((await run(notifyContract, { ...full, ...sent }, filed.ports)).warnings ?? []).toEqual(warnings);
    },
  );

  test('the country of a contract is accepted by either name', () => {
    const { country, ...rest } = contract;
    const { value } = read(notifyContract, { ...rest, PAIS_RESIDENCIA: country });
    expect(value).toEqual(read(notifyContract, contract).value);
  });

  test('a contract that SEPE refuses is answered with 422, its codes and its texts', async () => {
    const { ports } = portsGiving('RECHAZADO', { errors: ['CCT4003', 'CCT0001'] });
    const { status, errors } = await failure(run(notifyContract, contract, ports));
    expect(status).toBe(422);
    expect(errors.sepe).toEqual([
      'CCT4003: Existe un contrato en la base de datos con los datos iguales al que se intenta comunicar. No se acepta la comunicación.',
      'CCT0001: Trabajador menor de 16 años. No se acepta la comunicación.',
    ]);
  });

  test('a contract that SEPE accepts with errors gets a reply with these errors', async () => {
    const { ports } = portsGiving('ACEPTADO CON ERRORES', { ...ID, errors: ['CCT1003'] });
    const reply = await run(notifyContract, { ...contract, duplicate: 0 }, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(reply.message).toMatch(/aceptado con errores: CCT1003: Duración errónea/);
  });

  test('a contract is filed even if its duplicate cannot be obtained', async () => {
    const { ports } = portsGiving('ACEPTADO', ID, {
      [NAMES.pdf]: () => new Refusal(['No existen datos']),
    });
    const reply = await run(notifyContract, contract, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(reply.message).toMatch(
      /se ha realizado, pero no se ha podido obtener el duplicado \(No existen datos\)/,
    );
  });

  test('the result of a contract is queried again until SEPE has one', async () => {
    const { file, result } = accepting('ACEPTADO', ID);
    let asked = 0;
    const { ports } = portsTo('sepe', {
      [NAMES.contracts]: file,
      [NAMES.result]: () => {
        asked += 1;
        if (asked === 1) return { pending: 'En proceso' };
        return asked === 2 ? new ServiceError(504, 'silent') : result();
      },
    });
    const reply = await withoutWaiting(() => run(notifyContract, { ...contract, duplicate: 0 }, ports));
    expect(reply.data).toMatchObject({ id: 'E-28-2026-0000123' });
    expect(asked).toBe(3);
  });

  const pending = {
    [NAMES.contracts]: () => ({ shipment: 'C7534747' }),
    [NAMES.result]: () => ({ pending: '' }),
  };
  /** The contract as SEPE shows it. */
  const shown = {
    id: 'E-28-2026-0000123',
    cif: 'B12345674',
    document: '12345678Z',
    code: '200',
    startDate: '2026-11-03',
    occupation: '4309',
    notified: '2026-11-04',
  };

  test('a contract without a result from SEPE is looked up', async () => {
    const { ports } = portsTo('sepe', {
      ...pending,
      [NAMES.data]: (query: unknown) => {
        expect(query).toEqual({ dni: '12345678Z', startDate: '2026-11-03', cif: 'B12345674', code: '200' });
        return shown;
      },
    });
    const reply = await withoutWaiting(() => run(notifyContract, { ...contract, duplicate: 0 }, ports));
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
  });

  test.each<[string, (query: never) => unknown]>([
    ['is not found', () => new Refusal(['No existen datos para esta consulta.'])],
    ['is shown with another start', () => ({ ...shown, startDate: '2026-11-04' })],
  ])('a contract that %s stays unknown: a 502 with the number of the shipment', async (_why, data) => {
    const { ports } = portsTo('sepe', { ...pending, [NAMES.data]: data });
    const { status, message, errors } = await failure(
      withoutWaiting(() => run(notifyContract, contract, ports)),
    );
    expect(status).toBe(502);
    expect(message).toMatch(/envío C7534747.*verifique/);
    expect(errors.sepe).toEqual([message]);
  });

  test('a contract with a lost answer is looked up, and filed once', async () => {
    const { ports, asked } = portsTo('sepe', { [NAMES.contracts]: () => LOST, [NAMES.data]: () => shown });
    const reply = await run(notifyContract, { ...contract, duplicate: 0 }, ports);
    expect(reply.data).toEqual({ id: 'E-28-2026-0000123', doc: '12345678Z' });
    expect(asked.filter((name) => name === NAMES.contracts)).toHaveLength(1);
  });

  test('a contract with a lost answer that is not found is unknown', async () => {
    const { ports } = portsTo('sepe', {
      [NAMES.contracts]: () => LOST,
      [NAMES.data]: () => new Refusal(['No existe']),
    });
    expect((await failure(run(notifyContract, contract, ports))).status).toBe(502);
  });

  test.each([
    ['2026-11-04T00:30:00Z', '5400'],
    ['2026-11-04T11:00:00Z', '300'],
  ])('a contract at %s, when SEPE is closed, is answered with 503', async (now, seconds) => {
    const closed = { [NAMES.contracts]: () => ({ closed: true }) };
    const { ports } = portsTo('sepe', closed, { now: new Date(now) });
    const { status, headers } = await failure(run(notifyContract, contract, ports));
    expect([status, headers['Retry-After']]).toEqual([503, seconds]);
  });

  test('a contract does not get the result of another contract', async () => {
    const { ports } = portsTo('sepe', {
      [NAMES.contracts]: () => ({ shipment: 'C1' }),
      [NAMES.result]: () => ({
        results: [
          { kind: 'CONTRATO_200', document: '12345678Z', result: 'accepted', id: 'E-1', messages: [] },
        ],
      }),
      [NAMES.data]: () => new Refusal(['No existe']),
    });
    expect((await failure(withoutWaiting(() => run(notifyContract, contract, ports)))).status).toBe(502);
  });
});
