import { expect, test } from 'vitest';
import { askForIdc, type IdcAsking } from '../../../../../panel/src/capabilities/reconciliation/idc.ts';
import type { Worker } from '../../../../../panel/src/capabilities/reconciliation/workers.ts';
import { seed } from '../../../../../sandbox/seed.ts';

/** The IDC of several workers of a list. */

const { regimen, ccc } = seed.demo.company;
const DAY = '2026-11-30';
const [first, second, third, fourth] = seed.demo.newWorkers.slice(0, 4).map(
  ({ dni, nss }, index): Worker =>
    ({
      dni,
      nss,
      regimen,
      ccc,
      nombre: index === 1 ? null : ['BEGOÑA RUIZ PEÑA', '', 'ANA MUÑOZ GIL', 'EVA SANZ VEGA'][index],
    }) as unknown as Worker,
) as [Worker, Worker, Worker, Worker];

/** What is asked, saved and reported for these workers. @param answer the number of the worker whose IDC the answer has */
const asked = async (workers: Worker[], answer: (nss: string) => Promise<{ name: string } | undefined>) => {
  const events: string[] = [];
  const asking = {
    day: DAY,
    ask: async (request: Parameters<IdcAsking['ask']>[0]) => {
      events.push(`asked ${Object.values(request).join(' ')}`);
      return request.nss;
    },
    answered: async (nss: string) => ({ data: { file: await answer(nss) } }),
    keep: async (file: { name: string }, name: string) => {
      events.push(`kept ${file.name} as ${name}`);
    },
    onCame: () => events.push('came'),
    onMissed: ({ name, reason }: { name: string; reason: string }) =>
      events.push(`missed ${name}: ${reason}`),
  };
  await askForIdc(workers, asking as unknown as IdcAsking);
  return events;
};

test('each IDC is asked for by its worker, one after the other, and saved under the name of that worker', async () => {
  const events = await asked([first, second], async (nss) => ({ name: `${nss}.pdf` }));
  expect(events).toEqual([
    `asked ${regimen} ${ccc} ${first.nss} ${DAY}`,
    expect.stringMatching(new RegExp(`^kept ${first.nss}.pdf as IDC_Ruiz-Peña_`)),
    'came',
    `asked ${regimen} ${ccc} ${second.nss} ${DAY}`,
    expect.stringMatching(new RegExp(`^kept ${second.nss}.pdf as IDC_${second.dni}_`)),
    'came',
  ]);
});

test('a worker without a number, an answer without a document and a refusal are named, and the others still come', async () => {
  const events = await asked([first, { ...second, nss: null } as Worker, third, fourth], async (nss) => {
    if (nss === first.nss) throw new Error('3021 TRABAJADOR INEXISTENTE');
    return nss === third.nss ? undefined : { name: `${nss}.pdf` };
  });
  expect(events.filter((event) => !event.startsWith('asked'))).toEqual([
    `missed ${first.nombre}: 3021 TRABAJADOR INEXISTENTE`,
    `missed ${second.dni}: no consta su número de la Seguridad Social`,
    `missed ${third.nombre}: la Seguridad Social no ha devuelto el documento`,
    expect.stringContaining(`kept ${fourth.nss}.pdf`),
    'came',
  ]);
  expect(events.filter((event) => event.startsWith('asked'))).toHaveLength(3);
});
