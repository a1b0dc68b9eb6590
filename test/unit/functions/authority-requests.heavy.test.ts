import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { seed } from '../../../sandbox/seed.ts';
import { startAuthorities } from '../../support/authorities.ts';
import { contractMaker } from '../../support/contracts.ts';
import { pdfText } from '../../support/pdf.ts';
import { countingRequests, operationsAtAuthorities as operations } from '../../support/stand-in/counted.ts';

/**
 * The number of requests to the authority until an operation has succeeded and all of its documents have arrived: for the first
 * run in a process, and for the next one with the same certificate.
 */
const REQUESTS: Record<string, [first: number, next: number]> = {
  'POST /seg-social/alta': [8, 8],
  'DELETE /seg-social/alta': [5, 5],
  'POST /seg-social/baja': [8, 8],
  'POST /seg-social/despido': [4, 4],
  'DELETE /seg-social/baja': [3, 3],
  'GET /seg-social/employee-situations': [5, 5],
  'GET /seg-social/ta-info-for-nss': [4, 4],
  'GET /seg-social/duplicate-ta': [4, 4],
  'GET /seg-social/idc': [4, 4],
  'GET /seg-social/life-affiliate': [3, 3],
  'PUT /seg-social/contribution-group': [4, 4],
  'PUT /seg-social/occupation': [4, 4],
  'PUT /seg-social/category-professional': [4, 4],
  'PUT /seg-social/cno': [7, 7],
  'PUT /seg-social/contract-coeficiente': [7, 7],
  'POST /seg-social/etts/cesion': [3, 3],
  'PUT /seg-social/etts/cesion': [3, 3],
  'DELETE /seg-social/etts/cesion': [3, 3],
  'GET /seg-social/etts/cesion': [5, 5],
  'POST /seg-social/pract-no-remun': [2, 2],
  'POST /seg-social/it': [8, 8],
  'GET /seg-social/it': [4, 4],
  'POST /seg-social/nacimiento': [7, 7],
  'GET /seg-social/nacimiento': [4, 4],
  'GET /seg-social/excel-fie': [4, 4],
  'GET /seg-social/report-rlc': [9, 9],
  'PUT /seg-social/datos-bancarios': [5, 5],
  'GET /seg-social/category-occupation-gc': [2, 2],
  'GET /seg-social/employees-in-enterprise': [6, 6],
  'GET /seg-social/nss-by-ipf': [2, 2],
  'GET /seg-social/ipf-by-nss': [2, 2],
  'GET /seg-social/life-ccc': [3, 3],
  'GET /seg-social/informe-ita': [3, 3],
  'GET /seg-social/idc-info-for-nss': [2, 2],
  'GET /seg-social/ccc-asignados': [4, 4],
  'GET /seg-social/cno': [3, 3],
  'GET /seg-social/certificate-corriente': [4, 4],
  'GET /seg-social/convenios-colectivos-por-trabajador': [3, 3],
  'POST /seg-social/transformation': [12, 8],
  'POST /sepe/contrata': [10, 6],
  'GET /sepe/contrata/data': [7, 3],
  'GET /sepe/contrata/data/list': [6, 2],
  'GET /sepe/contrata': [8, 4],
  'DELETE /sepe/contrata': [7, 4],
  'POST /sepe/contrata/xml': [10, 6],
  'POST /sepe/prorroga': [13, 9],
  'POST /sepe/llamamientos': [3, 3],
  'POST /sepe/certifica': [10, 7],
  'POST /sepe/transformation': [12, 8],
  'POST /sepe/contrata/transformation/xml': [3, 3],
  'GET /sepe/contrata/transformation': [6, 3],
  'POST /sepe/copy-basic': [19, 10],
  'GET /sepe/copy-basic': [9, 4],
  'POST /sepe/copy-basic/xml': [11, 6],
  'GET /sepe/certifica': [6, 3],
  'GET /sepe/certifica/list': [6, 3],
  'GET /sepe/certifica/data': [5, 2],
  'GET /sepe/certifica/detail': [7, 4],
  'GET /aeat/report-corriente': [5, 5],
  'GET /aeat/report-iae': [5, 5],
  'GET /aeat/report-subcontractors': [9, 9],
  'GET /dehu/notifications-pending': [2, 2],
  'GET /dehu/notifications-done': [1, 1],
  'GET /dehu/communications': [2, 2],
  'GET /dehu/notification-detail': [5, 5],
  'GET /dehu/notification-document': [3, 3],
  'GET /dehu/notification-voucher': [2, 2],
  'POST /dehu/notification-accept': [6, 6],
  'GET /dehu/stats': [2, 2],
  'GET /seg-social/notifications': [4, 4],
  'POST /seg-social/notification-accept': [4, 4],
  'GET /aeat/notifications': [2, 2],
  'POST /aeat/notification-accept': [6, 6],
  'POST /aeat/modelo-111': [3, 3],
  'POST /aeat/modelo-190': [5, 5],
  'GET /aeat/declaraciones': [2, 2],
};

/** Offset of the authorities' clock, in milliseconds. */
let shift = 0;
let authorities: Awaited<ReturnType<typeof startAuthorities>>;
let counting: ReturnType<typeof countingRequests>;
beforeAll(async () => {
  authorities = await startAuthorities(seed, () => new Date(Date.now() + shift));
  counting = countingRequests(authorities);
});
afterAll(() => authorities.close());

test.each([...operations.keys()])(
  'the operation %s sends as many requests, at first and later, as the table says',
  async (name) => {
    const counted = await counting.firstAndNext(name);
    const why = `its line in REQUESTS of this file: [first, next], where ${counted.join(' and ')} were sent`;
    expect(counted, why).toEqual(REQUESTS[name]);
  },
);

describe('the log-in at SEPE', () => {
  const ofLogIns = Object.entries(REQUESTS)
    .filter(([, [first, next]]) => first > next)
    .map(([name]) => name);

  test.each(ofLogIns)(
    'the log-in is made again when SEPE has ended it, and the filing happens once: %s',
    async (name) => {
      const { prepare, count } = counting;
      await prepare(name);
      await count(name);
      await prepare(name);
      shift += 31 * 60_000;
      const filed = await authorities.filed();
      const [, next] = REQUESTS[name]!;
      expect(await count(name)).toBeGreaterThan(next);
      const { kind } = operations.get(name)!;
      expect((await authorities.filed()) - filed).toBe(kind === 'submission' ? 1 : 0);
    },
  );

  test('the log-in is not shared by two dialogs at the same time, which would be mixed up', async () => {
    await authorities.reset();
    const nextContract = contractMaker(demoData());
    const contracts = [nextContract(), nextContract(), nextContract()];
    for (const contract of contracts) await authorities.run(operations.get('POST /sepe/contrata')!, contract);
    // From here on a log-in is kept.
    const [first] = contracts;
    const { cif } = demoData().company;
    const queryOf = ({ dni, startDate }: NonNullable<typeof first>) => ({ cif, dni, startDate });
    const copyOf = (contract: NonNullable<typeof first>) => ({
      ...queryOf(contract),
      docType: 'D',
      TIPO_FIRMA: 2,
      TEXTO_COPIABASICA: `Copia de ${contract.dni}`,
      DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
      duplicate: 1,
    });
    await authorities.run(operations.get('POST /sepe/copy-basic')!, copyOf(first!));
    const replies = await Promise.all(
      contracts
        .slice(1)
        .flatMap((contract) => [
          authorities.run(operations.get('POST /sepe/copy-basic')!, copyOf(contract)),
          authorities.run(operations.get('GET /sepe/contrata')!, queryOf(contract)),
        ]),
    );
    for (const [index, reply] of replies.entries()) {
      const { content } = (reply.data as { file: { content: string } }).file;
      const text = await pdfText(Buffer.from(content, 'base64'));
      expect(text).toContain(contracts[1 + Math.floor(index / 2)]!.dni);
    }
    const held = (await authorities.state()).sepe.contracts;
    for (const { dni } of contracts)
      expect(held.find(({ worker }) => worker.identifier.endsWith(dni))?.copy?.text).toBe(`Copia de ${dni}`);
  });
});
