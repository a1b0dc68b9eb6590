import * as z from 'zod';
import type { CertificateDetail } from '../../../../shared/authorities/sepe/certifica/certificate-detail.ts';
import {
  type CertificateList,
  certificateList,
} from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { isoDay } from '../../../../shared/operation/fact.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCompany, exampleWorker, workerDni } from '../fields.ts';

const text = z.string();

/** The list, for its current and its former address. */
const listAt = (id: string, path: string, supersededBy?: string) =>
  reading({
    id,
    method: 'GET',
    path,
    summary: 'Listar los certificados de empresa de un trabajador',
    description:
      'Con un solo certificado, de este solo constan fecha_susp, fecha_entrada y origen. fecha_susp sirve como startDate ' +
      'para pedir el duplicado o los datos.',
    authority: 'sepe',
    rate: 'read',
    standing: 'document',
    ...(supersededBy && { supersededBy }),
    request: z.object({ dni: workerDni }),
    response: z.object({
      enterprise: z.object({
        name: text,
        regimen: text,
        cif: text,
        cnae: text,
        postal_code: text,
        ccc: text,
      }),
      employee: z.object({
        name: text,
        surname: text,
        lastSurname: text,
        nif: text,
        nss: text,
        causa_susp: text,
        cno: text,
      }),
      certificates: z
        .array(
          z.object({
            fecha_entrada: text,
            fecha_recepcion: text.optional(),
            fecha_reconocimiento: text.optional().meta({ description: '-- si no consta.' }),
            cif: text.optional(),
            codigo: text.optional(),
            fecha_susp: text,
            anexado: text.optional().meta({ description: 'SI o NO.' }),
            origen: text,
          }),
        )
        .meta({ description: 'Fechas DD/MM/AAAA.' }),
    }),
    example: {
      request: { dni: exampleWorker.dni },
      response: {
        enterprise: {
          name: 'EMPRESA DE EJEMPLO SL',
          regimen: exampleCompany.regimen,
          cif: exampleCompany.cif,
          cnae: '6201',
          postal_code: '28013',
          ccc: '280000000',
        },
        employee: {
          name: 'ANA',
          surname: 'GARCIA',
          lastSurname: 'LOPEZ',
          nif: exampleWorker.dni,
          nss: '280000000097',
          causa_susp: '15',
          cno: '4309',
        },
        certificates: [{ fecha_entrada: '02/12/2026', fecha_susp: '30/11/2026', origen: 'XML' }],
      },
    },
    emitsOnRead: ({ dni }, { enterprise, certificates }) =>
      certificates.map(({ fecha_susp, cif = enterprise.cif }) => ({
        kind: 'companyCertificate',
        cif,
        document: plainDocument(dni),
        date: isoDay(fecha_susp),
      })),
    run: async ({ dni }, { sepe }) => {
      const list = await sepe.read(certificateList, { dni });
      return { data: { ...partiesOf(list.newest), certificates: certificatesOf(list) } };
    },
  });

/** The list of certificates. */
export const listCertificates = listAt('listCompanyCertificates', '/certifica/list');
/** The same list at its address until 15/09/2026. */
export const listCertificatesFormerly = listAt(
  'listCompanyCertificatesFormerly',
  '/certifica/data',
  '/certifica/list',
);

const partiesOf = ({ enterprise, employee }: CertificateDetail) => ({
  enterprise: {
    name: enterprise.name ?? '',
    regimen: enterprise.regimen ?? '',
    cif: enterprise.cif ?? '',
    cnae: enterprise.cnae ?? '',
    postal_code: enterprise.postal_code ?? '',
    ccc: enterprise.ccc ?? '',
  },
  employee: {
    name: employee.name ?? '',
    surname: employee.surname ?? '',
    lastSurname: employee.last_surname ?? '',
    nif: employee.nif ?? '',
    nss: employee.nss ?? '',
    causa_susp: employee.suspension_cause ?? '',
    cno: employee.cno ?? '',
  },
});

/** A single certificate has a page and no row in a list, so fewer fields are known. */
const certificatesOf = ({ newest, rows }: CertificateList) =>
  rows?.map((row) => ({ ...row, fecha_reconocimiento: row.fecha_reconocimiento || '--' })) ?? [
    {
      fecha_entrada: slashedDate(newest.general.entry_date ?? ''),
      fecha_susp: slashedDate(newest.employee.suspension_start_date ?? ''),
      origen: newest.general.origin ?? '',
    },
  ];
