import { stdnum } from 'stdnum';
import { describe, expect, test } from 'vitest';
import { makeSeed } from '../../sandbox/seed.ts';
import { seed } from '../support/stand-in/stand-in.ts';

const { demo } = seed;

describe('the seed', () => {
  test('the seed has valid check digits, also for other implementations', () => {
    const { persons, accounts, companies, holders } = seed.state;
    const { dni: DNI, nie: NIE, cif: CIF } = stdnum.ES!;
    for (const { nss, dni, identificacion } of persons) {
      expect(Number(nss.slice(0, 10)) % 97).toBe(Number(nss.slice(10)));
      if (identificacion === 1) expect(DNI!.validate(dni).isValid).toBe(true);
      if (identificacion === 6) expect(NIE!.validate(dni).isValid).toBe(true);
    }
    for (const { ccc } of accounts) expect(Number(ccc.slice(0, 9)) % 97).toBe(Number(ccc.slice(9)));
    for (const { cif } of companies) expect(CIF!.validate(cif).isValid).toBe(true);
    for (const { nif } of holders) expect(DNI!.validate(nif).isValid).toBe(true);
    for (const key of ['nss', 'dni'] as const) {
      expect(new Set(persons.map((person) => person[key])).size).toBe(persons.length);
    }
    expect(new Set(accounts.map(({ ccc }) => ccc)).size).toBe(accounts.length);
    expect(demo.newWorkers.length).toBe(11);
  });

  test('the seed has the same people on any day, with dates relative to that day', () => {
    const early = makeSeed('2024-03-01');
    expect(early.demo.newWorkers).toEqual(demo.newWorkers);
    expect(early.demo.worker.nss).toBe(demo.worker.nss);
    expect(early.demo.worker.fecha_alta).toBe('2023-03-02');
  });

  test('the seed has periods of reports relative to the day', () => {
    const early = makeSeed('2024-03-15').demo;
    expect(early.fie.endDate).toBe('2024-03-15');
    expect(early.rlc).toMatchObject({ startDate: '2024-01-01', endDate: '2024-01-31' });
    expect(makeSeed('2024-01-31').demo.rlc).toMatchObject({ startDate: '2023-11-01', endDate: '2023-11-30' });
    expect(early.authorizedUsers).toEqual(demo.authorizedUsers);
    expect(early.cesion).toEqual(demo.cesion);
  });

  test('the seed has the same company and workers at all authorities', () => {
    expect(demo.contract.cif).toBe(demo.company.cif);
    expect(demo.contract.sepeId).toMatch(/^E-\d{2}-\d{4}-\d{7}$/);
    expect(demo.companyCertificates.cccs).toHaveLength(2);
    expect(demo.companyCertificate.dni).toBe(demo.formerWorker.dni);
  });
});
