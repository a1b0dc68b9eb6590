import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { certificateRecords } from '../../../../shared/authorities/sepe/certifica/certificate-filing.ts';
import { certificatePdf } from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { certificateDocument } from '../../../../shared/authorities/sepe/documents/certificate-document.ts';
import { cutNames } from '../../../../shared/authorities/sepe/documents/contract-document.ts';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { test } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { nameOf } from '../../../../shared/operation/about.ts';
import { afterAcceptance, notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { certificateRequest } from '../certificate-request.ts';
import { exampleCompany, exampleWorker } from '../fields.ts';
import { certificateOf, isCertificate } from '../filed-certificate.ts';
import { certificateLookUp } from '../look-ups.ts';
import { foundReply, messageFor, withMessage, withWarnings } from '../replies.ts';

const request = z.object({ test, ...certificateRequest });

export const fileCertificate = submission({
  id: 'fileCompanyCertificate',
  method: 'POST',
  path: '/certifica',
  summary: 'Comunicar un certificado de empresa',
  description:
    'Los nombres son los del fichero de Certific@2. El servicio del SEPE no pide confirmación: con test=1 se comprueban ' +
    'los datos y el documento, y se termina antes de enviarlo. Los importes se envían en céntimos, con nueve dígitos, y el ' +
    'message del simulacro los repite en euros.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  commitsFirst: true,
  content: certificateDocument,
  acts: (sent) => {
    const { Datos_Empresa, Datos_Trabajador } = sent;
    const subject = [
      Datos_Empresa.CCC,
      plainDocument(Datos_Trabajador.DNI_NIE),
      Datos_Trabajador.FechaSuspensionExtincion,
    ];
    return [{ family: 'companyCertificate', subject, sets: certificateDocument(sent) }];
  },
  rate: 'write',
  standing: 'chosen',
  request,
  response: z.object({
    id: z.string().optional().meta({ description: 'Huella digital que el SEPE da a lo recibido.' }),
    doc: z.string().meta({ description: 'Documento del trabajador.' }),
    startDate: z.string().meta({
      description: 'Suspensión o extinción, AAAA-MM-DD: con ella se pide el duplicado o los datos.',
    }),
    file: fileObject.optional().meta({ description: 'Certificado, si el SEPE ya lo muestra.' }),
  }),
  about: ({ Datos_Empresa, Datos_Trabajador }) => ({
    regimen: Datos_Empresa.CCC.slice(0, 4),
    ccc: Datos_Empresa.CCC.slice(4),
    cif: Datos_Empresa.CIF_NIF,
    document: Datos_Trabajador.DNI_NIE,
    nss: Datos_Trabajador.NumSS,
    name: nameOf([Datos_Trabajador.Nombre, Datos_Trabajador.Apellido1, Datos_Trabajador.Apellido2]),
    date: Datos_Trabajador.FechaSuspensionExtincion,
  }),
  example: {
    request: {
      Datos_Representante: {
        CIF_NIF: '87654321X',
        Nombre: 'LUIS',
        Apellido1: 'PEREZ',
        Apellido2: 'RUIZ',
        Cargo: 'ADMINISTRADOR',
      },
      Datos_Empresa: {
        CIF_NIF: exampleCompany.cif,
        CCC: `${exampleCompany.regimen}${exampleCompany.ccc}`,
      },
      Datos_Trabajador: {
        DNI_NIE: exampleWorker.dni,
        Nombre: 'ANA',
        Apellido1: 'GARCIA',
        Apellido2: 'LOPEZ',
        NumSS: '280000000097',
        GrupoCotizacion: '03',
        TipoContrato: '402',
        CodProfesion: '4309',
        FechaAltaEmpresa: '2026-09-01',
        CodCausaSuspension: '15',
        FechaSuspensionExtincion: '2026-11-30',
        DiasSalarioTramitacion: '00000',
        Datos_Cotizacion: [
          {
            Ano: '2026',
            Mes: '11',
            NumDiasCotizados: '030',
            BaseCotizacionContingenciasComunes: '000150000',
            BaseCotizacionDesempleo: '000150000',
          },
        ],
      },
    },
    response: {
      id: '00000000000000000101',
      doc: exampleWorker.dni,
      startDate: '2026-11-30',
      file: exampleFile('certificado-empresa.pdf'),
    },
  },
  run: async (request, ports) => {
    const document = certificateDocument(request);
    const results = await fileDocument(
      ports.sepe,
      { what: 'certificates', document, records: certificateRecords(document) },
      ports.now,
    );
    return results ? certificateReply(results, request, ports) : withWarnings(notesOn(request));
  },
  emits: ({ Datos_Empresa, Datos_Trabajador }) => [
    {
      kind: 'companyCertificate',
      account: Datos_Empresa.CCC,
      cif: Datos_Empresa.CIF_NIF,
      document: plainDocument(Datos_Trabajador.DNI_NIE),
      nss: Datos_Trabajador.NumSS,
      date: Datos_Trabajador.FechaSuspensionExtincion,
    },
  ],
  lookUp: {
    find: (request, facts, ports) =>
      foundReply(
        certificateRecords(certificateDocument(request)),
        { sepe: ports.sepe, facts, lookUp: certificateLookUp(request), what: 'certificates' },
        (results) => certificateReply(results, request, ports),
      ),
  },
});

type Sent = z.output<typeof request>;

/** Spanish: the names that SEPE's schema has no room for. */
const notesOn = ({ Datos_Representante, Datos_Trabajador }: Sent): string[] =>
  [Datos_Representante, Datos_Trabajador].flatMap(
    ({ Nombre: name, Apellido1: surname, Apellido2: lastSurname }) =>
      cutNames({ name, surname, lastSurname }),
  );

/** The reply to a certificate that was accepted. SEPE may show an earlier one of that day: its document is not given. */
const certificateReply = async (
  results: RecordResult[],
  request: Sent,
  { sepe, keep }: { sepe: ReadingPort; keep: Ports['keep'] },
) => {
  const { DNI_NIE: doc, FechaSuspensionExtincion: startDate } = request.Datos_Trabajador;
  const id = results[0]!.id;
  const copy = await afterAcceptance('su documento', async () => {
    const { detail, document } = await sepe.read(certificatePdf, certificateOf(request));
    return isCertificate(detail, request) ? keep(document) : undefined;
  });
  return {
    data: { ...(id && { id }), doc, startDate, ...(copy.value && { file: copy.value }) },
    ...withMessage(messageFor('El certificado', results, notObtained(copy))),
    ...withWarnings(notesOn(request)),
    filed: { reference: id },
  };
};
