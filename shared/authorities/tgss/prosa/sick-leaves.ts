import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { digitsOf, isoDate } from '../values.ts';
import { askAsOwner, isOthers } from './authorised-users.ts';
import { type Press, tabOf } from './dialog.ts';
import { type Data, dataIn, type ProsaPage, readProsa, sessionPath, throwIfErrors } from './page.ts';
import { IT_ONLINE } from './sick-leave-data.ts';

/** Which notices of sick leaves are wanted. Days `YYYY-MM-DD`. */
export interface SickLeavesInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits; without it, all workers of the account. */
  nss?: string | undefined;
  /** First day of the leave. */
  fecha_baja?: string | undefined;
  from: string;
  to: string;
  /** Whether to read the firm's data, too: a request for each notice. */
  withData?: boolean | undefined;
}

/** The firm's data of a notice, as the portal writes them; `''` where it has none. */
export interface FirmData {
  /** The document. */
  ipf: string;
  contingencia: string;
  tipoContrato: string;
  baseCotizacion: string;
  sumaBaseCotizacion: string;
  diasCotizados: string;
}

/** A notice of a sick leave. Days `YYYY-MM-DD`, `''` where there is none. */
export interface SickLeaveNotice {
  nss: string;
  ccc: string;
  fecha_baja: string;
  fecha_recepcion: string;
  fecha_alta: string;
  /** Such as `BAJA`. */
  tipo: string;
  isAnnulled: boolean;
  data?: FirmData;
}

/** Most pages of a list, so that a list without end does not take all the time. */
const MOST_PAGES = 20;

/** The notices of sick leaves that the Seguridad Social has, and the firm's data in them. */
export const sickLeaves: Exchange<'reading', SickLeavesInput, SickLeaveNotice[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'IWXP0002 sick leaves',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application, several versions: the tab, fields, names of list and detail. Assumed: that the list ' +
      'comes as data, that details open by their place. Settled by list and detail.',
    ifWrong: 'Nothing: it opens the tab of the query, and only searches and reads there.',
  },
  script,
};

function* script(input: SickLeavesInput): Script<SickLeaveNotice[]> {
  let list: ProsaPage;
  try {
    list = yield* askAsOwner(IT_ONLINE, (page) => searchPress(page, input), isOthers, tabOf('PEST_3'));
  } catch (error) {
    if (error instanceof Refusal && error.messages.every((text) => NONE.test(text))) return [];
    throw error;
  }
  const notices: SickLeaveNotice[] = [];
  for (let pages = 1; ; pages++) {
    if (!list.isXml) throw new Unreadable('a list of sick leaves that is not data');
    const shown = noticesOn(list);
    for (const [place, notice] of shown.entries())
      notices.push(input.withData ? { ...notice, data: yield* dataOf(list, place, notice) } : notice);
    if (!MORE.test(list.$('INDBOT').first().text().trim())) return notices;
    if (pages === MOST_PAGES) throw new Unreadable('a list of sick leaves without end');
    list = yield* follow(list, 'PAG_SIG_CONSULTA');
  }
}

const NONE = /NO (?:HAY|EXISTEN|CONSTAN|SE HAN ENCONTRADO) (?:DATOS|PARTES)/i;
/** More pages follow. */
const MORE = /^(?:01|11)$/;

const SEARCH = 'CONTINUAR_CONSULTA';

const searchPress = (
  { $ }: ProsaPage,
  { regimen, ccc, nss = '', fecha_baja = '', from, to }: SickLeavesInput,
): Press => ({
  // Its id is not known.
  button: $(`[name="SPM.ACC.${SEARCH}"]`).attr('id') ?? SEARCH,
  action: SEARCH,
  changes: {
    regimenConsulta: regimen,
    cccConsulta: ccc,
    nafConsulta: nss,
    fechaBajaMedConsulta: fecha_baja && slashedDate(fecha_baja),
    fechaDesdeConsulta: slashedDate(from),
    fechaHastaConsulta: slashedDate(to),
  },
});

const noticesOn = ({ $ }: ProsaPage): SickLeaveNotice[] =>
  $('DatosParte')
    .toArray()
    .map((row) => {
      const text = (name: string) => $(row).find(name).first().text().trim();
      return {
        nss: digitsOf(text('naf')),
        ccc: digitsOf(text('cccEmpresa')).slice(-11),
        fecha_baja: isoDate(text('fechaBaja')),
        fecha_recepcion: isoDate(text('fechaRecepcion')),
        fecha_alta: isoDate(text('fechaAlta')),
        tipo: text('tipoParteDesc'),
        isAnnulled: /^s/i.test(text('bajaLogicaDesc')),
      };
    });

/** @throws Unreadable if the detail is of another notice */
function* dataOf(list: ProsaPage, place: number, { nss, fecha_baja }: SickLeaveNotice): Script<FirmData> {
  const page = yield* follow(list, 'DETALLES_PARTE_CONSULTA', `&position=${place}`);
  const worker = dataIn(page, 'DatosTrabajador') ?? {};
  const text = (name: string) => page.$(name).first().text().trim();
  if (digitsOf(memberOf(worker, 'naf')) !== nss || isoDate(text('fechaBaja')) !== fecha_baja)
    throw new Unreadable('the detail of another sick leave');
  return {
    ipf: memberOf(worker, 'ipf'),
    contingencia: text('contingencia'),
    tipoContrato: text('tipoContrato'),
    baseCotizacion: text('baseCotizacion'),
    sumaBaseCotizacion: text('sumaBaseCotizacion'),
    diasCotizados: text('diasCotizados'),
  };
}

const memberOf = (data: Data, name: string): string => {
  const member = typeof data === 'string' ? undefined : data[name];
  return typeof member === 'string' ? member : '';
};

/** Follows an action of a list that is data, as its links do. */
function* follow(list: ProsaPage, action: string, more = ''): Script<ProsaPage> {
  const path = sessionPath(list, 'OnlineAccessUtf8');
  if (path === undefined) throw new Unreadable('a list of sick leaves without address');
  const ticket = encodeURIComponent(list.text('SPM.TICKET') ?? '');
  const query = `ARQ.SPM.TICKET=${ticket}&SPM.CONTEXT=internet&ARQ.SPM.OUT=XML_STYLESHEET&SPM.ACC.${action}=${action}${more}`;
  const page = readProsa(yield { method: 'GET', path: `${path}?${query}` }, path);
  throwIfErrors(page);
  if (!page.isXml) throw new Unreadable('an answer about sick leaves that is not data');
  return page;
}
