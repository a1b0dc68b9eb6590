import { isSameDocument } from '../../../kernel/text.ts';
import { type Exchange, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { isoDate } from '../identifiers.ts';
import {
  elementText,
  errorOf,
  type KnownResult,
  type Receipt,
  type RecordKey,
  type ShipmentState,
} from '../services/shipment.ts';
import type { Access } from '../services/soap.ts';
import { type Node, readAnswerXml, readXml } from '../xml-reading.ts';
import { callOf, describe, ENTRY_SERVICE, returnedBy, STATE_SERVICE } from './service.ts';

/** Reads the answers of the Certific@2 services to a document, and to later questions about it. */

/** Texts of the codes of the services, for answers without one. */
const TEXTS: Record<string, string | undefined> = {
  DEX0023: 'Error del sistema.',
  DEX0204: 'El fichero no está completado de forma correcta.',
  DEX0206: 'El identificador del fichero no existe.',
  DEX0207: 'Alguno de los datos de la autenticación Contrat@ es erróneo o está incompleto.',
  DEX0208: 'No se puede recuperar el fichero de respuesta.',
  DEX0209: 'El identificador del fichero corresponde a un envío no realizado a través del servicio web.',
  DEX0210:
    'El usuario conectado no está registrado en la aplicación. Debe acceder a Certific@2 y proporcionar sus datos de ' +
    'contacto.',
  DEX0211: 'El acceso a la aplicación se encuentra deshabilitado temporalmente.',
};

/** The code of a service that takes nothing in for some time. */
const CLOSED = 'DEX0211';
/** Code of a system error, which may have come before or after the filing. */
const FAILED = 'DEX0023';

/** More tags than the answer about a certificate has. */
const MAX_TAGS = 10_000;

const worded = (code: string, description = TEXTS[code]): string =>
  (description === undefined ? code : `${code}: ${description}`).slice(0, 500);

/**
 * Reads the answer to a document: the number of the shipment, or the code of an error with its description.
 * @throws Refusal for an error, Unreadable for anything else, also for a number together with an error
 */
const readCertificateReceipt = (text: string): Receipt => {
  const shipment = /^[1-9]\d{0,19}$/.exec(elementText(text, 'NUM_ENVIO') ?? '')?.[0];
  const code = elementText(text, 'COD_ERROR') ?? errorOf(text);
  if (code !== undefined && code !== FAILED && shipment === undefined) {
    if (code === CLOSED) return { closed: true };
    throw new Refusal([worded(code, elementText(text, 'DESC_ERROR') ?? TEXTS[code])]);
  }
  if (shipment && code === undefined) return { shipment };
  throw new Unreadable('neither shipment number nor error');
};

/**
 * Reads the state of a shipment: pending, or the result of each worker. The answer repeats the document and adds the
 * result of each account with the errors of its workers. Programs in use read its names without the underscores.
 * @throws Unreadable for anything else
 */
const readCertificateState = (text: string): ShipmentState => {
  const root = readAnswerXml('answer about a certificate', text, MAX_TAGS);
  const answer = isNamed(root, 'RespuestaCertificadoEmpresa')
    ? root
    : root.children.find((child) => isNamed(child, 'RespuestaCertificadoEmpresa'));
  if (!answer) {
    if (root.name !== 'COMUNICACION') throw new Unreadable('answer about a certificate of an unknown kind');
    // An error and a state without result cannot be distinguished: neither says what became of it.
    return { pending: worded(errorOf(text) ?? elementText(text, 'COD_ERROR') ?? '') };
  }
  const accounts = childrenNamed(childNamed(answer, 'Resultado'), 'CuentaCotizacion');
  const id = textOf(answer, 'HuellaDigital')?.slice(0, 100);
  const results = childrenNamed(childNamed(answer, 'CertificadoEmpresa'), 'CuentaCotizacion').flatMap(
    (sent) => {
      const account = accounts.find((each) => textOf(each, 'CCC') === accountOf(sent));
      return account ? keysOf(sent).map((key) => resultOf(key, account, id)) : [];
    },
  );
  return { results };
};

/** The data that identify the certificates of a document. @throws XmlFault */
export const certificateRecords = (document: string): RecordKey[] =>
  childrenNamed(readXml(document, MAX_TAGS), 'CuentaCotizacion').flatMap(keysOf);

/** Names differ in underscores and capitals between what public programs show. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
const isNamed = (node: Node, name: string): boolean => plain(node.name) === plain(name);
const childrenNamed = (node: Node | undefined, name: string): Node[] =>
  (node?.children ?? []).filter((child) => isNamed(child, name));
const childNamed = (node: Node | undefined, name: string): Node | undefined => childrenNamed(node, name)[0];
const textOf = (node: Node | undefined, name: string): string | undefined =>
  childNamed(node, name)?.text.trim() || undefined;

const accountOf = (sent: Node): string | undefined => textOf(childNamed(sent, 'DatosEmpresa'), 'CCC');

const keysOf = (account: Node): RecordKey[] =>
  childrenNamed(account, 'DatosTrabajador').map((worker) => ({
    kind: 'Certificado_empresa',
    cif: textOf(childNamed(account, 'DatosEmpresa'), 'CIFNIF'),
    document: textOf(worker, 'DNINIE'),
    startDate: isoDate(textOf(worker, 'FechaSuspensionExtincion') ?? ''),
  }));

const errorsOf = (node: Node | undefined): string[] =>
  childrenNamed(node, 'Error')
    .map(({ text }) => text.trim())
    .filter((code) => code !== '')
    .map((code) => worded(code));

/** @throws Unreadable for a result that is not known, or contradicts the errors */
const resultOf = (key: RecordKey, account: Node, id: string | undefined): KnownResult => {
  const own = childrenNamed(account, 'DatosTrabajador').filter((each) =>
    isSameDocument(textOf(each, 'DNINIE') ?? '', key.document ?? ''),
  );
  const messages = [...errorsOf(childNamed(account, 'ErroresGeneral')), ...own.flatMap(errorsOf)];
  const accepted: KnownResult = { ...key, result: 'accepted', ...(id && { id }), messages: [] };
  const refused: KnownResult = { ...key, result: 'refused', messages };
  switch (textOf(account, 'DescripcionResultado')?.replaceAll('_', ' ')) {
    case 'RECHAZADO':
      return refused;
    case 'PROCESADO PARCIALMENTE':
      return own.length > 0 ? refused : accepted;
    case 'PROCESADO':
      if (own.length === 0) return accepted;
      throw new Unreadable('a certificate that was processed and has errors');
    default:
      throw new Unreadable('answer about a certificate with an unknown result');
  }
};

const KNOWN = 'aonsolutions/aon-application: address, operation, order of its parameters,';
const DESCRIBED = 'their names are in the description (WSDL) at ?wsdl';

/**
 * Files a document of company certificates. SEPE takes it in at once and gives it a number; its result is asked for later.
 * There is nothing to confirm, so a dry run ends before the document is sent.
 */
export const certificateFiling: Exchange<
  'submission',
  { document: string; access?: Access | undefined },
  Receipt
> = {
  kind: 'submission',
  authority: 'sepe',
  name: 'Certific@2 filing service',
  answersLater: true,
  standing: {
    state: 'confirmed',
    note: `${KNOWN} a quoted schema, how the answer is read. Assumed: ${DESCRIBED}.`,
    ifWrong:
      'The call, which has no confirmation: it commits. Before it, only the description of the service is read.',
  },
  *script({ document, access }): Script<Receipt> {
    const service = yield* describe(ENTRY_SERVICE);
    const answer = yield { ...callOf(service, document, access), commits: true };
    return readCertificateReceipt(returnedBy(answer));
  },
};

/** The result of a document of company certificates, by the number of its shipment. */
export const certificateState: Exchange<
  'reading',
  { shipment: string; access?: Access | undefined },
  ShipmentState
> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Certific@2 state of a filing',
  standing: {
    state: 'assumed',
    note: `${KNOWN} names of its answer. Assumed: ${DESCRIBED}; their spelling. Settled by one answer.`,
    ifWrong: 'Nothing: it only asks for a result, by the number of a shipment.',
  },
  *script({ shipment, access }): Script<ShipmentState> {
    const service = yield* describe(STATE_SERVICE);
    return readCertificateState(returnedBy(yield callOf(service, shipment, access)));
  },
};
