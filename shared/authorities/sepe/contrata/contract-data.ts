import type { Exchange, Script } from '../../exchange.ts';
import type { Page } from '../../html/page.ts';
import { isoDate, showFootprint, withoutKind } from '../identifiers.ts';
import { type Labelled, labelled } from '../web.ts';
import { type ContractQuery, findContract, open, shownOn } from './pages.ts';

/** Blocks of a contract's data in the interface. */
export const CONTRACT_BLOCKS = [
  'enterprise_data',
  'account_data',
  'working_center',
  'employee_data',
  'contract_data',
  'contract_data_other',
  'copy_basic_data',
] as const;

type BlockName = (typeof CONTRACT_BLOCKS)[number];

/** An extension of a contract. Dates are `DD/MM/AAAA`. */
export interface Extension {
  id: string;
  cif: string;
  código_cuenta_cotización: string;
  fecha_inicio: string;
  fecha_fin: string;
  fecha_comunicación: string;
  existe_convenio_colectivo: string;
  /** Only of permanent seasonal contracts. */
  discontinuidad?: string;
}

/** A contract as SEPE shows it. */
export interface ContractData {
  /** Footprint. */
  id: string;
  cif: string;
  /** Scheme and contribution account, digits. */
  fullCcc: string;
  /** Identity document of the worker, without the letter of its kind. */
  document: string;
  /** Contract type, 3 digits. */
  code: string | undefined;
  /** CNO, 4 digits. */
  occupation: string | undefined;
  /** `YYYY-MM-DD`. */
  startDate: string | undefined;
  /** `YYYY-MM-DD`, if the contract has an end. */
  endDate: string | undefined;
  /** When it was notified, `YYYY-MM-DD`. */
  notified: string | undefined;
  /** Codes of country and municipality of the work centre, if the page shows them. */
  workCentre: { country: string | undefined; municipality: string | undefined };
  /** Each value as an object with one key, in the order of the page. */
  blocks: Record<BlockName, Record<string, string>[]>;
  extensions: Extension[];
}

/** The menu of queries, and its links to contracts. */
export const QUERY_MENU = '/ccomunicacto/servlet/ServletRegresar?ruta=menu_consultasgeneral&origen=';
export const QUERY_LINKS = {
  byFootprint: '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=',
  byWorker: '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=',
};

/** The data of a contract, with its extensions. */
export const contractData: Exchange<'reading', ContractQuery, ContractData> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Contrat@ contract data',
  standing: {
    state: 'confirmed',
    note: 'A client in use: links, and labels of identifiers, worker and dates. Assumed: the other labels.',
    ifWrong: 'Nothing: the menu of queries only searches.',
  },
  *script(query): Script<ContractData> {
    const menu = yield* open('queries', QUERY_MENU);
    return readContract(yield* findContract(menu, QUERY_LINKS, query));
  },
};

/**
 * The place of a value of the interface on a page: part of its label and, if several have that label, of its legend.
 */
interface Place {
  block: BlockName;
  key: string;
  label: RegExp;
  legend?: RegExp;
}

const COMPANY = /empresa/;
const WORKER = /trabajador/;
const CENTRE = /centro de trabajo/;
const CONTRACT = /datos del contrato/;
const COPY = /copia b.sica/;

/** A value belongs to the first place that matches. A value without a place is returned with the other data. */
const PLACES: Place[] = [
  { block: 'copy_basic_data', key: 'signatureText', label: /firma/, legend: COPY },
  { block: 'working_center', key: 'pais', label: /pa.s/, legend: CENTRE },
  { block: 'working_center', key: 'municipio', label: /municipio/, legend: CENTRE },
  { block: 'account_data', key: 'ccc_full', label: /cuenta de cotizaci.n/ },
  { block: 'account_data', key: 'economic_activity', label: /actividad econ.mica/ },
  { block: 'employee_data', key: 'nif', label: /nif\/nie/, legend: WORKER },
  { block: 'employee_data', key: 'name', label: /nombre \/ apellidos/ },
  { block: 'employee_data', key: 'sexo', label: /sexo/ },
  { block: 'employee_data', key: 'fecha_de_nacimiento', label: /fecha de nacimiento/ },
  { block: 'employee_data', key: 'nivel_formativo', label: /nivel formativo/ },
  { block: 'employee_data', key: 'nss', label: /n.mero de afiliaci.n/ },
  { block: 'employee_data', key: 'nacionalidad', label: /nacionalidad/, legend: WORKER },
  { block: 'employee_data', key: 'municipio_de_domicilio', label: /municipio/, legend: WORKER },
  { block: 'employee_data', key: 'pais_de_domicilio', label: /pa.s/, legend: WORKER },
  { block: 'enterprise_data', key: 'cif', label: /cif/ },
  { block: 'enterprise_data', key: 'name', label: /raz.n social|nombre/, legend: COMPANY },
  { block: 'enterprise_data', key: 'residence', label: /domicilio/, legend: COMPANY },
  { block: 'enterprise_data', key: 'pais', label: /pa.s/, legend: COMPANY },
  { block: 'enterprise_data', key: 'municipio', label: /municipio/, legend: COMPANY },
  { block: 'enterprise_data', key: 'postal_code', label: /c.digo postal/, legend: COMPANY },
  { block: 'contract_data', key: 'cno', label: /ocupaci.n/, legend: CONTRACT },
  { block: 'contract_data', key: 'startDate', label: /fecha de inicio/, legend: CONTRACT },
  { block: 'contract_data', key: 'communicateDate', label: /fecha en que se comunica/, legend: CONTRACT },
  { block: 'contract_data', key: 'tipo_de_jornada', label: /tipo de jornada/, legend: CONTRACT },
  { block: 'contract_data', key: 'duración_jornada', label: /duraci.n de la jornada/, legend: CONTRACT },
];

const EXTENSIONS = /pr.rrogas del contrato/;

const readContract = (page: Page): ContractData => {
  const value = shownOn(page);
  const values = labelled(page);
  const inContract = (part: string) =>
    values.find(({ legend, label }) => CONTRACT.test(legend) && label.includes(part))?.value ?? '';
  const inCentre = (part: RegExp) =>
    values.find(({ legend, label }) => CENTRE.test(legend) && part.test(label))?.value ?? '';

  const blocks = Object.fromEntries(
    CONTRACT_BLOCKS.map((name) => [name, []]),
  ) as unknown as ContractData['blocks'];
  for (const item of values.filter(({ legend }) => !EXTENSIONS.test(legend))) {
    if (item.label.includes('identificador del contrato')) continue;
    const place = PLACES.find(
      ({ label, legend }) => label.test(item.label) && (!legend || legend.test(item.legend)),
    );
    blocks[place?.block ?? 'contract_data_other'].push({ [place?.key ?? keyOf(item.label)]: item.value });
  }

  const cif = value('cif');
  const fullCcc = value('cuenta de cotización').replace(/\D/g, '');
  return {
    id: showFootprint(value('identificador del contrato')) ?? '',
    cif,
    fullCcc,
    document: withoutKind(value('nif/nie')),
    code: /^\d{3}\b/.exec(inContract('código de contrato'))?.[0],
    occupation: /^\d{4}\b/.exec(inContract('ocupación'))?.[0],
    startDate: isoDate(inContract('fecha de inicio')),
    endDate: isoDate(inContract('fecha fin')),
    notified: isoDate(inContract('fecha en que se comunica')),
    workCentre: {
      country: /^\d{3}\b/.exec(inCentre(/pa.s/))?.[0],
      municipality: /^\d{5}\b/.exec(inCentre(/municipio/))?.[0],
    },
    blocks,
    extensions: readExtensions(values, { cif, fullCcc }),
  };
};

/** A label as a key: lower case, words joined. */
const keyOf = (label: string) => label.replace(/[^\p{L}\d]+/gu, '_').replace(/^_|_$/g, '');

/** An extension begins with its identifier. If it names no company, it has the company of the contract. */
const readExtensions = (values: Labelled[], company: { cif: string; fullCcc: string }): Extension[] => {
  const groups: Labelled[][] = [];
  for (const item of values.filter(({ legend }) => EXTENSIONS.test(legend))) {
    if (/pr.rroga/.test(item.label) && item.value.includes('-')) groups.push([]);
    groups.at(-1)?.push(item);
  }
  return groups.map((group) => {
    const found = (label: RegExp) => group.find((item) => label.test(item.label))?.value ?? '';
    const discontinuity = found(/discontinuidad/);
    return {
      id: showFootprint(found(/pr.rroga/)) ?? found(/pr.rroga/),
      cif: found(/cif/) || company.cif,
      código_cuenta_cotización: found(/cuenta de cotizaci.n/).replace(/\D/g, '') || company.fullCcc,
      fecha_inicio: found(/fecha (?:de )?inicio/),
      fecha_fin: found(/fecha (?:de )?(?:fin|t.rmino)/),
      fecha_comunicación: found(/fecha (?:de )?comunicaci.n/),
      existe_convenio_colectivo: /^s/i.test(found(/convenio colectivo/)) ? 'SI' : 'NO',
      ...(discontinuity && { discontinuidad: discontinuity }),
    };
  });
};
