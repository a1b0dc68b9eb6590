import type { XmlElement } from '@rgrove/parse-xml';
import type { Context } from '../context.ts';
import { KINDS } from '../documents/index.ts';
import type { DocumentKind } from '../documents/outcome.ts';
import { MESSAGES } from '../messages.ts';
import type { FiledDocument } from '../records.ts';
import { childrenOf, DECLARATION, element, localName, MalformedXml, readXml, serialize } from '../xml.ts';
import { accessError } from './access.ts';
import type { Service } from './soap.ts';

const FIELDS = ['documento', 'usuarioConectado', 'usuarioPrincipal', 'password', 'idioma', 'comunidad'];
const MOST_DOCUMENTS = 1000;
/** An answer has room for this many errors. */
const MOST_ERRORS = 10;
/** The code for every document in scenario `refused`. */
const REFUSED = 'CCT4079';

export const communicationService: Service = {
  name: 'SWComunicacionDatos',
  namespace: 'http://comunicacion.serviciosWeb.comunicacto',
  action: (operation) => operation,
  operations: [
    'servicioContratos',
    'servicioProrrogas',
    'servicioTransformacionIndefinido',
    'servicioLlamamientoFijoDiscontinuo',
    'servicioCopiaBasica',
    'servicioContratoGrupo',
    'servicioHorasComplementarias',
    'servicioInclusionContratoOE',
    'servicioCorreccionContrato',
    'servicioCorreccionProrroga',
    'servicioCorreccionTransformacion',
    'servicioCorreccionLlamamiento',
    'servicioCorreccionHorasComplementarias',
  ].map((name) => ({ name, fields: FIELDS })),
};

/** The immediate answer: one line, because clients cut it by its exact beginning and end. */
const communication = (name: 'NUM_ENVIO' | 'ERROR', text: string) =>
  DECLARATION + element('COMUNICACION', [element(name, text)]);

export const communicationError = (text: string) => communication('ERROR', text);

/** The documents of a shipment, or an error code. */
function documentsOf(text: string, kind: DocumentKind): XmlElement[] | string {
  if (!/^\s*<\?xml\s[^>]*\?>/.test(text)) return 'CGE0103';
  let root: XmlElement;
  try {
    root = readXml(text);
  } catch (error) {
    if (error instanceof MalformedXml) return 'CGE0104';
    throw error;
  }
  if (localName(root) !== kind.root) return 'CGE0103';
  const documents = childrenOf(root);
  if (documents.length === 0 || documents.length > (kind.most ?? MOST_DOCUMENTS)) return 'CGE0104';
  const built = documents.every((document) => {
    const match = kind.document.exec(localName(document));
    return match !== null && kind.matchesSchema(document, match[1]!);
  });
  return built ? documents : 'CGE0103';
}

function file(
  context: Context,
  kind: DocumentKind,
  { document, user }: { document: XmlElement; user: string },
): FiledDocument & { accepted: boolean } {
  const name = localName(document);
  const outcome =
    context.scenario === 'refused'
      ? { accepted: false, errors: [REFUSED], fields: kind.emptyFields(user) }
      : kind.file(context, document, { code: kind.document.exec(name)![1]!, user });
  const warned = kind.reportsWarnings && outcome.errors.length > 0;
  const result = outcome.accepted ? (warned ? 'ACEPTADO CON ERRORES' : 'ACEPTADO') : 'RECHAZADO';
  return {
    name,
    xml: serialize(document),
    fields: [['RESULTADO', result], ...outcome.fields],
    errors: outcome.errors.slice(0, MOST_ERRORS),
    accepted: outcome.accepted,
  };
}

/** Files a shipment. It is processed at once; only its answer may be delayed. */
export function communicate(context: Context, operation: string, fields: Record<string, string>): string {
  const closed = accessError(context, fields);
  if (closed) return communicationError(closed);
  const kind = KINDS.find((each) => each.operation === operation);
  if (!kind) return communicationError(MESSAGES.CIN0003);
  const documents = documentsOf(fields.documento ?? '', kind);
  if (typeof documents === 'string') return communicationError(documents);

  context.countSubmission(kind.counter);
  const user = (fields.usuarioConectado || context.holder.nif).slice(0, 10);
  const filed = documents.map((document) => file(context, kind, { document, user }));
  if (filed.some(({ accepted }) => accepted)) context.countAccepted(kind.counter);
  const { records } = context;
  const id = `C${String(records.nextShipment++).padStart(7, '0')}`;
  const pending = Math.max(records.pendingQueries, context.scenario === 'slow' ? 1 : 0);
  records.shipments.push({
    id,
    nif: context.holder.nif,
    root: kind.root,
    filed: filed.map(({ accepted: _, ...rest }) => rest),
    pending,
  });
  context.committed = true;
  return communication('NUM_ENVIO', id);
}
