import { describe, expect, test } from 'vitest';
import { findAlta, findBaja, isCnoChanged } from '../../../../functions/gateway/seg-social/look-ups.ts';
import { removeTerminationRecord } from '../../../../functions/gateway/seg-social/operations/remove-termination.ts';
import { updateCategory } from '../../../../functions/gateway/seg-social/operations/update-category.ts';
import { updateContract } from '../../../../functions/gateway/seg-social/operations/update-contract.ts';
import { updateGroup } from '../../../../functions/gateway/seg-social/operations/update-group.ts';
import { updateOccupation } from '../../../../functions/gateway/seg-social/operations/update-occupation.ts';
import { duplicateTa } from '../../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Situation } from '../../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import type { Operation } from '../../../../shared/operation/operation.ts';
import { list, reportPage, worker } from '../../../support/portals/jacada.ts';
import { altaInput, bajaInput, TA, taFirst } from '../../../support/portals/jacada-dialogs.ts';
import { portsTo, read } from '../../../support/portals/operations.ts';
import { PDF, pdf, resultOf } from '../../../support/portals/portal.ts';

/** A look-up finds the filing itself, and none that differs from it in a single point. */

/** After midnight in Madrid, while it is still the day before in UTC. */
const SINCE = new Date('2026-03-09T23:30:00Z');
const DAY = '2026-03-10';

/** The portal's data about a worker. */
interface Shown {
  records: Partial<Situation>[];
  /** The list of documents: movement, effective date and date of communication, `DD MM AAAA`. */
  documents: string[][];
}

/** The same portal with other records, or with other documents. */
const changing = (shown: Shown) => ({
  recorded: (...records: Shown['records']): Shown => ({ ...shown, records }),
  documented: (...documents: string[][]): Shown => ({ ...shown, documents }),
});

const portalWith = ({ records, documents }: Shown) => {
  const pages = () => [taFirst(), list(TA, documents), reportPage(), pdf];
  const { ports, asked, inputs } = portsTo('tgss', {
    [situations.name]: () => ({ records, more: false }),
    [duplicateTa.name]: (input: never) => resultOf(duplicateTa, input, pages()),
    [taDocuments.name]: (input: never) => resultOf(taDocuments, input, pages()),
  });
  return { tgss: (ports as { tgss: never }).tgss, asked, inputs };
};

const { regimen, ccc, nss } = worker;

const held: Partial<Situation> = {
  fecha_alta: '2026-03-09',
  fecha_baja: '',
  grupo_cotizacion: '03',
  tipo_contrato: '100',
  coef: '',
  cno: '0011',
  category_professional: '0000301',
  worker_collective: '967',
};

describe('the look-up of a registration', () => {
  const shown: Shown = { records: [held], documents: [['ALTA', '09 03 2026', '10 03 2026']] };
  const found = async (sent: object, portal: Shown) => {
    const { tgss } = portalWith(portal);
    return findAlta(tgss, { ...altaInput, ...sent }, SINCE);
  };
  const { recorded, documented } = changing(shown);
  const withRecord = (change: Partial<Situation>) => recorded({ ...held, ...change });
  const whole = { category_professional: '301', worker_collective: '0967', coeficiente: '500' };

  test.each<[string, object, Shown]>([
    ['as it was sent', {}, shown],
    ['with all codes, however their zeros are written', whole, withRecord({ coef: '500' })],
    ['of which the portal writes codes shorter', {}, withRecord({ grupo_cotizacion: '3', cno: '11' })],
    ['behind one of the future', {}, recorded({ ...held, fecha_alta: '2026-05-01' }, held)],
    [
      'communicated later, behind one communicated before',
      {},
      documented(['ALTA', '09 03 2026', '09 03 2026'], ['ALTA', '09 03 2026', '11 03 2026']),
    ],
  ])('a registration %s is found, with its document', async (_, sent, portal) => {
    expect((await found(sent, portal))?.document?.bytes).toEqual(PDF);
  });

  test.each<[string, object, Shown]>([
    ['of no one', {}, recorded()],
    ['of another date', {}, withRecord({ fecha_alta: '2026-03-08' })],
    ['with another group', {}, withRecord({ grupo_cotizacion: '30' })],
    ['with another contract', {}, withRecord({ tipo_contrato: '189' })],
    ['in part time where full time was sent', {}, withRecord({ coef: '500' })],
    ['in full time where part time was sent', { coeficiente: '500' }, shown],
    ['with another coefficient', { coeficiente: '500' }, withRecord({ coef: '501' })],
    ['with another CNO', {}, withRecord({ cno: '0012' })],
    ['of which the portal shows no CNO', {}, withRecord({ cno: '' })],
    ['with another category', { category_professional: '0000302' }, shown],
    ['with another collective', { worker_collective: '968' }, shown],
    ['communicated the day before', {}, documented(['ALTA', '09 03 2026', '09 03 2026'])],
    ['communicated on no day that is shown', {}, documented(['ALTA', '09 03 2026', ''])],
    ['whose document is of another date', {}, documented(['ALTA', '08 03 2026', '10 03 2026'])],
    ['whose document is of another movement', {}, documented(['BAJA', '09 03 2026', '10 03 2026'])],
  ])('a registration %s is not taken for the one that was sent', async (_, sent, portal) => {
    expect(await found(sent, portal)).toBeUndefined();
  });

  test('the registration is looked for among the latest of the worker in the account, with their CNO', async () => {
    const { tgss, asked, inputs } = portalWith(shown);
    await findAlta(tgss, altaInput, SINCE);
    expect(asked).toEqual([situations.name, duplicateTa.name]);
    expect(inputs).toEqual([
      { regimen, ccc, nss, getDatos: true, offset: 0, limit: 2 },
      { regimen, ccc, nss, date: '2026-03-09', movType: 'ALTA', communicatedSince: DAY },
    ]);
  });
});

describe('the look-up of a termination', () => {
  const ended = { ...held, situacion: '93', fecha_baja: '2026-12-31' };
  const shown: Shown = { records: [ended], documents: [['BAJA', '31 12 2026', '10 03 2026']] };
  const { recorded, documented } = changing(shown);
  const found = async (portal: Shown) => {
    const { tgss } = portalWith(portal);
    return findBaja(tgss, bajaInput, SINCE);
  };

  test('a termination as it was sent is found, with its document', async () => {
    expect((await found(shown))?.document?.bytes).toEqual(PDF);
    expect(await found(recorded(held, ended))).toBeDefined();
  });

  test.each<[string, Shown]>([
    ['of no one', recorded()],
    ['of another date', recorded({ ...ended, fecha_baja: '2026-12-30' })],
    ['with another situation', recorded({ ...ended, situacion: '51' })],
    ['communicated the day before', documented(['BAJA', '31 12 2026', '09 03 2026'])],
    ['communicated on no day that is shown', documented(['BAJA', '31 12 2026', ''])],
    ['whose document is of another date', documented(['BAJA', '30 12 2026', '10 03 2026'])],
    ['whose document is of another movement', documented(['ALTA', '31 12 2026', '10 03 2026'])],
  ])('a termination %s is not taken for the one that was sent', async (_, portal) => {
    expect(await found(portal)).toBeUndefined();
  });
});

describe('the look-up of a change of CNO', () => {
  const sent = { regimen, ccc, nss, dni: worker.dni, fecha_real: '2026-03-08', cno: '0411' };
  const changed = { ...held, fecha_alta: '2026-03-08', cno: '411' };
  const shown: Shown = {
    records: [changed],
    documents: [['VARIACION DE DATOS', '08 03 2026', '10 03 2026']],
  };
  const { recorded, documented } = changing(shown);
  const isFound = async (portal: Shown) => {
    const { tgss } = portalWith(portal);
    return isCnoChanged(tgss, sent, SINCE);
  };

  test.each<[string, Shown]>([
    ['as it was sent', shown],
    ['of a registration that began before', recorded({ ...changed, fecha_alta: '2020-01-01' })],
    ['of a registration that ended on that day', recorded({ ...changed, fecha_baja: '2026-03-08' })],
    ['behind a registration of the future', recorded({ ...held, cno: '0012' }, changed)],
    ['behind other movements', documented(['ALTA', '08 03 2026', '10 03 2026'], ...shown.documents)],
  ])('a change %s is found', async (_, portal) => {
    expect(await isFound(portal)).toBe(true);
  });

  test.each<[string, Shown]>([
    ['of no one', recorded()],
    ['to another CNO', recorded({ ...changed, cno: '0412' })],
    ['of a registration that began later', recorded({ ...changed, fecha_alta: '2026-03-09' })],
    ['of a registration that had ended', recorded(held, { ...changed, fecha_baja: '2026-03-07' })],
    ['without a document', documented()],
    ['of another date', documented(['VARIACION', '09 03 2026', '10 03 2026'])],
    ['communicated the day before', documented(['VARIACION', '08 03 2026', '09 03 2026'])],
    ['communicated on no day that is shown', documented(['VARIACION', '08 03 2026', ''])],
    ['whose only document is of another movement', documented(['ALTA', '08 03 2026', '10 03 2026'])],
  ])('a change %s is not taken for the one that was sent', async (_, portal) => {
    expect(await isFound(portal)).toBe(false);
  });

  test('the change is looked for in all documents of the worker in the account', async () => {
    const { tgss, inputs } = portalWith(shown);
    await isCnoChanged(tgss, sent, SINCE);
    expect(inputs).toEqual([
      { regimen, ccc, nss, getDatos: true, offset: 0, limit: 2 },
      { regimen, ccc, nss },
    ]);
  });
});

/** Looks up a filing of an operation, whose request is its example with changes. Returns what was found. */
const lookedUp = async (
  operation: Operation,
  changes: object,
  results: Parameters<typeof portsTo>[1],
  since: Date,
) => {
  if (operation.kind !== 'submission' || 'none' in operation.lookUp) throw new Error('no look-up');
  const { duplicate: _, ...example } = operation.example.request as Record<string, unknown>;
  const { value } = read(operation, { ...example, ...changes });
  const { ports } = portsTo('tgss', results);
  return operation.lookUp.find(value!, { id: '01K00000000000000000000000', since }, ports);
};

describe('the look-up of a change of the contribution record', () => {
  const since = new Date('2026-11-20T23:30:00Z');
  const record = {
    grupoCotizacion: { fechaCambioGrupo: '01/12/2026', grupoCotizacion: { codigo: '4' } },
    ocupacion: { fechaCambioOcupacion: '01/12/2026', ocupacion: { codigo: 'A' } },
    categoriaProfesional: {
      fechaCambioCategoriaProfesional: '01/12/2026',
      categoriaProfesional: { codigo: '0000301' },
    },
    contrato: {
      fechaCambioContrato: '01/12/2026',
      tipoContrato: { codigo: '200' },
      coeficienteTiempoParcial: '500',
      coeficienteContrato: '',
    },
  };
  const document = {
    movement: 'VARIACION',
    fecha_real: '2026-12-01',
    fecha_comunicacion: '2026-11-21',
  };
  type Block = keyof typeof record;
  const isFound = async (operation: Operation, sent: object, change: object, documents: object[]) => {
    const block = BLOCK_OF.get(operation)!;
    const results = {
      [contributionRecord.name]: () => ({ ...record, [block]: { ...record[block], ...change } }),
      [taDocuments.name]: () => documents,
    };
    return (await lookedUp(operation, sent, results, since)) !== undefined;
  };
  const BLOCK_OF = new Map<Operation, Block>([
    [updateGroup, 'grupoCotizacion'],
    [updateOccupation, 'ocupacion'],
    [updateCategory, 'categoriaProfesional'],
    [updateContract, 'contrato'],
  ]);
  const SENT = new Map<Operation, object>([[updateGroup, { grupo_cotizacion: '04' }]]);

  describe.each([...BLOCK_OF.keys()].map((operation) => [operation.path, operation] as const))(
    'the change by %s',
    (_, operation) => {
      const sent = SENT.get(operation) ?? {};

      test('a change as it was sent is found', async () => {
        expect(await isFound(operation, sent, {}, [document])).toBe(true);
      });

      test.each<[string, object[]]>([
        ['communicated the day before', [{ ...document, fecha_comunicacion: '2026-11-20' }]],
        ['communicated on no day that is shown', [{ ...document, fecha_comunicacion: '' }]],
        ['whose document is of another date', [{ ...document, fecha_real: '2026-12-02' }]],
        ['without a document', []],
      ])('a change %s is not taken for the one that was sent', async (_name, documents) => {
        expect(await isFound(operation, sent, {}, documents)).toBe(false);
      });
    },
  );

  test.each<[Operation, object, object]>([
    [updateGroup, {}, { fechaCambioGrupo: '02/12/2026' }],
    [updateGroup, { grupo_cotizacion: '05' }, {}],
    [updateOccupation, {}, { fechaCambioOcupacion: '02/12/2026' }],
    [updateOccupation, { ocupacion: 'b' }, {}],
    [updateOccupation, { ocupacion: undefined }, {}],
    [updateCategory, {}, { fechaCambioCategoriaProfesional: '02/12/2026' }],
    [updateCategory, { category_professional: '0000302' }, {}],
    [updateContract, {}, { fechaCambioContrato: '02/12/2026' }],
    [updateContract, { contractType: '201' }, {}],
    [updateContract, { coeficiente: '501' }, {}],
    [updateContract, { coeficiente: undefined }, {}],
    [updateContract, {}, { coeficienteTiempoParcial: '', coeficienteContrato: '750' }],
  ])('a change is not found if one value differs: %#', async (operation, sent, change) => {
    const base = SENT.get(operation) ?? {};
    expect(await isFound(operation, { ...base, ...sent }, change, [document])).toBe(false);
  });
});

describe('the look-up of the removal of a termination', () => {
  const since = new Date('2026-12-05T12:00:00Z');
  const isFound = async (records: Partial<Situation>[], at = since) => {
    const results = { [situations.name]: () => ({ records, more: false }) };
    return (await lookedUp(removeTerminationRecord, { fecha_real: '2026-12-01' }, results, at)) !== undefined;
  };

  test('the removal is found if the worker is registered again', async () => {
    expect(await isFound([{ fecha_alta: '2026-12-01', fecha_baja: '' }])).toBe(true);
  });

  test.each<[string, Partial<Situation>[], Date?]>([
    ['there is no registration', []],
    ['the termination is there', [{ fecha_alta: '2026-11-01', fecha_baja: '2026-12-01' }]],
    ['the registration is a later one', [{ fecha_alta: '2026-12-02', fecha_baja: '' }]],
    [
      'the termination is one of the future',
      [{ fecha_alta: '2026-11-01', fecha_baja: '' }],
      new Date('2026-11-30T12:00:00Z'),
    ],
  ])('the removal is not found if %s', async (_, records, at) => {
    expect(await isFound(records, at)).toBe(false);
  });
});
