import type { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import { addDays, madridDay, madridTime } from '../../calendar.ts';
import { BadSignature, verify } from '../../dehu/signature.ts';
import { makePdf } from '../../pdf.ts';
import type { Answer, Call, Environment, Route } from '../../portal.ts';
import { withholdsDocument } from '../../scenario.ts';
import { childrenOf, escapeXml, find, localName, namespaceOf, raw, readXml } from '../../sepe/xml.ts';
import { codeSigned, Refused } from './acknowledgement.ts';
import type { TgssNotice } from './records.ts';

/**
 * The stand-in for WSCN, TGSS's web service for notifications. It verifies the message, the acknowledgement and the order of
 * elements independently of the gateway's code.
 */

const NAMESPACE = 'http://ws.wscn.infra.gi.org/';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const XML = 'text/xml; charset=utf-8';
/** Notifications on a page of a list: few, so that lists in tests have several pages. */
const PAGE = 3;
/** Natural days after which an unopened notification counts as refused. */
const DAYS = 10;

const INT = /^-?\d+$/;
const ROLE = ['rol', /^[123]$/] as const;
const PROXY = ['identificadorPoderdante', /^$/] as const;
/** Elements of each operation, in order. */
const OPERATIONS: Record<string, readonly (readonly [string, RegExp])[]> = {
  consultarListadoNotificaciones: [
    ...[ROLE, PROXY],
    ['codigoSiguienteNotificacionPropia', INT],
    ['codigoSiguienteNotificacionAutorizadoRED', INT],
    ['codigoSiguienteNotificacionApoderado', INT],
  ],
  solicitarAcuseNotificacion: [ROLE, PROXY, ['codigoNotificacion', /^\d+$/], ['esDeAceptacion', /^true$/]],
  enviarAcuseNotificacion: [ROLE, PROXY, ['xmlAcuseFirmado', /^[A-Za-z0-9+/=\s]+$/]],
  verNotificacionAceptada: [ROLE, PROXY, ['codigoNotificacion', /^\d+$/]],
};

/** Names of a role in elements. */
const LISTS = { 1: 'Propias', 2: 'AutorizadoRED', 3: 'Apoderado' } as const;
const NEXT = {
  1: 'codigoSiguienteNotificacionPropia',
  2: 'codigoSiguienteNotificacionAutorizadoRED',
  3: 'codigoSiguienteNotificacionApoderado',
} as const;

/** The request is not one of the service. */
class Faulty extends Error {}

const fault = (text: string): Answer => ({
  status: 500,
  type: XML,
  body: Buffer.from(
    envelope(
      `<S:Fault><faultcode>S:Server</faultcode><faultstring>${escapeXml(text)}</faultstring></S:Fault>`,
    ),
  ),
  transaction: 'refused',
});

const envelope = (body: string) => `<S:Envelope xmlns:S="${SOAP}"><S:Body>${body}</S:Body></S:Envelope>`;

type Fields = [name: string, value: string | { xml: string }][];
const elements = (fields: Fields): string =>
  fields
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escapeXml(value) : value.xml}</${name}>`)
    .join('');

const errorOf = (code: number, text: string): Fields[number] => [
  'error',
  {
    xml: elements([
      ['codigo', String(code)],
      ['descripcion', text],
    ]),
  },
];

const dateOf = (instant: Date): string => {
  const [day = '', time = ''] = madridTime(instant).split(/[ T]/);
  return `${day.split('-').toReversed().join('-')} ${time}`;
};

/** A request in the world of its account. */
interface Asked {
  environment: Environment;
  call: Call;
  certificate: X509Certificate;
  role: 1 | 2 | 3;
  value(name: string): string;
}

/** State of a notification: its number and its text. */
const stateOf = ({ opened, available }: TgssNotice, now: Date): [number, string] => {
  if (opened) return [2, 'Aceptada'];
  const last = addDays(madridDay(new Date(available)), DAYS);
  return madridDay(now) > last ? [4, 'Rechazada por transcurso del plazo'] : [1, 'Sin acuse'];
};

const ofRole = ({ environment, call, role }: Asked): TgssNotice[] =>
  environment.state.tgss.notices.filter((one) => one.nif === call.nif && one.role === role);

const named = (asked: Asked, code: string): TgssNotice => {
  const found = ofRole(asked).find((one) => String(one.code) === code);
  if (!found) throw new Refused(104, 'La notificación no existe');
  return found;
};

const RUN: Record<string, (asked: Asked) => Promise<[element: string, Fields]>> = {
  consultarListadoNotificaciones: async (asked) => {
    const { role, environment, value } = asked;
    const now = environment.now();
    const all = ofRole(asked).toSorted((one, other) => one.code - other.code);
    const from = Number(value(NEXT[role]));
    const shown = all.filter(({ code }) => code >= from).slice(0, PAGE);
    const next = all.find(({ code }) => code > (shown.at(-1)?.code ?? Number.POSITIVE_INFINITY));
    const items = shown.map((one): Fields[number] => {
      const [state, words] = stateOf(one, now);
      return [
        `notificaciones${LISTS[role]}`,
        {
          xml: elements([
            ['codigo', String(one.code)],
            ...(one.description ? ([['descripcion', one.description]] as Fields) : []),
            ['descripcionEstado', words],
            ['destinatario', one.recipient],
            ['estado', String(state)],
            ['fechaFinDisponibilidad', dateOf(new Date(Date.parse(one.available) + DAYS * 86_400_000))],
            ['fechaPuestaDisposicion', dateOf(new Date(one.available))],
            ['nombreAppRazonSocial', one.name],
            ['procedimiento', one.procedure],
          ]),
        },
      ];
    });
    const places = ([3, 2, 1] as const).map((each): Fields[number] => [
      NEXT[each],
      String(each === role ? (next?.code ?? -1) : -1),
    ]);
    return [
      'listadoNotificaciones',
      [...places, errorOf(0, ''), ['hayMas', String(next !== undefined)], ...items],
    ];
  },

  solicitarAcuseNotificacion: async (asked) => {
    const notice = named(asked, asked.value('codigoNotificacion'));
    if (stateOf(notice, asked.environment.now())[0] !== 1 || asked.call.scenario === 'refused')
      throw new Refused(103, 'La notificación no admite acuse');
    const xml =
      `<?xml version="1.0" encoding="UTF-8"?>\n<ProsaSignature id="ELEMENTOAFIRMAR">\n <ProsaSignatureData Id="ProsaData">` +
      `\n  <ACUSE_FIRMA id="ACUSE_FIRMA"><VERSION_ACUSE>4</VERSION_ACUSE><CODIGO>${notice.code}</CODIGO></ACUSE_FIRMA>` +
      '\n </ProsaSignatureData>\n</ProsaSignature>';
    return [
      'acuseNotificacion',
      [
        ['XML', Buffer.from(xml).toString('base64')],
        ['codigoNotificacion', String(notice.code)],
        errorOf(0, ''),
      ],
    ];
  },

  enviarAcuseNotificacion: async (asked) => {
    const { environment, certificate } = asked;
    environment.counters.countSubmission('tgss.acuse');
    const signed = Buffer.from(asked.value('xmlAcuseFirmado'), 'base64').toString('utf8');
    const notice = named(asked, codeSigned(signed, certificate));
    const now = environment.now();
    if (stateOf(notice, now)[0] !== 1) throw new Refused(103, 'La notificación no admite acuse');
    notice.opened = now.toISOString();
    environment.counters.countAccepted('tgss.acuse');
    const hasPdf = !withholdsDocument(asked.call.scenario);
    return ['notificacionRecuperada', await recovered(notice, hasPdf)];
  },

  verNotificacionAceptada: async (asked) => {
    const notice = named(asked, asked.value('codigoNotificacion'));
    if (!notice.opened) throw new Refused(105, 'La notificación no está aceptada');
    return ['notificacionRecuperada', await recovered(notice, true)];
  },
};

const recovered = async (notice: TgssNotice, hasPdf: boolean): Promise<Fields> => {
  const bytes = await makePdf({
    authority: 'TESORERÍA GENERAL DE LA SEGURIDAD SOCIAL (PRUEBAS)',
    title: 'NOTIFICACIÓN',
    sections: [
      {
        heading: 'ENVÍO',
        lines: [
          ['CÓDIGO', String(notice.code)],
          ['DESTINATARIO', notice.recipient],
        ],
      },
    ],
    made: madridTime(new Date(notice.available)),
  });
  return [
    ['codigoNotificacion', String(notice.code)],
    errorOf(0, ''),
    ...(hasPdf ? ([['pdfNotificacion', Buffer.from(bytes).toString('base64')]] as Fields) : []),
    ['selladoTiempo', dateOf(new Date(notice.opened!))],
  ];
};

/** Reads and verifies a request. @throws Faulty */
function readRequest(call: Call, environment: Environment): { operation: string; asked: Asked } {
  let root: XmlElement;
  try {
    root = readXml(call.body.toString('utf8'));
  } catch {
    throw new Faulty('no es XML');
  }
  const body = find(root, 'Body');
  const element = body && childrenOf(body)[0];
  const operation = element ? localName(element) : '';
  const fields = OPERATIONS[operation];
  if (call.method !== 'POST' || !element || !fields || namespaceOf(element) !== NAMESPACE)
    throw new Faulty('operación desconocida');
  if (call.headers.soapaction !== `"urn:${operation}"`) throw new Faulty('SOAPAction');
  const certificate = signerOf(root, environment.clock());
  if (certificate.fingerprint256 !== call.fingerprint) throw new Faulty('firmante');
  const given = childrenOf(element);
  const isRight =
    given.length === fields.length &&
    fields.every(
      ([name, form], place) =>
        given[place]!.name === name && namespaceOf(given[place]!) === '' && form.test(given[place]!.text),
    );
  if (!isRight) throw new Faulty('elementos');
  const value = (name: string) => raw(element, name);
  const role = Number(value('rol')) as Asked['role'];
  return { operation, asked: { environment, call, certificate, role, value } };
}

const signerOf = (root: XmlElement, now: Date): X509Certificate => {
  try {
    return verify(root, now);
  } catch (error) {
    if (error instanceof BadSignature) throw new Faulty(`firma (${error.message})`);
    throw error;
  }
};

/** The route of the service. */
export const notices =
  (environment: Environment): Route =>
  async (call) => {
    let operation = '';
    try {
      const request = readRequest(call, environment);
      operation = request.operation;
      const [name, fields] = await RUN[operation]!(request.asked);
      const isFiled = operation === 'enviarAcuseNotificacion';
      return { ...answerOf(operation, name, fields), ...(isFiled && { committed: true }) };
    } catch (error) {
      if (error instanceof Faulty) return fault(error.message);
      if (!(error instanceof Refused)) throw error;
      const name = operation.startsWith('solicitar') ? 'acuseNotificacion' : 'notificacionRecuperada';
      return answerOf(operation, name, [errorOf(error.code, error.message)]);
    }
  };

const answerOf = (operation: string, name: string, fields: Fields): Answer => ({
  type: XML,
  body: Buffer.from(
    envelope(
      `<ns2:${operation}Response xmlns:ns2="${NAMESPACE}">${elements([[name, { xml: elements(fields) }]])}</ns2:${operation}Response>`,
    ),
  ),
  transaction: operation,
});
