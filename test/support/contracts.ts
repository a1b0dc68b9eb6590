import { expect } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { requestsOf } from './requests.ts';

/** Makes notifications of contracts, each of another worker whom the employment service has no contract of. */
export const contractMaker = (demo: Parameters<typeof requestsOf>[0]) => {
  const { duplicate: _, ...template } = requestsOf(demo)['POST /sepe/contrata']!.request;
  // The last one has company certificates.
  const unused = seed.demo.newWorkers.slice(0, -1);
  return () => {
    const person = unused.shift();
    if (!person) throw new Error('no worker is left');
    return {
      ...template,
      dni: person.dni,
      name: person.name,
      surname: person.surname,
      lastSurname: person.secondSurname,
      sex: person.sex === 'M' ? 1 : 2,
      dateOfBirth: person.birthDate,
      nss: person.nss,
      startDate: seed.today,
    };
  };
};

/** The answer to a call that the employment service refused, in words that match. */
export const refusedBySepe = (message: RegExp) => ({
  status: 422,
  body: { success: false, errors: { sepe: [expect.stringMatching(message)] } },
});

/** The identifier of a contract at the employment service. */
export const CONTRACT_ID = /^E-\d{2}-\d{4}-\d{7}$/;
