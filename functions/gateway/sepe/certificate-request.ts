import * as z from 'zod';
import { NAME_LENGTHS } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import {
  asText,
  code,
  date,
  digits,
  hundredths,
  notZeros,
  nssOrNone,
  STRING_OR_INTEGER,
} from '../../../shared/kernel/fields.ts';
import { mandatory, notBefore, onlyWith } from '../../../shared/kernel/rules.ts';
import { companyId, dniOrNie, latin1, nifOfPerson, personName } from './fields.ts';

/** The request of a company certificate: names and nesting of the document that Certific@2 takes in. */

/** Most months that a certificate may have. */
const MAX_MONTHS = 120;
const MAX_PERIODS = 60;

const year = asText(
  z
    .string({ error: 'Debe tener 4 dígitos.' })
    .regex(/^(19|20)\d{2}$/, { error: 'Debe ser un año de los siglos XX o XXI.' })
    .meta({ description: 'Año. 4 dígitos.', ...STRING_OR_INTEGER }),
);
const month = digits(2, 'Mes.').refine(
  (value) => typeof value !== 'string' || (value >= '01' && value <= '12'),
  { error: 'Debe estar entre 01 y 12.' },
);
const daysUpTo31 = (width: number, least: number, description: string) =>
  digits(width, description).refine(
    (value) => typeof value !== 'string' || (Number(value) >= least && Number(value) <= 31),
    { error: `Debe estar entre ${least} y 31.` },
  );
const base = (description: string) => hundredths(9, description, '€');
const remarks = (description: string) => latin1(50, description).optional();
const percentage = (description: string) => hundredths(4, description, '%').optional();

/** @param of Spanish: of what, where a certificate has several */
const contribution = (of = '') => ({
  BaseCotizacionContingenciasComunes: base(`Base de contingencias comunes${of}`).optional(),
  BaseCotizacionDesempleo: base(`Base de desempleo${of}`),
  Observaciones: remarks(`Observaciones${of}.`),
});

const period = z
  .object({
    TipoDistribucion: code({ '1': 'regular', '2': 'irregular' }, 'Distribución: 1 regular, 2 irregular.'),
    FechaInicioPeriodo: date('Inicio del período.'),
    FechaFinPeriodo: date('Fin del período.'),
    NumeroDiasTrabajadosPorSemanaOPeriodo: digits(5, 'Días trabajados a la semana, o en el período.').refine(
      (value) => typeof value !== 'string' || /[1-9]/.test(value),
      { error: 'Debe ser mayor que cero.' },
    ),
  })
  .check(notBefore('FechaFinPeriodo', 'FechaInicioPeriodo', 'No puede ser anterior al inicio del período.'))
  .meta({ id: 'CertificatePeriod' });

/** One object, or a list of them: programs send what their reader of XML gives them. */
const oneOrMore = <S extends z.ZodType>(item: S, max: number, description: string) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value),
    z
      .array(item)
      .min(1, { error: 'Debe tener al menos un elemento.' })
      .max(max, { error: `Debe tener como máximo ${max} elementos.` })
      .meta({ description: `${description} Una lista, o un solo objeto.` }),
  );

/** @param whose Spanish: of whom, with its article */
const namesOf = (whose: string) => ({
  Nombre: personName(`Nombre ${whose}.`, NAME_LENGTHS.name),
  Apellido1: personName(`Primer apellido ${whose}.`, NAME_LENGTHS.surname),
  Apellido2: personName(`Segundo apellido ${whose}.`, NAME_LENGTHS.surname).optional(),
});

const worker = z
  .object({
    DNI_NIE: dniOrNie,
    ...namesOf('del trabajador'),
    NumSS: nssOrNone.optional(),
    GrupoCotizacion: notZeros(digits(2, 'Grupo de cotización.')).meta({ codeList: 'groups' }).optional(),
    TipoContrato: digits(3, 'Tipo de contrato.').meta({ codeList: 'contracts' }),
    DuracionContrato: digits(5, 'Duración del contrato.').optional(),
    IndicadorDuracionContrato: code(
      { D: 'días', M: 'meses', A: 'años' },
      'Unidad de la duración: D días, M meses, A años.',
    ).optional(),
    CodProfesion: notZeros(
      z.preprocess(
        (value) => (Number.isSafeInteger(value) ? String(value).padStart(4, '0') : value),
        asText(
          z
            .string({ error: 'Debe tener 4 dígitos (CNO) o 7.' })
            .regex(/^\d{4}(\d{3})?$/, { error: 'Debe tener 4 dígitos (CNO) o 7.' })
            .meta({
              description: 'Ocupación: 4 dígitos de la CNO, que se completan con ceros, o 7.',
              codeList: 'occupations',
              ...STRING_OR_INTEGER,
            }),
        ),
      ),
    ),
    CargoPublicoSindical: digits(2, 'Cargo público o sindical.').optional(),
    PorcentualDedicacion: percentage('Porcentaje de dedicación'),
    DedicacionCompleta: code({ '1': 'sí' }, 'Dedicación completa: 1.').optional(),
    FechaAltaEmpresa: date('Alta en la empresa.'),
    CodCausaSuspension: notZeros(digits(2, 'Causa de la suspensión o extinción.')),
    FechaSuspensionExtincion: date('Suspensión o extinción.'),
    FechaFinSuspension: date('Fin de la suspensión.').optional(),
    ERE: digits(9, 'Número (5) y año (4) del ERE.')
      .refine((value) => typeof value !== 'string' || /^\d{5}(19|20)/.test(value), {
        error: 'Debe tener 5 dígitos y el año.',
      })
      .optional(),
    PorcentualReduccionERE: percentage('Porcentaje de reducción por ERE'),
    PorcentualReduccionOTROS: percentage('Porcentaje de otra reducción'),
    CodCausaPorcentReduccion: digits(2, 'Causa de la reducción.').optional(),
    FechaDesdePeriodoSalarios: date('Inicio de los salarios de tramitación.').optional(),
    FechaHastaPeriodoSalarios: date('Fin de los salarios de tramitación.').optional(),
    DiasSalarioTramitacion: digits(5, 'Días de salarios de tramitación; 00000 si no hay.'),
    DistribucionJornadas: z
      .object({ Periodo: oneOrMore(period, MAX_PERIODS, 'Períodos.') })
      .optional()
      .meta({ description: 'Distribución de la jornada a tiempo parcial.' }),
    Datos_Cotizacion: oneOrMore(
      z
        .object({
          Ano: year,
          Mes: month,
          NumDiasCotizados: daysUpTo31(3, 1, 'Días cotizados.'),
          ...contribution(),
        })
        .meta({ id: 'CertificateMonth' }),
      MAX_MONTHS,
      'Cotizaciones por mes.',
    ).optional(),
    Datos_Cotizacion_REA: oneOrMore(
      z
        .object({
          Ano: year.meta({ description: 'Año en el sistema agrario. 4 dígitos.' }),
          Mes: month.meta({ description: 'Mes en el sistema agrario. 2 dígitos.' }),
          GrupoCotizacion: notZeros(digits(2, 'Grupo de cotización en el sistema agrario.'))
            .meta({ codeList: 'groups' })
            .optional(),
          NumDiasCotizados: daysUpTo31(2, 0, 'Días cotizados en el sistema agrario.').optional(),
          NumJornadasCotizadas: daysUpTo31(2, 0, 'Jornadas cotizadas.').optional(),
          BaseCotizacionDesempleo: base('Base de desempleo en el sistema agrario').optional(),
          Observaciones: remarks('Observaciones del sistema agrario.'),
        })
        .meta({ id: 'CertificateAgrarianMonth' }),
      MAX_MONTHS,
      'Cotizaciones por mes en el sistema agrario.',
    ).optional(),
    Datos_VacacionesCotizadas: z
      .object({ NumDiasCotizados: digits(3, 'Días de vacaciones.'), ...contribution(' de las vacaciones') })
      .optional()
      .meta({ description: 'Vacaciones no disfrutadas y cotizadas.' }),
  })
  .check(
    mandatory('Datos_Cotizacion', 'certificados sin Datos_Cotizacion_REA', { Datos_Cotizacion_REA: false }),
    onlyWith('Datos_Cotizacion_REA', 'certificados sin Datos_Cotizacion', { Datos_Cotizacion: false }),
    onlyWith('DedicacionCompleta', 'certificados sin PorcentualDedicacion', { PorcentualDedicacion: false }),
    notBefore('FechaSuspensionExtincion', 'FechaAltaEmpresa', 'No puede ser anterior al alta en la empresa.'),
  );

/** Who represents a company is a person, also where the company has another tax id. */
const representativeNif = nifOfPerson('NIF o NIE del representante, 9 caracteres.');

/** The three blocks of a certificate, of one worker. */
export const certificateRequest = {
  Datos_Representante: z
    .object({
      CIF_NIF: representativeNif,
      ...namesOf('del representante'),
      Cargo: latin1(40, 'Cargo.').optional(),
    })
    .meta({ description: 'Quien representa a la empresa.' }),
  Datos_Empresa: z
    .object({ CIF_NIF: companyId, CCC: notZeros(digits(15, 'Régimen y cuenta de cotización.', 'account')) })
    .meta({ description: 'Empresa.' }),
  Datos_Trabajador: worker.meta({ description: 'Trabajador.' }),
};
