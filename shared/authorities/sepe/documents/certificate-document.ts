import { compactDate } from '../identifiers.ts';
import { cutName, cutSurname } from './contract-document.ts';
import { type Elements, latin1Document } from './xml.ts';

/** A month of contributions, or paid holidays. Days have three digits, bases nine: cents. */
export interface CertificateMonth {
  NumDiasCotizados: string;
  BaseCotizacionContingenciasComunes?: string | undefined;
  BaseCotizacionDesempleo: string;
  Observaciones?: string | undefined;
}

/** A month in the agrarian scheme: days or working days have two digits. */
export interface AgrarianMonth {
  GrupoCotizacion?: string | undefined;
  NumDiasCotizados?: string | undefined;
  NumJornadasCotizadas?: string | undefined;
  BaseCotizacionDesempleo?: string | undefined;
  Observaciones?: string | undefined;
}

/** Month of the contributions: 4 and 2 digits. */
interface OfMonth {
  Ano: string;
  Mes: string;
}

/** A company certificate to file, with SEPE's names. Dates are `YYYY-MM-DD`, codes have their full width. */
export interface Certificate {
  Datos_Representante: {
    CIF_NIF: string;
    Nombre: string;
    Apellido1: string;
    Apellido2?: string | undefined;
    Cargo?: string | undefined;
  };
  /** `CCC`: scheme and contribution account, 15 digits. */
  Datos_Empresa: { CIF_NIF: string; CCC: string };
  Datos_Trabajador: {
    DNI_NIE: string;
    Nombre: string;
    Apellido1: string;
    Apellido2?: string | undefined;
    NumSS?: string | undefined;
    GrupoCotizacion?: string | undefined;
    TipoContrato: string;
    DuracionContrato?: string | undefined;
    IndicadorDuracionContrato?: string | undefined;
    /** CNO, 4 digits. */
    CodProfesion: string;
    CargoPublicoSindical?: string | undefined;
    PorcentualDedicacion?: string | undefined;
    DedicacionCompleta?: string | undefined;
    FechaAltaEmpresa: string;
    CodCausaSuspension: string;
    FechaSuspensionExtincion: string;
    FechaFinSuspension?: string | undefined;
    ERE?: string | undefined;
    PorcentualReduccionERE?: string | undefined;
    PorcentualReduccionOTROS?: string | undefined;
    CodCausaPorcentReduccion?: string | undefined;
    FechaDesdePeriodoSalarios?: string | undefined;
    FechaHastaPeriodoSalarios?: string | undefined;
    DiasSalarioTramitacion: string;
    DistribucionJornadas?:
      | {
          Periodo: {
            TipoDistribucion: string;
            FechaInicioPeriodo: string;
            FechaFinPeriodo: string;
            NumeroDiasTrabajadosPorSemanaOPeriodo: string;
          }[];
        }
      | undefined;
    Datos_Cotizacion?: (OfMonth & CertificateMonth)[] | undefined;
    Datos_Cotizacion_REA?: (OfMonth & AgrarianMonth)[] | undefined;
    Datos_VacacionesCotizadas?: CertificateMonth | undefined;
  };
}

/** Digits of SEPE's codes of professions: the digits of the CNO, and zeros. */
const PROFESSION_WIDTH = 7;

/** The document that files a certificate, in the order of the schema of Certific@2. It has no place for a correlation. */
export const certificateDocument = ({
  Datos_Representante: by,
  Datos_Empresa: { CIF_NIF, CCC },
  Datos_Trabajador: worker,
}: Certificate): string =>
  latin1Document('Certificado_empresa', {
    Cuenta_cotizacion: {
      Datos_Representante: {
        CIF_NIF: by.CIF_NIF,
        ...namesOf(by),
        Cargo: by.Cargo,
      },
      Datos_Empresa: { CIF_NIF, CCC },
      Datos_Trabajador: {
        ...person(worker),
        ...employment(worker),
        DistribucionJornadas: worker.DistribucionJornadas && {
          Periodo: worker.DistribucionJornadas.Periodo.map((period) => ({
            TipoDistribucion: period.TipoDistribucion,
            FechaInicioPeriodo: compactDate(period.FechaInicioPeriodo),
            FechaFinPeriodo: compactDate(period.FechaFinPeriodo),
            NumeroDiasTrabajadosPorSemanaOPeriodo: period.NumeroDiasTrabajadosPorSemanaOPeriodo,
          })),
        },
        Datos_Cotizacion: worker.Datos_Cotizacion?.map((month) => ({
          ...ofMonth(month),
          ...contribution(month),
        })),
        Datos_Cotizacion_REA: worker.Datos_Cotizacion_REA?.map((month) => ({
          ...ofMonth(month),
          GrupoCotizacion: month.GrupoCotizacion,
          NumDiasCotizados: month.NumDiasCotizados,
          NumJornadasCotizadas: month.NumJornadasCotizadas,
          BaseCotizacionDesempleo: month.BaseCotizacionDesempleo,
          Observaciones: month.Observaciones,
        })),
        Datos_VacacionesCotizadas:
          worker.Datos_VacacionesCotizadas && contribution(worker.Datos_VacacionesCotizadas),
      },
    },
  });

type Worker = Certificate['Datos_Trabajador'];

const person = (worker: Worker): Elements => ({
  DNI_NIE: worker.DNI_NIE,
  ...namesOf(worker),
  NumSS: worker.NumSS,
});

/** Names, cut to the schema. */
const namesOf = ({
  Nombre,
  Apellido1,
  Apellido2,
}: Certificate['Datos_Representante'] | Worker): Elements => ({
  Nombre: cutName(Nombre),
  Apellido1: cutSurname(Apellido1),
  Apellido2: Apellido2 && cutSurname(Apellido2),
});

const employment = (worker: Worker): Elements => ({
  GrupoCotizacion: worker.GrupoCotizacion,
  TipoContrato: worker.TipoContrato,
  DuracionContrato: worker.DuracionContrato,
  IndicadorDuracionContrato: worker.IndicadorDuracionContrato,
  CodProfesion: worker.CodProfesion.padEnd(PROFESSION_WIDTH, '0'),
  CargoPublicoSindical: worker.CargoPublicoSindical,
  PorcentualDedicacion: worker.PorcentualDedicacion,
  DedicacionCompleta: worker.DedicacionCompleta,
  FechaAltaEmpresa: compactDate(worker.FechaAltaEmpresa),
  CodCausaSuspension: worker.CodCausaSuspension,
  FechaSuspensionExtincion: compactDate(worker.FechaSuspensionExtincion),
  FechaFinSuspension: worker.FechaFinSuspension && compactDate(worker.FechaFinSuspension),
  ERE: worker.ERE,
  PorcentualReduccionERE: worker.PorcentualReduccionERE,
  PorcentualReduccionOTROS: worker.PorcentualReduccionOTROS,
  CodCausaPorcentReduccion: worker.CodCausaPorcentReduccion,
  FechaDesdePeriodoSalarios:
    worker.FechaDesdePeriodoSalarios && compactDate(worker.FechaDesdePeriodoSalarios),
  FechaHastaPeriodoSalarios:
    worker.FechaHastaPeriodoSalarios && compactDate(worker.FechaHastaPeriodoSalarios),
  DiasSalarioTramitacion: worker.DiasSalarioTramitacion,
});

const ofMonth = ({ Ano, Mes }: OfMonth): Elements => ({ Ano, Mes });

const contribution = (month: CertificateMonth): Elements => ({
  NumDiasCotizados: month.NumDiasCotizados,
  BaseCotizacionContingenciasComunes: month.BaseCotizacionContingenciasComunes,
  BaseCotizacionDesempleo: month.BaseCotizacionDesempleo,
  Observaciones: month.Observaciones,
});
