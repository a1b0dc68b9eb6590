import { expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { callOf, certificateOf } from '../../../reference/later-communications.ts';
import { certificateFiling } from '../../../shared/authorities/sepe/certifica/certificate-filing.ts';
import { certificateDocument } from '../../../shared/authorities/sepe/documents/certificate-document.ts';
import { extensionDocument } from '../../../shared/authorities/sepe/documents/extension-document.ts';
import { workCallDocument } from '../../../shared/authorities/sepe/documents/work-call-document.ts';
import { readCalledContract } from '../../../shared/authorities/sepe/identifiers.ts';
import { FILINGS } from '../../../shared/authorities/sepe/services/services.ts';
import { runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { SOURCES } from '../../support/stand-in/facts.ts';
import { compact, leavesOf } from '../../support/stand-in/sepe-documents.ts';
import {
  call,
  calls,
  certificate,
  endDate,
  extension,
  extensions,
  startDate,
} from '../../support/stand-in/sepe-later-documents.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Extensions, calls to work and certificates as public programs write them, and the requests of our connectors for the same:
 * our document has the same leaves and the same effect.
 */

const standIn = useStandIn();
const { send, sendCertificate } = sepeServices(standIn);
const { convertibleContract, seasonalContract } = seed.demo;

const REFERENCE = 'REF-1';
const FREE = `<DATOS_USOLIBRE_EMPRESA><USOLIBRE_EMPRESA>${REFERENCE}</USOLIBRE_EMPRESA></DATOS_USOLIBRE_EMPRESA>`;
test(`an extension that a program writes is filed (${SOURCES.documents}/ContrataProrrogasWriter.java, createProrroga)`, async () => {
  const { cif, ccc, dni, startDate: old } = convertibleContract;
  const contract = { IDENTIFICADORPFISICA: `D${dni}`, FECHA_INICIO_CTO: compact(old) };
  const theirs = extensions(extension({ contract, after: FREE }));
  const document = extensionDocument(
    {
      cif,
      fullCcc: `0111${ccc}`,
      contract: { docType: 'D', dni, startDate: old },
      startDate,
      endDate,
      INDICADOR_CONV_COL: 'S',
    },
    REFERENCE,
  );
  expect(leavesOf(document)).toEqual(leavesOf(theirs));
  const program = await runProgram(standIn, () => send('servicioProrrogas', theirs));
  const connector = await runConnector(standIn, FILINGS.extensions, { what: 'extensions', document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.prorroga': 1 });
  expect(connector.digest).toBe(program.digest);
});

test('a call to work that a program writes is filed (two versions of a program that writes L2606002 files, XML_STRUCTURE)', async () => {
  const [employee] = callOf(seed, demoData()).employees;
  const { doc, sepeId, question, ...more } = employee!;
  const theirs = calls(call({ after: FREE }));
  const { cif, ccc } = seasonalContract;
  const sent = {
    ...more,
    docType: 'D',
    dni: doc,
    sex: String(more.sex),
    nationality: '724',
    municipality: '28079',
    country: '724',
    nivelFormativo: '51',
    occupation: '4309',
    comes: question,
    contract: readCalledContract(sepeId),
  };
  const document = workCallDocument({ cif, fullCcc: `0111${ccc}` }, [sent], REFERENCE);
  expect(leavesOf(document)).toEqual(leavesOf(theirs));
  const program = await runProgram(standIn, () => send('servicioLlamamientoFijoDiscontinuo', theirs));
  const connector = await runConnector(standIn, FILINGS.workCalls, { what: 'workCalls', document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.llamamiento': 1 });
  expect(connector.digest).toBe(program.digest);
});

test(`a certificate that a program writes is filed (${SOURCES.documents}/CertificadosWriter.java, createTrabajadorType)`, async () => {
  const theirs = certificate();
  const document = certificateDocument(certificateOf(seed, demoData()));
  expect(leavesOf(document)).toEqual(leavesOf(theirs));
  const program = await runProgram(standIn, () => sendCertificate(theirs));
  const connector = await runConnector(standIn, certificateFiling, { document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.certificado': 1 });
  expect(connector.digest).toBe(program.digest);
});
