import { expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { callOf, certificateOf, extensionOf } from '../../../reference/later-communications.ts';
import { certificateFiling } from '../../../shared/authorities/sepe/certifica/certificate-filing.ts';
import { certificateDocument } from '../../../shared/authorities/sepe/documents/certificate-document.ts';
import { extensionDocument } from '../../../shared/authorities/sepe/documents/extension-document.ts';
import { workCallDocument } from '../../../shared/authorities/sepe/documents/work-call-document.ts';
import { readCalledContract } from '../../../shared/authorities/sepe/identifiers.ts';
import { FILINGS } from '../../../shared/authorities/sepe/services/services.ts';
import { type Node, readXml } from '../../../shared/authorities/sepe/xml-reading.ts';
import { runConnector, runProgram } from '../../support/stand-in/comparison.ts';
import { SOURCES } from '../../support/stand-in/facts.ts';
import { compact, DECLARATION, elements, key } from '../../support/stand-in/sepe-documents.ts';
import { sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Extensions, calls to work and certificates as public programs write them, and what our connectors send for the same: our
 * document has the same leaves, and has the same effect.
 */

const standIn = useStandIn();
const { send, soap } = sepeServices(standIn);
const { convertibleContract, seasonalContract } = seed.demo;

/** All elements with a text, by their path. */
const leaves = ({ children, name, text }: Node, above = ''): [path: string, text: string][] => {
  const path = above + name;
  return children.length > 0 ? children.flatMap((child) => leaves(child, `${path}/`)) : [[path, text]];
};
const read = (document: string) => leaves(readXml(document, 10_000));
const REFERENCE = 'REF-1';
const FREE = `<DATOS_USOLIBRE_EMPRESA><USOLIBRE_EMPRESA>${REFERENCE}</USOLIBRE_EMPRESA></DATOS_USOLIBRE_EMPRESA>`;
const companyOf = ({ cif, ccc }: { cif: string; ccc: string }) =>
  `<DATOS_EMPRESA><CIF_NIF_EMPRESA><CIF_NIF>${cif}</CIF_NIF></CIF_NIF_EMPRESA><CCC>0111${ccc}</CCC></DATOS_EMPRESA>`;

test(`an extension (${SOURCES.documents}/ContrataProrrogasWriter.java, createProrroga)`, async () => {
  const { startDate, endDate } = extensionOf(seed, demoData());
  const theirs = `${DECLARATION}<PRORROGAS><PRORROGA_TIPO>${companyOf(convertibleContract)}<DATOS_CONTRATO><IDENTIFICADORPFISICA>D${convertibleContract.dni}</IDENTIFICADORPFISICA><FECHA_INICIO_CTO>${compact(convertibleContract.startDate)}</FECHA_INICIO_CTO></DATOS_CONTRATO><DATOS_GENERALES_PRORROGA><FECHA_INICIO>${compact(startDate)}</FECHA_INICIO><FECHA_FIN>${compact(endDate)}</FECHA_FIN><INDICADOR_CONV_COL>S</INDICADOR_CONV_COL></DATOS_GENERALES_PRORROGA>${FREE}</PRORROGA_TIPO></PRORROGAS>`;
  const { cif, ccc, dni, startDate: old } = convertibleContract;
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
  expect(read(document)).toEqual(read(theirs));
  const program = await runProgram(standIn, () => send('servicioProrrogas', theirs));
  const connector = await runConnector(standIn, FILINGS.extensions, { what: 'extensions', document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.prorroga': 1 });
  expect(connector.digest).toBe(program.digest);
});

test('a call to work (two versions of a program that writes L2606002 files, XML_STRUCTURE)', async () => {
  const [call] = callOf(seed, demoData()).employees;
  const { doc, sepeId, question, ...more } = call!;
  const theirs = `${DECLARATION}<LLAMAMIENTOS><LLAMAMIENTO_TIPO>${companyOf(seasonalContract)}<DATOS_TRABAJADOR>${elements(
    {
      IDENTIFICADORPFISICA: `D${doc}`,
      NOMBRE_APELLIDOS: elements({
        NOMBRE: more.name,
        PRIMER_APELLIDO: more.surname,
        SEGUNDO_APELLIDO: more.lastSurname,
      }),
      SEXO: String(more.sex),
      FECHA_NACIMIENTO: compact(more.dateOfBirth),
      NACIONALIDAD: '724',
      MUNICIPIO_RESIDENCIA: '28079',
      PAIS_RESIDENCIA: '724',
      NUMERO_SEGURIDAD_SOCIAL: more.nss,
    },
  )}</DATOS_TRABAJADOR><DATOS_LLAMAMIENTO>${elements({
    FECHA_INICIO: compact(more.startDate),
    FECHA_FIN: compact(more.endDate),
    CLAVE_CONTRATO_TRANS: `${key(seasonalContract.sepeId)}00`,
    IND_INCORPORA_ACTIVIDAD: 'S',
    CODIGO_OCUPACION: '4309    ',
    NIVEL_FORMATIVO: '51',
  })}</DATOS_LLAMAMIENTO>${FREE}</LLAMAMIENTO_TIPO></LLAMAMIENTOS>`;
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
  expect(read(document)).toEqual(read(theirs));
  const program = await runProgram(standIn, () => send('servicioLlamamientoFijoDiscontinuo', theirs));
  const connector = await runConnector(standIn, FILINGS.workCalls, { what: 'workCalls', document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.llamamiento': 1 });
  expect(connector.digest).toBe(program.digest);
});

test(`a certificate (${SOURCES.documents}/CertificadosWriter.java, createTrabajadorType)`, async () => {
  const certificate = certificateOf(seed, demoData());
  const { Datos_Representante, Datos_Empresa, Datos_Trabajador } = certificate;
  const { Datos_Cotizacion, CodProfesion, ...worker } = Datos_Trabajador;
  const {
    FechaAltaEmpresa,
    CodCausaSuspension,
    FechaSuspensionExtincion,
    DiasSalarioTramitacion,
    ...person
  } = worker;
  const theirs = `${DECLARATION}<Certificado_empresa><Cuenta_cotizacion><Datos_Representante>${elements(Datos_Representante)}</Datos_Representante><Datos_Empresa>${elements(Datos_Empresa)}</Datos_Empresa><Datos_Trabajador>${elements(
    {
      ...person,
      CodProfesion: `${CodProfesion}000`,
      FechaAltaEmpresa: compact(FechaAltaEmpresa),
      CodCausaSuspension,
      FechaSuspensionExtincion: compact(FechaSuspensionExtincion),
      DiasSalarioTramitacion,
    },
  )}<Datos_Cotizacion>${elements(Datos_Cotizacion[0]!)}</Datos_Cotizacion></Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>`;
  const document = certificateDocument(certificate);
  expect(read(document)).toEqual(read(theirs));
  const program = await runProgram(standIn, () =>
    soap(
      '/DCertificadosWeb/services/ServicioWebEntrada',
      'http://webservice.certificados.prestaciones.spee.es',
      'ejecuta',
      {
        sUsuarioConectado: '',
        sUsuarioPrincipal: '',
        sPassword: '',
        sXML: theirs,
        sIdioma: '14',
        sComunidad: '99',
      },
    ),
  );
  const connector = await runConnector(standIn, certificateFiling, { document });
  expect((await standIn.control.stats()).accepted).toEqual({ 'sepe.certificado': 1 });
  expect(connector.digest).toBe(program.digest);
});
