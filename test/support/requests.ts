import type { DemoData } from '../../local/demo.ts';
import { BASIC_COPY, conversionOf, newContract } from '../../reference/employment-requests.ts';
import { certificateOf } from '../../reference/later-communications.ts';
import { requestsAt } from '../../reference/requests.ts';
import type { Succeeding } from '../../reference/succeeding.ts';
import { addDays } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import type { Gateway } from './gateway.ts';
import { OWN, RELIEF } from './sepe-contracts/least.ts';

type Fields = Record<string, unknown>;

interface Wanted extends Succeeding {
  /** Further requests, for fields that have an effect only in them. */
  more?: Fields[];
}

const later = addDays(seed.today, 200);

/** The requests to which the sandbox authorities answer with success in their initial state, by operation. */
export const requestsOf = (demo: DemoData): Record<string, Wanted> => {
  const more = furtherRequests(demo);
  return Object.fromEntries(
    Object.entries(requestsAt(seed, demo)).map(([name, wanted]) => [
      name,
      { ...wanted, ...(more[name] && { more: more[name] }) },
    ]),
  );
};

/**
 * The request of an operation, by method and address.
 * @throws Error if the table has none
 */
export const requestOf = (requests: Record<string, Wanted>, name: string): Wanted => {
  const wanted = requests[name];
  if (!wanted)
    throw new Error(`${name}: add a request that succeeds at the stand-ins to reference/requests.ts`);
  return wanted;
};

/**
 * Makes the calls that must come before a request of the table.
 * @param acting returns the caller for an address
 * @throws Error if one is not answered 200
 */
export const makeEarlier = async (
  { after = [] }: Wanted,
  acting: (path: string) => Gateway,
): Promise<void> => {
  for (const [earlier, json] of after) {
    const [method, path] = earlier.split(' ') as [string, string];
    const { status, body } = await acting(path).call(method, path, { json });
    if (status !== 200) throw new Error(`${earlier} was answered ${status}: ${body.message}`);
  }
};

const furtherRequests = (demo: DemoData): Record<string, Fields[]> => {
  const { regimen, ccc } = demo.company;
  const account = { regimen, ccc };
  const { convertedContract } = seed.demo;
  const wholeConversion = {
    ...conversionOf(seed, demo),
    TIPO_CONTRATO: '239',
    DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002000' },
    DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: 'S', CODIGO_COLECTIVO_REDUCCION: '01' },
    DATOS_BONIFICACION: { COLECTIVO_DISCAPACITADOS: '01', CODIGO_COLECTIVO_BONIF: '02' },
  };
  const { artists, agrarian } = seed.demo.accounts;
  const filtered = {
    titularNif: demo.company.cif,
    startDate: addDays(seed.today, -5),
    endDate: addDays(seed.today, -1),
  };
  const conversion = conversionOf(seed, demo);
  const conversionAbroad = {
    ...conversion,
    DATOS_GENERALES_TRANSFORMACION: { ...conversion.DATOS_GENERALES_TRANSFORMACION, NACIONALIDAD_CT: '250' },
  };
  const registration = {
    ...demo.newWorker,
    fecha_real: seed.today,
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: '4122',
  };
  return {
    'GET /aeat/declaraciones': [
      { cif: demo.company.cif, modelo: '190', ejercicio: '2025', periodo: '0A', duplicate: true },
    ],
    'GET /dehu/notifications-pending': [filtered],
    'GET /dehu/notifications-done': [filtered],
    'GET /dehu/communications': [filtered],
    'POST /seg-social/alta': [
      { ...registration, regimen: artists.regimen, ccc: artists.ccc, category_professional: '0000301' },
      { ...registration, regimen: agrarian.regimen, ccc: agrarian.ccc, modalidad_ctz: '1' },
    ],
    'GET /seg-social/employee-situations': [
      { ...account, dni: demo.manySituations.dni },
      { ...account, dni: demo.worker.dni, nss: demo.worker.nss },
    ],
    'GET /seg-social/ta-info-for-nss': [{ ...account, nss: demo.manySituations.nss }],
    'GET /seg-social/excel-fie': [{ opcionesBusqueda: 1, ...demo.fie }],
    'GET /seg-social/report-rlc': [
      { ...account, liquidType: 'L03', startDate: demo.rlc.startDate, endDate: demo.rlc.endDate },
    ],
    'POST /sepe/contrata': furtherContracts(newContract(seed, demo)),
    'POST /sepe/transformation': [wholeConversion, conversionAbroad],
    'POST /sepe/certifica': wholeCertificates(certificateOf(seed, demo)),
    'POST /seg-social/transformation': [wholeConversion, conversionAbroad],
    'GET /sepe/contrata/transformation': [
      { dni: convertedContract.dni, startDate: convertedContract.startDate },
    ],
  };
};

/** Company certificates with every optional part: for part time, and for the agrarian scheme. */
const wholeCertificates = (certificate: ReturnType<typeof certificateOf>): Fields[] => {
  const { Datos_Cotizacion, ...worker } = certificate.Datos_Trabajador;
  const [month] = Datos_Cotizacion;
  const { today } = seed;
  return [
    {
      ...certificate,
      Datos_Trabajador: {
        ...worker,
        DuracionContrato: '00090',
        IndicadorDuracionContrato: 'D',
        CargoPublicoSindical: '01',
        PorcentualDedicacion: '5000',
        FechaFinSuspension: addDays(today, 9),
        ERE: '000122026',
        PorcentualReduccionERE: '2500',
        PorcentualReduccionOTROS: '1000',
        CodCausaPorcentReduccion: '01',
        FechaDesdePeriodoSalarios: addDays(today, -9),
        FechaHastaPeriodoSalarios: addDays(today, -3),
        DistribucionJornadas: {
          Periodo: [
            {
              TipoDistribucion: '1',
              FechaInicioPeriodo: addDays(today, -30),
              FechaFinPeriodo: today,
              NumeroDiasTrabajadosPorSemanaOPeriodo: '00003',
            },
          ],
        },
        Datos_Cotizacion: [{ ...month, Observaciones: 'PAGA EXTRAORDINARIA' }],
        Datos_VacacionesCotizadas: {
          NumDiasCotizados: '003',
          BaseCotizacionContingenciasComunes: '000015936',
          BaseCotizacionDesempleo: '000015936',
          Observaciones: 'NO DISFRUTADAS',
        },
      },
    },
    {
      ...certificate,
      Datos_Trabajador: {
        ...worker,
        DedicacionCompleta: '1',
        Datos_Cotizacion_REA: [
          {
            Ano: month!.Ano,
            Mes: month!.Mes,
            GrupoCotizacion: '10',
            NumDiasCotizados: '01',
            NumJornadasCotizadas: '01',
            BaseCotizacionDesempleo: '000005312',
            Observaciones: 'JORNADAS',
          },
        ],
      },
    },
  ];
};

/** Contracts of other types, each with the fields of its type. */
const furtherContracts = (contract: Fields): Fields[] => [
  {
    ...contract,
    country: '250',
    municipality: undefined,
    nationalityContract: '250',
    municipalityContract: undefined,
  },
  { ...contract, ...OWN['150'], codContract: '150', copyBasic: BASIC_COPY },
  { ...contract, ...OWN['407'], codContract: '407' },
  { ...contract, ...OWN['403'], codContract: '403' },
  { ...contract, ...OWN['410'], codContract: '410' },
  { ...contract, ...OWN['421'], codContract: '421', endDate: later, HORAS_FORMACION: '001430' },
  {
    ...contract,
    codContract: '441',
    endDate: later,
    DATOS_ANEXO_CONTRATO_RELEVO: RELIEF,
  },
  { ...contract, ...OWN['430'], codContract: '430', endDate: later },
  { ...contract, codContract: '450', MODALIDAD_EXCLUSION: '410' },
  { ...contract, ...OWN['540'], codContract: '540' },
  { ...contract, codContract: '990', IND_CONTRATO_ESCRITO: 1, IND_CONTRATO_ALTA_DIRECCION: 'N' },
];
