import { demoData } from '../../../local/demo.ts';
import { certificateOf, extensionOf } from '../../../reference/later-communications.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { compact, DECLARATION, elements, key, type Values, workerBlock } from './sepe-documents.ts';
import { seed } from './stand-in.ts';

/** Later communications about a contract, as public programs write them. */

const { convertibleContract, seasonalContract } = seed.demo;

const companyOf = ({ cif, ccc }: { cif: string; ccc: string }, more: Values = {}) =>
  `<DATOS_EMPRESA>${elements({ CIF_NIF_EMPRESA: `<CIF_NIF>${cif}</CIF_NIF>`, CCC: `0111${ccc}`, ...more })}</DATOS_EMPRESA>`;

/** The dates of the extension that `extension` writes. */
export const { startDate, endDate } = extensionOf(seed, demoData());

/** Changes to the valid extension. */
export interface ExtensionDraft {
  company?: Values;
  contract?: Values;
  general?: Values;
  more?: Values;
  /** Further blocks. */
  after?: string;
  reversed?: boolean;
}

/** An extension that is valid except for the changes. */
export const extension = ({ company, contract, general, more, after, reversed }: ExtensionDraft = {}) => {
  const blocks = [
    companyOf(convertibleContract, company),
    `<DATOS_CONTRATO>${elements(contract ?? { CLAVE_CONTRATO: key(convertibleContract.sepeId) })}</DATOS_CONTRATO>`,
    `<DATOS_GENERALES_PRORROGA>${elements({
      FECHA_INICIO: compact(startDate),
      FECHA_FIN: compact(endDate),
      INDICADOR_CONV_COL: 'S',
      ...general,
    })}</DATOS_GENERALES_PRORROGA>`,
    more ? `<DATOS_ADICIONALES_PRORROGA>${elements(more)}</DATOS_ADICIONALES_PRORROGA>` : '',
    after ?? '',
  ];
  return `<PRORROGA_TIPO>${(reversed ? blocks.toReversed() : blocks).join('')}</PRORROGA_TIPO>`;
};

/** A document with these extensions. */
export const extensions = (...all: string[]) => `${DECLARATION}<PRORROGAS>${all.join('')}</PRORROGAS>`;

/** The worker of the calls that `call` writes. */
const called = seed.state.persons.find(({ dni }) => dni === seasonalContract.dni)!;

/** Changes to the valid call to work. */
export interface CallDraft {
  call?: Values;
  worker?: Values;
  /** Further blocks. */
  after?: string;
}

/** A call to work that is valid except for the changes. */
export const call = ({ call: more, worker, after = '' }: CallDraft = {}) =>
  `<LLAMAMIENTO_TIPO>${companyOf(seasonalContract)}${workerBlock(called, worker)}<DATOS_LLAMAMIENTO>${elements(
    {
      FECHA_INICIO: compact(seed.today),
      FECHA_FIN: compact(addDays(seed.today, 60)),
      CLAVE_CONTRATO_TRANS: `${key(seasonalContract.sepeId)}00`,
      IND_INCORPORA_ACTIVIDAD: 'S',
      CODIGO_OCUPACION: '4309    ',
      NIVEL_FORMATIVO: '51',
      ...more,
    },
  )}</DATOS_LLAMAMIENTO>${after}</LLAMAMIENTO_TIPO>`;

/** A document with these calls. */
export const calls = (...all: string[]) => `${DECLARATION}<LLAMAMIENTOS>${all.join('')}</LLAMAMIENTOS>`;

/** A company certificate that is valid except for a change of the worker's block, or a text at its end. */
export const certificate = (change = (values: Values) => values, after = '') => {
  const { Datos_Representante, Datos_Empresa, Datos_Trabajador } = certificateOf(seed, demoData());
  const { Datos_Cotizacion, ...worker } = Datos_Trabajador;
  const values = change({
    ...worker,
    CodProfesion: `${worker.CodProfesion}000`,
    FechaAltaEmpresa: compact(worker.FechaAltaEmpresa),
    FechaSuspensionExtincion: compact(worker.FechaSuspensionExtincion),
  });
  return `${DECLARATION}<Certificado_empresa><Cuenta_cotizacion><Datos_Representante>${elements(Datos_Representante)}</Datos_Representante><Datos_Empresa>${elements(Datos_Empresa)}</Datos_Empresa><Datos_Trabajador>${elements(values)}<Datos_Cotizacion>${elements(Datos_Cotizacion[0]!)}</Datos_Cotizacion>${after}</Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>`;
};
