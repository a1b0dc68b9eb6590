import { describe, expect, test } from 'vitest';
import { registerEmployee } from '../../../functions/gateway/seg-social/operations/register-employee.ts';
import { callWorkers } from '../../../functions/gateway/sepe/operations/call-workers.ts';
import { notifyContract } from '../../../functions/gateway/sepe/operations/notify-contract.ts';
import { hooks } from '../../../functions/hooks.ts';
import type { Submission } from '../../../shared/operation/operation.ts';
import { warningsOf } from '../../../shared/serving/filing/warnings.ts';
import type { Acting } from '../../../shared/serving/stages.ts';

/** The warnings of a submission's example with other values, on a day on which nothing of it is late. */
const warningsFor = (operation: unknown, sent: Record<string, unknown>): Promise<string[]> => {
  const submission = operation as Submission;
  const input = submission.request.parse({ ...(submission.example.request as object), ...sent });
  const now = new Date('2026-11-03T10:00:00Z');
  return warningsOf({ hooks }, { operation: submission, input, now } as unknown as Acting);
};

const AGE = (birth: string, firstDay: string) =>
  `La fecha de nacimiento es el ${birth} y empieza a trabajar el ${firstDay}, con menos de 16 años: compruebe los dos.`;
const SAME_YEAR =
  'La fecha de nacimiento es el 17/05/2026 y empieza a trabajar el 01/12/2026, del mismo año: compruebe los dos.';
const DNI =
  'El documento es un DNI, que solo tienen los españoles (724), y la nacionalidad es 250: compruebe los dos.';
const NIE =
  'El documento es un NIE, que es de extranjeros, y la nacionalidad es la española (724): compruebe los dos.';
const NO_CODE = (field: string, code: string, list: string) =>
  `${field}: ${code} no está en ${list}. Compruebe el código.`;
const COUNTRIES = 'la lista de países de ISO 3166-1';
const MUNICIPALITIES = 'la lista de municipios del INE a 1 de enero de 2021';
const OCCUPATIONS = 'la clasificación CNO-11';
const OF_NIE = { docType: 'E', dni: 'X1234567L' };

describe('warnings of contradictory values and unknown codes', () => {
  test.each<[sent: Record<string, unknown>, warnings: string[]]>([
    [{}, []],
    [{ nationality: 250 }, [DNI]],
    [{ ...OF_NIE, nationality: 724 }, [NIE]],
    [{ ...OF_NIE, nationality: 504 }, []],
    [{ dateOfBirth: '2010-11-04' }, [AGE('04/11/2010', '03/11/2026')]],
    [{ dateOfBirth: '2010-11-03' }, []],
    [{ dateOfBirth: '2026-05-17', startDate: '2026-12-01' }, [SAME_YEAR]],
    [{ municipality: '28999' }, [NO_CODE('municipality', '28999', MUNICIPALITIES)]],
    [
      { municipalityContract: '99079', occupation: '9999' },
      [NO_CODE('occupation', '9999', OCCUPATIONS), NO_CODE('municipalityContract', '99079', MUNICIPALITIES)],
    ],
    [{ ...OF_NIE, nationality: 999 }, [NO_CODE('nationality', '999', COUNTRIES)]],
    [
      { surname: 'Null' },
      ['«Null» puede ser un nombre, o lo que escribe un programa cuando no hay dato: compruébelo.'],
    ],
  ])('a contract with %j has its warnings', async (sent, warnings) => {
    expect(await warningsFor(notifyContract, sent)).toEqual(warnings);
  });

  test.each<[sent: Record<string, unknown>, warnings: string[]]>([
    [{ fnacimiento: '1990-05-17' }, []],
    [{ fnacimiento: '2026-05-17' }, [SAME_YEAR]],
    [{ cno: 11 }, []],
    // The interface has at most four figures.
    [{ cno: '11' }, []],
    [{ cno: '9999' }, [NO_CODE('cno', '9999', OCCUPATIONS)]],
  ])('a registration with %j has its warnings', async (sent, warnings) => {
    expect(await warningsFor(registerEmployee, sent)).toEqual(warnings);
  });

  test('a warning about a call to work names the place of that call', async () => {
    const [call] = callWorkers.example.request.employees;
    const employees = [call, { ...call, startDate: '2026-12-01', nationality: 250, occupation: 9999 }];
    expect(await warningsFor(callWorkers, { employees })).toEqual([
      `Llamamiento 2: ${DNI}`,
      NO_CODE('employees.1.occupation', '9999', OCCUPATIONS),
    ]);
  });
});
