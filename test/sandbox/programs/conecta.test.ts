import { expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { FILINGS } from '../../../shared/authorities/sepe/services/services.ts';
import { runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { SOURCES } from '../../support/stand-in/facts.ts';
import { COPY, compact, contract, contracts, HOURS } from '../../support/stand-in/sepe-documents.ts';
import { NUM_ENVIO, sepeServices, texts } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * The contracts that a public program writes, with the blocks that it writes for each type. For two types it leaves out
 * elements that the public schema requires, and there the stand-in refuses, as it would with any other program.
 */

const standIn = useStandIn();
const { send, file } = sepeServices(standIn);

const FACTS = `${SOURCES.references.replace('wizard', 'report')}/report_contract.xml`;
const END = compact(addDays(seed.today, 60));
const causeOf = (cause: string) =>
  `<DATOS_CONTRATO_INTERINIDAD><CAUSA_INTERINIDAD>${cause}</CAUSA_INTERINIDAD></DATOS_CONTRATO_INTERINIDAD>`;

/** The program writes no INDICATIVO_PRTR, and an end only if the contract has one. */
const written = (code: string, blocks: string, end: string | undefined): string =>
  contracts(
    contract({
      code,
      blocks: blocks + COPY,
      general: { FECHA_TERMINO: end, INDICATIVO_PRTR: undefined },
    }),
  );

/** With the hours for 200, and the cause for 510, both of which the program leaves out. */
test.each<[code: string, blocks: string, end: string | undefined]>([
  ['200', HOURS, undefined],
  ['401', '', undefined],
  ['402', '', END],
  ['501', HOURS, undefined],
  ['510', HOURS + causeOf('1'), undefined],
])('a contract %s is accepted', async (code, blocks, end) => {
  const document = written(code, blocks, end);
  const program = await runProgram(standIn, () => send('servicioContratos', document));
  expect(program.result).toMatch(NUM_ENVIO);
  const connector = await runConnector(standIn, FILINGS.contracts, { what: 'contracts', document });
  expect(connector.digest).toBe(program.digest);
  await standIn.reset();
  const { root } = await file('servicioContratos', document);
  expect(texts(root, 'RESULTADO')).toEqual(['ACEPTADO']);
});

test(`a contract 200 without hours breaks the schema (${FACTS}, contrato_200)`, async () => {
  expect(await send('servicioContratos', written('200', '', undefined))).toContain('<ERROR>CGE0103</ERROR>');
});

test(`a contract 510 without cause is refused (${FACTS}, contrato_510)`, async () => {
  const { root, errors } = await file('servicioContratos', written('510', HOURS + causeOf(''), END));
  expect([texts(root, 'RESULTADO'), errors]).toEqual([['RECHAZADO'], ['CCT0115']]);
});
