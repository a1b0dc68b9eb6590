import * as z from 'zod';
import type { CertificateDetail } from '../../../shared/authorities/sepe/certifica/certificate-detail.ts';
import type { FoundCertificate } from '../../../shared/authorities/sepe/certifica/certificates.ts';
import { answerTextOrNull } from '../../../shared/operation/answer-fields.ts';
import { exampleCompany, exampleWorker } from './fields.ts';

/** Schemas of the company certificates. Values that the authority leaves empty are null. */

const number = (description: string) => z.number().nullable().meta({ description });

const contribution = {
  days: number('Días cotizados.'),
  base_cc: number('Base de contingencias comunes, en euros.'),
  base_unemployment: number('Base de desempleo, en euros.'),
};

/** The data of a certificate. */
export const certificateResource = z
  .object({
    general: z.object({
      entry_date: answerTextOrNull('Fecha de entrada, AAAA-MM-DD.'),
      origin: answerTextOrNull('Origen.'),
      file_number: answerTextOrNull('Número de expediente.'),
      recognition_date: answerTextOrNull('Fecha de reconocimiento, AAAA-MM-DD.'),
    }),
    attachments: z.array(
      z.object({
        name: answerTextOrNull('Nombre.'),
        date: answerTextOrNull('Fecha, AAAA-MM-DD.'),
        source: answerTextOrNull('Procedencia.'),
      }),
    ),
    representative: z.object({
      name: answerTextOrNull('Nombre.'),
      surname: answerTextOrNull('Primer apellido.'),
      last_surname: answerTextOrNull('Segundo apellido.'),
      nif: answerTextOrNull('NIF o NIE.'),
      position: answerTextOrNull('Cargo.'),
      email: answerTextOrNull('Correo electrónico.'),
      phone: answerTextOrNull('Teléfono.'),
    }),
    enterprise: z.object({
      cif: answerTextOrNull('CIF.'),
      regimen: answerTextOrNull('Régimen.'),
      regimen_name: answerTextOrNull('Régimen en texto.'),
      ccc: answerTextOrNull('Provincia y número de la cuenta, sin dígitos de control.'),
      name: answerTextOrNull('Razón social.'),
      address: answerTextOrNull('Domicilio.'),
      postal_code: answerTextOrNull('Código postal.'),
      city: answerTextOrNull('Localidad.'),
      province: answerTextOrNull('Provincia.'),
      cnae: answerTextOrNull('Actividad económica.'),
      cnae_name: answerTextOrNull('Actividad económica en texto.'),
    }),
    employee: z.object({
      name: answerTextOrNull('Nombre.'),
      surname: answerTextOrNull('Primer apellido.'),
      last_surname: answerTextOrNull('Segundo apellido.'),
      nif: answerTextOrNull('NIF o NIE.'),
      nss: answerTextOrNull('Número de la Seguridad Social.'),
      quote_group: answerTextOrNull('Grupo de cotización.'),
      quote_group_name: answerTextOrNull('Grupo de cotización en texto.'),
      contract_type: answerTextOrNull('Tipo de contrato.'),
      contract_type_name: answerTextOrNull('Tipo de contrato en texto.'),
      contract_duration: number('Duración del contrato.'),
      contract_duration_unit: answerTextOrNull('Unidad de la duración.'),
      cno: answerTextOrNull('Profesión.'),
      cno_name: answerTextOrNull('Profesión en texto.'),
      public_office: answerTextOrNull('Cargo público o sindical.'),
      dedication_percent: number('Porcentaje de dedicación.'),
      alta_date: answerTextOrNull('Fecha de alta, AAAA-MM-DD.'),
      suspension_cause: answerTextOrNull('Causa de la suspensión o extinción.'),
      suspension_cause_name: answerTextOrNull('Causa en texto.'),
      suspension_start_date: answerTextOrNull('Fecha de la suspensión o extinción, AAAA-MM-DD.'),
      suspension_end_date: answerTextOrNull('Fin de la suspensión, AAAA-MM-DD.'),
      ere_number: answerTextOrNull('Número de ERE.'),
      ere_year: answerTextOrNull('Año del ERE.'),
      ere_percent: number('Porcentaje del ERE.'),
      children_care_percent: number('Porcentaje de reducción por cuidado de menores.'),
      processing_salary_start_date: answerTextOrNull('Inicio de los salarios de tramitación, AAAA-MM-DD.'),
      processing_salary_end_date: answerTextOrNull('Fin de los salarios de tramitación, AAAA-MM-DD.'),
      processing_salary_days: number('Días de salarios de tramitación.'),
    }),
    contributions: z
      .array(
        z.object({
          year: z.string(),
          month: z.string(),
          ...contribution,
          observations: answerTextOrNull('Observaciones.'),
        }),
      )
      .meta({ description: 'Una entrada por mes.' }),
    holidays: z.object(contribution),
    totals: z.object(contribution),
    dates_susp: z
      .array(z.string())
      .optional()
      .meta({ description: 'Fechas de suspensión de todos los certificados, si hay varios, AAAA-MM-DD.' }),
  })
  .meta({ id: 'CompanyCertificate' });

export const exampleCertificate: CertificateDetail = {
  general: { entry_date: '2026-12-02', origin: 'XML', file_number: null, recognition_date: null },
  attachments: [{ name: 'Certificado de empresa', date: '2026-12-02', source: 'Empresa' }],
  representative: {
    name: 'LUIS',
    surname: 'PEREZ',
    last_surname: 'RUIZ',
    nif: '87654321X',
    position: 'ADMINISTRADOR',
    email: null,
    phone: null,
  },
  enterprise: {
    cif: exampleCompany.cif,
    regimen: exampleCompany.regimen,
    regimen_name: 'RÉGIMEN GENERAL',
    ccc: '280000000',
    name: 'EMPRESA DE EJEMPLO SL',
    address: 'CALLE MAYOR 1',
    postal_code: '28013',
    city: 'MADRID',
    province: 'MADRID',
    cnae: '6201',
    cnae_name: 'ACTIVIDADES DE PROGRAMACIÓN INFORMÁTICA',
  },
  employee: {
    name: 'ANA',
    surname: 'GARCIA',
    last_surname: 'LOPEZ',
    nif: exampleWorker.dni,
    nss: '280000000097',
    quote_group: '03',
    quote_group_name: 'JEFES ADMINISTRATIVOS Y DE TALLER',
    contract_type: '402',
    contract_type_name: 'CIRCUNSTANCIAS DE LA PRODUCCIÓN',
    contract_duration: 3,
    contract_duration_unit: 'MESES',
    cno: '4309',
    cno_name: 'EMPLEADOS ADMINISTRATIVOS',
    public_office: null,
    dedication_percent: null,
    alta_date: '2026-09-01',
    suspension_cause: '15',
    suspension_cause_name: 'FIN DE CONTRATO TEMPORAL',
    suspension_start_date: '2026-11-30',
    suspension_end_date: null,
    ere_number: null,
    ere_year: null,
    ere_percent: null,
    children_care_percent: null,
    processing_salary_start_date: null,
    processing_salary_end_date: null,
    processing_salary_days: null,
  },
  contributions: [
    { year: '2026', month: '11', days: 30, base_cc: 1500, base_unemployment: 1500, observations: null },
  ],
  holidays: { days: null, base_cc: null, base_unemployment: null },
  totals: { days: 30, base_cc: 1500, base_unemployment: 1500 },
};

/** A certificate with the interface's fields. */
export const certificateData = ({
  detail,
  suspensions,
}: FoundCertificate): z.output<typeof certificateResource> => ({
  ...detail,
  ...(suspensions && { dates_susp: suspensions }),
});
