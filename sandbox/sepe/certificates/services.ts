/** Web services to file company certificates, and to query their state. */

import type { XmlElement } from '@rgrove/parse-xml';
import type { Context } from '../context.ts';
import { dayOf } from '../documents/values.ts';
import type { CompanyCertificate, Contribution } from '../records.ts';
import type { Service } from '../services/soap.ts';
import { childrenOf, DECLARATION, element, localName, read, readXml, serialize } from '../xml.ts';
import { faultOf } from './schema.ts';

const NAMESPACE = 'http://webservice.certificados.prestaciones.spee.es';
const COUNTER = 'certificado';

const MESSAGES = {
  DEX0204: 'El fichero no está completado de forma correcta.',
  DEX0206: 'El identificador del fichero no existe.',
  DEX0207: 'Alguno de los datos de la autenticación Contrat@ es erróneo o está incompleto.',
} as const;

const service = (name: string, subject: string): Service => ({
  name,
  namespace: NAMESPACE,
  action: (operation) => operation,
  operations: [
    {
      name: 'ejecuta',
      fields: ['sUsuarioConectado', 'sUsuarioPrincipal', 'sPassword', subject, 'sIdioma', 'sComunidad'],
    },
  ],
});

export const entryService = service('ServicioWebEntrada', 'sXML');
export const stateService = service('ServicioWebConsulta', 'sIdComunicacion');

/** As with contracts, a call that names no user is identified by the certificate of the connection. */
function isKnownUser(
  context: Context,
  { sUsuarioConectado = '', sPassword = '' }: Record<string, string>,
): boolean {
  if (sUsuarioConectado === '') return true;
  return context.records.users.some((each) => each.user === sUsuarioConectado && each.password === sPassword);
}

/** The answer to a filing, with each tag on its own line. */
const entryAnswer = (number: string, code: keyof typeof MESSAGES | '' = '', about = '') =>
  [
    DECLARATION,
    '<COMUNICACION>',
    `<NUM_ENVIO>${number}</NUM_ENVIO>`,
    `<COD_ERROR>${code}</COD_ERROR>`,
    `<DESC_ERROR>${[code && MESSAGES[code], about].filter(Boolean).join(' ')}</DESC_ERROR>`,
    '</COMUNICACION>',
    '',
  ].join('\n');

const day = (element: XmlElement, name: string) => dayOf(read(element, name)) ?? '';
const cents = (element: XmlElement, name: string): number | '' =>
  /^\d+$/.test(read(element, name)) ? Number(read(element, name)) : '';

const contribution = (month: XmlElement): Contribution => ({
  year: read(month, 'Ano'),
  month: read(month, 'Mes'),
  days: Number(read(month, 'NumDiasCotizados') || read(month, 'NumJornadasCotizadas') || 0),
  baseCommon: cents(month, 'BaseCotizacionContingenciasComunes'),
  baseUnemployment: cents(month, 'BaseCotizacionDesempleo'),
  remarks: read(month, 'Observaciones'),
});

/** The certificate of one worker; undefined if its dates are impossible. */
function certificateOf(
  context: Context,
  account: XmlElement,
  worker: XmlElement,
): CompanyCertificate | undefined {
  const number = read(account, 'Datos_Empresa', 'CCC');
  const by = (name: string) => read(account, 'Datos_Representante', name);
  const at = (name: string) => read(worker, name);
  const [alta, suspension] = [day(worker, 'FechaAltaEmpresa'), day(worker, 'FechaSuspensionExtincion')];
  if (context.scenario === 'refused' || alta === '' || suspension < alta) return undefined;
  const months = childrenOf(worker).filter((each) => /^Datos_Cotizacion(_REA)?$/.test(localName(each)));
  const holidays = childrenOf(worker).find((each) => /^Datos_VacacionesCotizadas/.test(localName(each)));
  return {
    file: `${context.today.slice(0, 4)}${String(context.records.nextFile++).padStart(8, '0')}`,
    cif: read(account, 'Datos_Empresa', 'CIF_NIF'),
    regimen: number.slice(0, 4),
    ccc: number.slice(4),
    document: at('DNI_NIE'),
    name: at('Nombre'),
    surname: at('Apellido1'),
    secondSurname: at('Apellido2'),
    nss: at('NumSS'),
    group: at('GrupoCotizacion'),
    contract: at('TipoContrato'),
    duration: at('DuracionContrato').replace(/^0+/, ''),
    durationUnit: at('IndicadorDuracionContrato'),
    occupation: at('CodProfesion').slice(0, 4),
    publicOffice: at('CargoPublicoSindical'),
    dedication: at('PorcentualDedicacion'),
    alta,
    cause: at('CodCausaSuspension'),
    suspension,
    suspensionEnd: day(worker, 'FechaFinSuspension'),
    ereNumber: at('ERE').slice(0, 5),
    ereYear: at('ERE').slice(5),
    erePercent: at('PorcentualReduccionERE'),
    childrenCarePercent: at('PorcentualReduccionOTROS'),
    salaryFrom: day(worker, 'FechaDesdePeriodoSalarios'),
    salaryTo: day(worker, 'FechaHastaPeriodoSalarios'),
    salaryDays: at('DiasSalarioTramitacion').replace(/^0+/, ''),
    representative: {
      name: by('Nombre'),
      surname: by('Apellido1'),
      secondSurname: by('Apellido2'),
      nif: by('CIF_NIF'),
      position: by('Cargo'),
      email: '',
      phone: '',
    },
    contributions: months.map(contribution),
    ...(holidays && { holidays: contribution(holidays) }),
    origin: 'SERVICIO WEB',
    entered: context.today,
    received: context.today,
    recognised: '',
    attachments: [],
  };
}

/** Files the certificates of an account. Returns the element of the answer, and how many were accepted. */
function fileAccount(context: Context, account: XmlElement): { answer: string; accepted: number } {
  const workers = childrenOf(account).filter((each) => localName(each) === 'Datos_Trabajador');
  const number = read(account, 'Datos_Empresa', 'CCC');
  const isAccessible =
    context.mayActOn(number) &&
    context.account(number.slice(4))?.cif === read(account, 'Datos_Empresa', 'CIF_NIF');
  const refused: string[] = [];
  let accepted = 0;
  for (const worker of isAccessible ? workers : []) {
    const certificate = certificateOf(context, account, worker);
    if (certificate) {
      context.records.certificates.push(certificate);
      accepted += 1;
    } else {
      refused.push(
        element('Datos_Trabajador', [
          element('DNI_NIE', read(worker, 'DNI_NIE')),
          element('Error', 'DEX0204'),
        ]),
      );
    }
  }
  const result =
    accepted === 0 ? 'RECHAZADO' : accepted < workers.length ? 'PROCESADO PARCIALMENTE' : 'PROCESADO';
  return {
    accepted,
    answer: element('Cuenta_cotizacion', [
      element('CCC', number),
      ...(isAccessible ? [] : [element('Errores_General', [element('Error', 'DEX0207')])]),
      ...refused,
      element('Descripcion_Resultado', result),
      element('Num_Trabajadores_Total', String(workers.length)),
      element('Num_Trabajadores_Procesados', String(accepted)),
    ]),
  };
}

/** Files a document, or returns the code of an error. */
export function fileCertificates(
  context: Context,
  _operation: string,
  fields: Record<string, string>,
): string {
  if (!isKnownUser(context, fields)) return entryAnswer('', 'DEX0207');
  let root: XmlElement;
  try {
    root = readXml(fields.sXML ?? '');
  } catch {
    return entryAnswer('', 'DEX0204');
  }
  const fault = faultOf(root);
  if (fault) return entryAnswer('', 'DEX0204', `Elemento ${fault}.`);
  const accounts = childrenOf(root);
  context.countSubmission(COUNTER);
  const results = accounts.map((account) => fileAccount(context, account));
  if (results.some(({ accepted }) => accepted > 0)) context.countAccepted(COUNTER);
  const { records } = context;
  const id = records.nextShipment++;
  records.certificateShipments.push({
    id,
    nif: context.holder.nif,
    answer: element('Respuesta_Certificado_empresa', [
      serialize(root),
      element(
        'Resultado',
        results.map(({ answer }) => answer),
      ),
      element('Huella_Digital', String(id).padStart(20, '0')),
    ]),
    pending: Math.max(records.pendingQueries, context.scenario === 'slow' ? 1 : 0),
  });
  context.committed = true;
  return entryAnswer(String(id));
}

const stateError = (code: keyof typeof MESSAGES) =>
  DECLARATION + element('COMUNICACION', [element('ERROR', code)]);

/** The state of a document, and its answer when it is processed. */
export function certificateState(
  context: Context,
  _operation: string,
  fields: Record<string, string>,
): string {
  if (!isKnownUser(context, fields)) return stateError('DEX0207');
  const id = Number((fields.sIdComunicacion ?? '').trim() || Number.NaN);
  const shipment = context.records.certificateShipments.find(
    (each) => each.id === id && each.nif === context.holder.nif,
  );
  if (!shipment) return stateError('DEX0206');
  const pending = shipment.pending > 0;
  if (pending) shipment.pending -= 1;
  return (
    DECLARATION +
    element('COMUNICACION', [
      element('ESTADO', pending ? 'En proceso' : 'Procesada'),
      ...(pending ? [] : [shipment.answer]),
    ])
  );
}
