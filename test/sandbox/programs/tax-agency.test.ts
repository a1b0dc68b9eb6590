import { describe, expect, test } from 'vitest';
import { economicActivities } from '../../../shared/authorities/aeat/economic-activities.ts';
import { taxCompliance } from '../../../shared/authorities/aeat/tax-compliance.ts';
import { decodeForm } from '../../support/portals/portal.ts';
import {
  AeatClient,
  csvOf,
  DOCUMENT,
  ECOT,
  IAE,
  upToDate,
  validation,
  year,
} from '../../support/stand-in/aeat-client.ts';
import { compare, runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { encodeForm, type Fields } from '../../support/stand-in/portal-client.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Certificates of the tax agency as public programs request them: `MdcAcceso` first, fields in the order in which a browser
 * sends the form, in ISO-8859-1 with `%20`, and all hidden and text inputs of the page to sign once more. The facts are in
 * `validation` and `signed`; their source is InteliFactu/ventanilla-unica: src/aeat/census and src/aeat/compliance.
 */

const { demo } = seed;
const standIn = useStandIn();

const request = (servlet: string, own: Fields) => async () => {
  const client = new AeatClient(standIn.client());
  const receipt = await client.ask(servlet, own);
  await client.send(DOCUMENT + csvOf(receipt.text));
  return receipt.text;
};

test.each([
  { what: 'ECOT', servlet: ECOT, own: upToDate('C1'), ours: [taxCompliance, { purpose: 'C1' }] as const },
  {
    what: 'ECOT, generic',
    servlet: ECOT,
    own: upToDate('G1'),
    ours: [taxCompliance, { purpose: 'G1' }] as const,
  },
  { what: 'IAE', servlet: IAE, own: year('2025'), ours: [economicActivities, { year: 2025 }] as const },
])(
  'a program asks for the certificate $what as our connector does',
  async ({ servlet, own, ours: [exchange, input] }) => {
    const program = await runProgram(standIn, request(servlet, own));
    const connector = await runConnector(
      standIn,
      exchange as typeof taxCompliance,
      input as { purpose: 'C1' },
    );
    expect(compare(program, connector)).toEqual([{}, {}]);
    const [theirs, ours] = [program, connector].map(({ sent }) =>
      sent.map(({ method, path, body }) => `${method} ${path} ${decodeForm(body).map(([name]) => name)}`),
    );
    expect(ours).toEqual(theirs);
  },
);

describe('a program that gets a certificate that our service does not request', () => {
  test('a certificate for a third party is given with the second radio button, with tax id and name', async () => {
    const client = new AeatClient(standIn.client());
    const token = await client.begin(ECOT);
    const page = await client.send(ECOT);
    // A program with a browser presses the radio button with index 1, and for the generic purpose the one with index 4.
    expect(page.text).toMatch(/id='fTipoRepresentacion1' name='fTipoRepresentacion' value='2'/);
    expect(page.text).toMatch(/id='fTipoCertificado4' name='fTipoCertificado' value='G1'/);
    const fields = validation(token, upToDate('G1'), [demo.agency.cif, demo.agency.name]);
    const confirmation = await client.send(ECOT, encodeForm(fields));
    const { text } = await client.document(await client.sign(ECOT, confirmation));
    expect(text).toContain(demo.agency.cif);
  });
});
