import { describe, expect, test } from 'vitest';
import { exampleCertificate } from '../../../../functions/gateway/sepe/certificate-fields.ts';
import {
  certificateLookUp,
  contractLookUp,
  extensionLookUp,
  noLookUp,
  transformationLookUp,
} from '../../../../functions/gateway/sepe/look-ups.ts';
import { fileCertificate } from '../../../../functions/gateway/sepe/operations/file-certificate.ts';
import { certificateDetail } from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { contractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { transformationData } from '../../../../shared/authorities/sepe/contrata/transformations.ts';
import type { Certificate } from '../../../../shared/authorities/sepe/documents/certificate-document.ts';
import type { RecordKey } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { FOOTPRINT } from '../../../support/portals/contrata.ts';
import { portsTo } from '../../../support/portals/operations.ts';

/** A look-up finds the record itself, and none that differs from it in a single point. */

/** After midnight in Madrid, while it is still the day before in UTC. */
const SINCE = new Date('2026-11-03T23:30:00Z');

/** SEPE's data about a contract, as far as look-ups read them. */
const contract = {
  id: 'E-28-2026-0000123',
  cif: 'B12345674',
  document: '12345678Z',
  code: '402',
  startDate: '2026-11-03',
  endDate: '2027-02-02',
  occupation: '4309',
  notified: '2026-11-04',
};
const sentContract: RecordKey = {
  kind: 'CONTRATO_402',
  cif: contract.cif,
  document: contract.document,
  startDate: contract.startDate,
  endDate: contract.endDate,
  occupation: contract.occupation,
};

const portTo = (shown: { contract?: object; transformation?: object; certificate?: object }) => {
  const { ports, asked, inputs } = portsTo('sepe', {
    [contractData.name]: () => shown.contract,
    [transformationData.name]: () => shown.transformation,
    [certificateDetail.name]: () => shown.certificate,
  });
  return { sepe: (ports as { sepe: never }).sepe, asked, inputs };
};

type Change = Record<string, string | undefined>;

describe('the look-up of a contract', () => {
  const lookUp = async (sent: Change, shown: Change) => {
    const { sepe, asked, inputs } = portTo({ contract: { ...contract, ...shown } });
    const found = await contractLookUp(sepe, SINCE)({ ...sentContract, ...sent } as RecordKey);
    return { found, asked, inputs };
  };

  test.each<[string, Change, Change]>([
    ['as it was sent', {}, {}],
    ['notified later', {}, { notified: '2026-11-09' }],
    [
      'without end and occupation',
      { endDate: undefined, occupation: undefined },
      { endDate: undefined, occupation: undefined },
    ],
    ['of which the page writes the company otherwise', {}, { cif: 'U B-12345674' }],
  ])('a contract %s is found, with its identifier', async (_, sent, shown) => {
    const { found, inputs } = await lookUp(sent, shown);
    expect(found).toEqual({
      ...sentContract,
      ...sent,
      result: 'accepted',
      id: contract.id,
      messages: [],
    });
    expect(inputs).toEqual([{ dni: '12345678Z', startDate: '2026-11-03', cif: 'B12345674', code: '402' }]);
  });

  test.each<[string, Change]>([
    ['without footprint', { id: '' }],
    ['of another worker', { document: '87654321X' }],
    ['of a worker that is not shown', { document: '' }],
    ['of another company', { cif: 'B12345675' }],
    ['of a company that is not shown', { cif: '' }],
    ['of another type', { code: '502' }],
    ['of another start', { startDate: '2026-11-04' }],
    ['of another end', { endDate: '2027-02-03' }],
    ['without the end that was sent', { endDate: undefined }],
    ['of another occupation', { occupation: '4310' }],
    ['without the occupation that was sent', { occupation: undefined }],
    ['notified the day before', { notified: '2026-11-03' }],
    ['notified on no day that is shown', { notified: undefined }],
  ])('a contract %s is not taken for the one that was sent', async (_, shown) => {
    expect((await lookUp({}, shown)).found).toBeUndefined();
  });

  test('a contract with an end is not taken for one that was sent without end', async () => {
    expect((await lookUp({ endDate: undefined }, {})).found).toBeUndefined();
  });

  test.each<[string, Change]>([
    ['a worker', { document: undefined }],
    ['a start', { startDate: undefined }],
    ['a company', { cif: undefined }],
    ['a type', { kind: 'CONTRATO_40' }],
    ['a type at the end of its kind', { kind: 'CONTRATO_402_B' }],
  ])('a contract without %s is not looked for', async (_, sent) => {
    expect(await lookUp(sent, {})).toEqual({ found: undefined, asked: [], inputs: [] });
  });
});

describe('the look-up of a transformation', () => {
  const transformation = {
    id: 'E-28-2026-0000123-55',
    code: '189',
    startDate: '2026-12-01',
    notified: '2026-11-04',
  };
  const byFootprint: RecordKey = {
    kind: 'TRANSFORMACION_189',
    effectiveDate: transformation.startDate,
    footprint: contract.id,
  };
  const byWorker: RecordKey = {
    kind: 'TRANSFORMACION_189',
    effectiveDate: transformation.startDate,
    cif: contract.cif,
    document: contract.document,
    startDate: contract.startDate,
  };
  const lookUp = async (sent: Change, shown: Change = {}, shownContract: Change = {}) => {
    const { sepe, asked, inputs } = portTo({
      contract: { ...contract, ...shownContract },
      transformation: { ...transformation, ...shown },
    });
    return { found: await transformationLookUp(sepe, SINCE)(sent as never), asked, inputs };
  };
  const sent = { byFootprint, byWorker } as unknown as Record<string, Change>;

  test('a transformation is found by the identifier of its contract', async () => {
    const { found, inputs } = await lookUp(sent.byFootprint!);
    expect(found).toEqual({ ...byFootprint, result: 'accepted', id: transformation.id, messages: [] });
    expect(inputs).toEqual([{ footprint: FOOTPRINT }]);
  });

  test('a transformation without that identifier is found by the contract of the worker, start and company', async () => {
    const { found, inputs } = await lookUp(sent.byWorker!);
    expect(found).toEqual({ ...byWorker, result: 'accepted', id: transformation.id, messages: [] });
    expect(inputs).toEqual([
      { dni: '12345678Z', startDate: '2026-11-03', cif: 'B12345674', code: undefined },
      { footprint: FOOTPRINT },
    ]);
  });

  describe.each(Object.keys(sent))('the look-up %s', (by) => {
    test.each<[string, Change]>([
      ['of another contract', { id: 'E-28-2026-0000124-55' }],
      ['without footprint', { id: undefined }],
      ['of another type', { code: '109' }],
      ['of another start', { startDate: '2026-12-02' }],
      ['notified the day before', { notified: '2026-11-03' }],
      ['notified on no day that is shown', { notified: undefined }],
    ])('a transformation %s is not taken for the one that was sent', async (_, shown) => {
      expect((await lookUp(sent[by]!, shown)).found).toBeUndefined();
    });

    test.each<[string, Change]>([
      ['type', { kind: 'TRANSFORMACION' }],
      ['date', { effectiveDate: undefined }],
    ])('a transformation without %s is not looked for', async (_, change) => {
      expect((await lookUp({ ...sent[by], ...change })).asked).toEqual([]);
    });
  });

  test.each<[string, Change]>([
    ['of another worker', { document: '87654321X' }],
    ['of another company', { cif: 'B12345675' }],
    ['of another start', { startDate: '2026-11-04' }],
    ['without footprint', { id: '' }],
  ])('a transformation of a contract %s is not looked for', async (_, shown) => {
    const { found, asked } = await lookUp(sent.byWorker!, {}, shown);
    expect({ found, asked }).toEqual({ found: undefined, asked: [contractData.name] });
  });
});

test('a basic copy of a file is never found', async () => {
  expect(await noLookUp({ kind: 'COPIABASICA_TIPO' })).toBeUndefined();
});

describe('the look-up of an extension', () => {
  const extension = {
    id: 'E-28-2026-0000123-02',
    fecha_inicio: '03/02/2027',
    fecha_fin: '02/05/2027',
    fecha_comunicación: '04/11/2026',
    existe_convenio_colectivo: 'SI',
  };
  const sent: RecordKey = {
    kind: 'PRORROGA_TIPO',
    cif: contract.cif,
    footprint: contract.id,
    effectiveDate: '2027-02-03',
    endDate: '2027-05-02',
    agreement: 'S',
  };
  const earlier = { ...extension, id: 'E-28-2026-0000123-01', fecha_inicio: '01/01/2027' };
  const lookUp = async (changed: Change, shown: Change) => {
    const { sepe, inputs } = portTo({
      contract: { ...contract, extensions: [earlier, { ...extension, ...shown }] },
    });
    const found = await extensionLookUp(sepe, SINCE)({ ...sent, ...changed } as RecordKey);
    return { found, inputs };
  };

  test('an extension is found on the page of its contract, with its own number', async () => {
    const { found, inputs } = await lookUp({}, {});
    expect(found).toEqual({ ...sent, result: 'accepted', id: extension.id, messages: [] });
    expect(inputs).toEqual([{ footprint: { province: '28', year: '2026', number: '0000123' } }]);
  });

  test('an extension without the identifier is found by the worker, start and company of its contract', async () => {
    const { document, startDate } = contract;
    const { found, inputs } = await lookUp({ footprint: undefined, document, startDate }, {});
    expect(found).toMatchObject({ result: 'accepted', id: extension.id });
    expect(inputs).toEqual([{ dni: document, startDate, cif: contract.cif, code: undefined }]);
  });

  test('an extension without agreement is found if SEPE shows none', async () => {
    const { found } = await lookUp({ agreement: undefined }, { existe_convenio_colectivo: 'NO' });
    expect(found).toMatchObject({ result: 'accepted' });
  });

  test.each<[string, Change]>([
    ['of another start', { fecha_inicio: '04/02/2027' }],
    ['of another end', { fecha_fin: '03/05/2027' }],
    ['with another answer about the agreement', { existe_convenio_colectivo: 'NO' }],
    ['notified the day before', { fecha_comunicación: '03/11/2026' }],
    ['notified on no day that is shown', { fecha_comunicación: '' }],
    ['without a number', { id: '02' }],
  ])('an extension %s is not taken for the one that was sent', async (_, shown) => {
    expect((await lookUp({}, shown)).found).toBeUndefined();
  });
});

describe('the look-up of a company certificate', () => {
  const request = fileCertificate.example.request as unknown as Certificate;
  const shown = {
    ...exampleCertificate,
    general: { ...exampleCertificate.general, entry_date: '2026-11-04' },
  };
  const lookUp = async (certificate: object) => {
    const { sepe, inputs } = portTo({ certificate: { detail: certificate } });
    return { found: await certificateLookUp(request)(sepe, SINCE)({ kind: 'Certificado_empresa' }), inputs };
  };

  test('a company certificate as it was sent is found', async () => {
    const { found, inputs } = await lookUp(shown);
    expect(found).toMatchObject({ result: 'accepted', messages: [] });
    expect(inputs).toEqual([{ dni: '12345678Z', startDate: '2026-11-30', ccc: '28000000097' }]);
  });

  const { employee, enterprise, general, contributions } = shown;
  test.each<[string, object]>([
    ['of another company', { enterprise: { ...enterprise, cif: 'B12345675' } }],
    ['of another worker', { employee: { ...employee, nif: '87654321X' } }],
    ['of another type of contract', { employee: { ...employee, contract_type: '502' } }],
    ['of another occupation', { employee: { ...employee, cno: '5120' } }],
    ['of another start', { employee: { ...employee, alta_date: '2026-09-02' } }],
    ['of another cause', { employee: { ...employee, suspension_cause: '18' } }],
    ['of another end', { employee: { ...employee, suspension_start_date: '2026-11-29' } }],
    ['with an end of the suspension', { employee: { ...employee, suspension_end_date: '2026-12-29' } }],
    ['with other days', { contributions: [{ ...contributions[0], days: 29 }] }],
    ['with another base', { contributions: [{ ...contributions[0], base_unemployment: 1500.01 }] }],
    ['with more months', { contributions: [...contributions, contributions[0]] }],
    ['without months', { contributions: [] }],
    ['that came in the day before', { general: { ...general, entry_date: '2026-11-03' } }],
    ['that came in on no day that is shown', { general: { ...general, entry_date: null } }],
  ])('a company certificate %s is not taken for the one that was sent', async (_, change) => {
    expect((await lookUp({ ...shown, ...change })).found).toBeUndefined();
  });
});
