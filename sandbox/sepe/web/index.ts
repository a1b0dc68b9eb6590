import { Form } from '../../form.ts';
import type { Call } from '../../portal.ts';
import type { Context } from '../context.ts';
import { contractPages } from './contracts.ts';
import { conversionPages } from './conversions.ts';
import { frame } from './frame.ts';
import { MENUS } from './menus.ts';
import { removalPages } from './removal.ts';
import { type PageRequest, Refusal, type Reply, refuse, type Shown } from './request.ts';

const SERVLET = '/ccomunicacto/servlet';

/** Pages by path. */
const PAGES: Record<string, (request: PageRequest, path: string) => Reply> = {
  [`${SERVLET}/ServletConsultaEmpresa`]: contractPages,
  [`${SERVLET}/ServletConsultaImpresionCB`]: contractPages,
  [`${SERVLET}/ServletConsultaTransformacion`]: (request, path) =>
    conversionPages(request, path) ?? unknownPage(),
  [`${SERVLET}/ServletConsultaProrrogas`]: (request, path) => conversionPages(request, path) ?? unknownPage(),
  [`${SERVLET}/ServletAnulComunic`]: removalPages,
};

const unknownPage = (): never => {
  throw new Refusal('La página solicitada no es correcta.');
};

export const webPaths: readonly string[] = [...Object.keys(MENUS), ...Object.keys(PAGES)];

/** The posted form, or the query of the address. */
const formOf = ({ body, headers, method, query }: Call): Form =>
  method === 'POST'
    ? Form.parse(body, headers['content-type'])
    : Form.parse(Buffer.from(query.toString()), 'charset=utf-8');

/** The page of an address. A refusal is shown on a page, too. */
export function webPage(context: Context, call: Call, shown: Shown): Reply {
  const menu = MENUS[call.path];
  if (menu !== undefined) return typeof menu === 'string' ? menu : menu(call.query);
  const request: PageRequest = {
    context,
    form: formOf(call),
    step: call.query.get('pagina') ?? '',
    origin: call.query.get('origen') ?? '',
    posted: call.method === 'POST',
    shown,
  };
  try {
    // The first post is refused.
    if (context.scenario === 'refused' && request.posted) refuse('CCT4079');
    return PAGES[call.path]!(request, call.path);
  } catch (error) {
    if (error instanceof Refusal) return frame('Avisos', [], [error.message]);
    throw error;
  }
}
