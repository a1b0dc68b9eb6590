import { type Exchange, type Script, type Step, Unreadable } from '../../shared/authorities/exchange.ts';
import { FOR_HTML } from '../../shared/authorities/tgss/prosa/dialog.ts';
import { type ProsaPage, readProsa } from '../../shared/authorities/tgss/prosa/page.ts';

/** TGSS's public pension simulation, which shows Prosa pages without a certificate. */

const FOLDER = '/ProsaInternetAnonimo/';

/** Origin of the simulation at the real TGSS. */
const HOST = 'https://w6.seg-social.es';

/** Origin that serves a path of TGSS. A stand-in serves all paths from its own origin. */
export const anonymousSite = (path: string, configured: string): string =>
  path.startsWith(FOLDER) && configured.endsWith('.seg-social.es') ? HOST : configured;

/** Form of a Prosa page: the HTML that programs read, or data that a stylesheet turns into HTML. */
type Shape = 'HTML with FORMULARIO_1' | 'XML of data';

/** Shape of the first page for each kind of client, and shape and name of the page after a press. */
export interface AnonymousPages {
  asProgram: Shape;
  asBrowser: Shape;
  afterPress: string;
}

const ENTRANCE = `${FOLDER}OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=ACBR0001`;
const BROWSER = { 'user-agent': 'Mozilla/5.0' };

/** Requests the first pages of the simulation, as connectors do and as a browser does. Sends no personal data. */
export const anonymousPages: Exchange<'reading', object, AnonymousPages> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ACBR0001 pension simulation',
  standing: {
    state: 'confirmed',
    note: 'A public program (jenarvaezg/tu-jubilacion): as a browser it gets XML of data. Not known: what others get.',
    ifWrong: 'Nothing: it is a calculation without a certificate.',
  },
  *script(): Script<AnonymousPages> {
    const asProgram = shapeOf(yield* get(FOR_HTML));
    const page = yield* get(BROWSER);
    const asBrowser = shapeOf(page);
    const step = pressStep(page);
    const next = readProsa(yield step, step.path);
    return { asProgram, asBrowser, afterPress: [shapeOf(next), nameOf(next)].join(', page ') };
  },
};

function* get(headers: Record<string, string>): Script<ProsaPage> {
  return readProsa(yield { method: 'GET', path: ENTRANCE, headers }, ENTRANCE);
}

const byId = ({ $ }: ProsaPage, id: string) => $(`[id="${id}"]`).first();

const nameOf = ({ $ }: ProsaPage) => $('page_name').first().text().trim() || 'without name';

const shapeOf = (page: ProsaPage): Shape => {
  if (byId(page, 'FORMULARIO_1').is('form')) return 'HTML with FORMULARIO_1';
  if (page.isXml && ['SPM.TICKET', 'SPM.IDSESSION'].every((id) => byId(page, id).text() !== ''))
    return 'XML of data';
  throw new Unreadable('neither HTML with FORMULARIO_1 nor XML with SPM.TICKET and SPM.IDSESSION');
};

/** The first press, as the public program sends it, or as the page's form does. */
const pressStep = (page: ProsaPage): Step => {
  const form = byId(page, 'FORMULARIO_1');
  const session = byId(page, 'SPM.IDSESSION').text().trim();
  const action = URL.parse(
    form.attr('action') ?? `${FOLDER}OnlineAccessUtf8${session}`,
    `${HOST}${page.path}`,
  );
  if (!action?.pathname.startsWith(FOLDER)) throw new Unreadable('form that leads elsewhere');
  const ticket = byId(page, 'ARQ_SPM_TICKET').attr('value') ?? byId(page, 'SPM.TICKET').text().trim();
  const fields = {
    'ARQ.SPM.TICKET': ticket,
    'SPM.CONTEXT': 'internet',
    'ARQ.SPM.OUT': 'XML_STYLESHEET',
    ES_FW4: '1',
    'SPM.ISPOPUP': '0',
    'ARQ.SPM.IDIOMA': 'ES',
    'SPM.HAYJS': '1',
    'SPM.ACC.INICIO': 'INICIO',
  };
  return {
    method: 'POST',
    path: `${action.pathname}${action.search}`,
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: new URLSearchParams(fields).toString(),
  };
};
