import { expect } from 'vitest';
import type { DemoData } from '../../local/demo.ts';
import { newContract } from '../../reference/requests.ts';
import { seed } from '../../sandbox/seed.ts';

/** Makes notifications of contracts, each of another worker whom the employment service has no contract of. */
export const contractMaker = (demo: DemoData) => {
  // The last one has company certificates.
  const unused = seed.demo.newWorkers.slice(0, -1);
  return () => {
    const person = unused.shift();
    if (!person) throw new Error('no worker is left');
    return newContract(seed, demo, person);
  };
};

/** The answer to a call that the employment service refused, in words that match. */
export const refusedBySepe = (message: RegExp) => ({
  status: 422,
  body: { success: false, errors: { sepe: [expect.stringMatching(message)] } },
});

/** The identifier of a contract at the employment service. */
export const CONTRACT_ID = /^E-\d{2}-\d{4}-\d{7}$/;
