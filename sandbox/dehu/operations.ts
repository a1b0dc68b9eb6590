import { createHash } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import { madridTime } from '../calendar.ts';
import { makePdf } from '../pdf.ts';
import type { Answer, Call, Environment } from '../portal.ts';
import { withholdsDocument } from '../scenario.ts';
import { childrenOf, find, read } from '../sepe/xml.ts';
import { ERRORS, elements, type Fields, plain, success, withAttachment } from './messages.ts';
import { bondOf, item, offsetTime, stateOf } from './notices.ts';
import type { DehuNotice } from './records.ts';
import { type OperationName, Refused, type Request } from './request.ts';

/** Operations of DEHú's services. */

/** Notices on a page of a list: few, so that lists in tests have several pages. */
const PAGE = 4;
const DAY_MS = 86_400_000;
/** How long opened notices are listed, and their receipts and annexes are available, in milliseconds. */
const LISTED_MS = 30 * DAY_MS;
const GIVEN_MS = DAY_MS;

/** A request in the world of its account. */
interface Asked extends Request {
  environment: Environment;
  call: Call;
}

export const RUN: Record<OperationName, (asked: Asked) => Answer | Promise<Answer>> = {
  Localiza: (asked) => {
    const page = Number(optionOf(find(asked.element, 'opcionesLocaliza'), 'dehu.paginador.pagina') ?? 1);
    const { items, pages } = pageOf(asked, page, (state) => state === 'PENDIENTE');
    return plain(
      success('RespuestaLocaliza', 'respuestaLocaliza', [
        ['nifPeticion', actorIn(asked)],
        ['envios', { xml: items }],
        ['hayMasResultados', String(page < pages)],
        [
          'opcionesRespuestaLocaliza',
          { xml: `<ns:opcion tipo="dehu.paginador.totalPag">${pages}</ns:opcion>` },
        ],
      ]),
    );
  },

  LocalizaRealizadas: (asked) => {
    const { fechaDesde, pagina = '1' } = asked.fields;
    if (fechaDesde && Date.parse(fechaDesde) < asked.environment.now().getTime() - LISTED_MS)
      throw new Refused(ERRORS.tooOld);
    const { items, pages } = pageOf(asked, Number(pagina), (state) => state !== 'PENDIENTE');
    return plain(
      success('RespuestaLocalizaRealizadas', 'localizaRealizadas', [
        ['nifPeticion', actorIn(asked)],
        ['envios', { xml: items }],
        ['totalPaginas', String(pages)],
        ['paginaActual', pagina],
      ]),
    );
  },

  PeticionAcceso: async (asked) => {
    const { environment, call, fields } = asked;
    environment.counters.countSubmission('dehu.acceso');
    const notice = visible(asked);
    const isMeant = notice && notice.concept === fields.concepto && call.scenario !== 'refused';
    if (!isMeant) throw new Refused(ERRORS.concept);
    if (stateOf(notice, environment.now()) !== 'PENDIENTE' || fields.evento !== '1')
      throw new Refused(ERRORS.internal);
    if (fields.nifReceptor !== actorIn(asked)) throw new Refused(ERRORS.notAuthorised);
    const at = environment.now().toISOString();
    const csv = createHash('sha256').update(`${notice.identifier} ${at}`).digest('hex').slice(0, 24);
    notice.opened = { at, nif: fields.nifReceptor!, name: fields.nombreReceptor!, csv: csv.toUpperCase() };
    environment.counters.countAccepted('dehu.acceso');
    const answered = (document: Fields) =>
      success('RespuestaPeticionAcceso', 'respuestaPeticionAcceso', [
        ...keyOf(notice),
        ['fechaEvento', offsetTime(at)],
        ...document,
      ]);
    if (withholdsDocument(call.scenario)) return { ...plain(answered(annexesOf(notice))), committed: true };
    const bytes = await documentOf(notice, 'NOTIFICACIÓN');
    const xml = answered([
      ['documento', { xml: documentXml(bytes, '<ns:contenido href="cid:documento@dehu"/>', notice) }],
      ...annexesOf(notice),
    ]);
    return { ...withAttachment(xml, { id: 'documento@dehu', bytes, form: 'swaRef' }), committed: true };
  },

  ConsultaRealizadas: async (asked) => {
    const notice = visible(asked);
    if (!notice || notice.concept !== asked.fields.concepto) throw new Refused(ERRORS.concept);
    const state = stateOf(notice, asked.environment.now());
    // Only PeticionAcceso opens a pending notice.
    if (state === 'PENDIENTE') throw new Refused(ERRORS.internal);
    const bytes = await documentOf(notice, 'NOTIFICACIÓN');
    const include =
      '<ns:contenido><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:documento%40dehu"/></ns:contenido>';
    const xml = success('RespuestaConsultaRealizadas', 'consultaRealizadas', [
      ...keyOf(notice),
      ['postal', notice.postal ? '1' : '0'],
      ['fechaUltimoEstado', offsetTime(state.at)],
      ['documento', { xml: documentXml(bytes, include, notice) }],
      ...annexesOf(notice),
    ]);
    return withAttachment(xml, { id: 'documento@dehu', bytes, form: 'mtom' });
  },

  ConsultaAnexos: async (asked) => {
    const { environment, call, fields } = asked;
    if (fields.nifReceptor !== actorIn(asked)) throw new Refused(ERRORS.notAuthorised);
    const notice = visible(asked);
    const now = environment.now();
    const state = notice && stateOf(notice, now);
    if (!state || state === 'PENDIENTE') throw new Refused(ERRORS.internal);
    if (now.getTime() - Date.parse(state.at) > GIVEN_MS || withholdsDocument(call.scenario))
      throw new Refused(ERRORS.date);
    const annex = notice.annexes?.find(
      (one, place) => !one.url && referenceOf(notice, place) === fields.referencia,
    );
    if (!annex) throw new Refused(ERRORS.internal);
    const bytes = await documentOf(notice, annex.name.toUpperCase());
    const xml = success('RespuestaConsultaAnexos', 'respuestaConsultaAnexos', [
      [
        'documento',
        {
          xml: elements([
            ['nombre', annex.name],
            ['contenido', 'cid:anexo@dehu'],
            ['mimeType', 'application/pdf'],
          ]),
        },
      ],
    ]);
    return withAttachment(xml, { id: 'anexo@dehu', bytes, form: 'swaRef' });
  },

  ConsultaAcusePdf: async (asked) => {
    const { environment, element } = asked;
    const notice = visible(asked);
    const csv = read(element, 'identificadorAcusePdf', 'csvResguardo');
    const { opened } = notice ?? {};
    const isThere = opened?.csv === csv && environment.now().getTime() - Date.parse(opened.at) <= GIVEN_MS;
    if (!isThere) throw new Refused(ERRORS.date);
    const bytes = await documentOf(notice!, 'RESGUARDO DE ACCESO');
    const acuse: Fields = [
      [
        'acusePdf',
        {
          xml: `<ns:nombreAcuse>resguardo.pdf</ns:nombreAcuse><ns:contenido>${base64(bytes)}</ns:contenido><ns:mimeType>application/pdf</ns:mimeType>`,
        },
      ],
    ];
    return plain(success('RespuestaConsultaAcusePdf', 'respuestaConsultaAcusePdf', acuse));
  },
};

/** The actor: the organisation that the certificate represents, or its holder. */
const actorIn = ({ call }: Asked): string => call.organisation ?? call.nif;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const optionOf = (options: XmlElement | undefined, type: string): string | undefined =>
  options && childrenOf(options).find(({ attributes }) => attributes.tipo === type)?.text;

const keyOf = ({ identifier, origin }: DehuNotice): Fields => [
  ['identificador', identifier],
  ['codigoOrigen', String(origin)],
];

/** Reference of an annex by its position, in base64 as the services write it. */
const referenceOf = ({ identifier }: DehuNotice, place: number): string =>
  Buffer.from(`${identifier}/anexo/${place}`).toString('base64');

/** Annexes of an opened notice; the schema has either references or addresses. */
function annexesOf(notice: DehuNotice): Fields {
  const { annexes = [] } = notice;
  if (annexes.length === 0) return [];
  const [list, item] = annexes[0]!.url ? ['anexosUrl', 'anexoUrl'] : ['anexosReferencia', 'anexoReferencia'];
  const items = annexes.map(({ name, url }, place): Fields[number] => [
    item!,
    {
      xml: elements([
        ['nombre', name],
        ['mimeType', 'application/pdf'],
        url ? ['enlaceDocumento', url] : ['referenciaDocumento', referenceOf(notice, place)],
      ]),
    },
  ]);
  return [['anexos', { xml: elements([[list!, { xml: elements(items) }]]) }]];
}

/** The notice that a request names, if the actor may see it. */
function visible(asked: Asked): DehuNotice | undefined {
  const { environment, fields } = asked;
  const notice = environment.state.dehu.notices.find(
    ({ identifier, origin }) => identifier === fields.identificador && String(origin) === fields.codigoOrigen,
  );
  return notice && bondOf(environment.state, actorIn(asked), notice) ? notice : undefined;
}

/** A page of the actor's notices that match the filter. */
function pageOf(
  asked: Asked,
  page: number,
  isWanted: (state: ReturnType<typeof stateOf>) => boolean,
): { items: string; pages: number } {
  const { environment, fields } = asked;
  const { state } = environment;
  const now = environment.now();
  const actor = actorIn(asked);
  const { nifTitular, fechaDesde, fechaHasta, tipoEnvio } = fields;
  const from = fechaDesde ? Date.parse(fechaDesde) : now.getTime() - LISTED_MS;
  const to = fechaHasta ? Date.parse(fechaHasta) : Number.POSITIVE_INFINITY;
  if (from > now.getTime()) throw new Refused(ERRORS.date);
  const found = state.dehu.notices.filter((notice) => {
    const available = Date.parse(notice.available);
    return (
      bondOf(state, actor, notice) !== undefined &&
      isWanted(stateOf(notice, now)) &&
      (!nifTitular || notice.nif === nifTitular) &&
      (!tipoEnvio || notice.kind === Number(tipoEnvio)) &&
      available >= from &&
      available <= to
    );
  });
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  return {
    items: shown.map((notice) => item(state, notice, { actor, now })).join(''),
    pages: Math.max(1, Math.ceil(found.length / PAGE)),
  };
}

const documentXml = (bytes: Uint8Array, content: string, { opened }: DehuNotice): string =>
  `<ns:nombre>documento.pdf</ns:nombre>${content}<ns:hashDocumento><ns:hash>${createHash('sha256').update(bytes).digest('base64')}</ns:hash>` +
  '<ns:algoritmoHash>SHA-256</ns:algoritmoHash></ns:hashDocumento><ns:mimeType>application/pdf</ns:mimeType>' +
  (opened ? `<ns:csvResguardo>${opened.csv}</ns:csvResguardo>` : '');

/** Always the same bytes. */
const documentOf = (notice: DehuNotice, title: string): Promise<Uint8Array> =>
  makePdf({
    authority: notice.issuer.name,
    title,
    sections: [
      {
        heading: 'ENVÍO',
        lines: [
          ['IDENTIFICADOR', notice.identifier],
          ['CONCEPTO', notice.concept],
          ['TITULAR', notice.nif],
        ],
      },
    ],
    made: madridTime(new Date(notice.available)),
  });
