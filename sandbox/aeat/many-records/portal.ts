import { madridTime } from '../../calendar.ts';
import type { Answer, Call, Environment } from '../../portal.ts';
import { codeOf } from '../issuing.ts';
import { notice } from '../pages.ts';
import { REFUSALS, type Taxpayer } from '../procedure.ts';
import { errorsOf, readHead, splitRecords } from './record-190.ts';
import type { Shipment } from './records.ts';

/**
 * The stand-in for the service for returns of many records (TGVI Online), by public programs and answers that one of them kept.
 * Parameters and answers are headers. Codes 0, 2004 and 8888 are the agency's, the others and their texts ours, and so is the answer where
 * there is no envío. A social collaborator may present for anybody.
 */

const SERVICE = '/wlpl/OVPT-NTGV/';
/** Most records of a block. */
const MOST = 40_000;
const MOST_ERRORS = 200;

const DONE = 'Operación realizada correctamente';

const answerWith = (headers: Record<string, string | number>, body = ''): Answer => ({
  type: 'text/plain;charset=UTF-8',
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: Buffer.from(body),
});
const failed = (code: string, text: string): Answer => answerWith({ CODIGO: code, MENSAJE: text });

type Operation = (environment: Environment, call: Call, sender: Taxpayer) => Answer;

const header = ({ headers }: Call, name: string): string => [headers[name]].flat()[0]?.trim() ?? '';

const isOfYear = (call: Call): boolean =>
  header(call, 'modelo') === '190' &&
  header(call, 'periodo') === '0A' &&
  /^\d{4}$/.test(header(call, 'ejercicio')) &&
  header(call, 'ndc') !== '';

/** The latest envío of a declarant and a year that the sender may see. */
const latest = ({ state }: Environment, call: Call, sender: Taxpayer): Shipment | undefined =>
  state.aeat.shipments.findLast(
    ({ nif, year, presenter }) =>
      nif === header(call, 'ndc') &&
      year === header(call, 'ejercicio') &&
      [nif, presenter].includes(sender.nif),
  );

const begin: Operation = ({ state, now }, call, sender) => {
  const blocks = Number(header(call, 'numbloques'));
  if (!isOfYear(call) || header(call, 'codificacion') !== 'UTF-8' || !(blocks >= 1))
    return failed('1001', 'Los parámetros de la petición no son correctos.');
  const head = readHead(splitRecords(call.body)[0] ?? '');
  if ('error' in head) return failed('1002', head.error);
  if (head.year !== header(call, 'ejercicio') || head.nif !== header(call, 'ndc'))
    return failed('1003', 'El registro no es del declarante o del ejercicio indicados.');
  const { shipments } = state.aeat;
  const isPresented = shipments.some(
    (one) => one.nif === head.nif && one.year === head.year && one.state === 'PRESENTADO',
  );
  if (isPresented && !head.follows)
    return failed('8888', 'Ya existe una declaración presentada de este modelo y ejercicio.');
  const id = `190${head.year}0A${madridTime(now()).slice(0, 10).replaceAll('-', '')}${String(shipments.length + 1).padStart(10, '0')}`;
  shipments.push({
    ...head,
    id,
    presenter: sender.nif,
    state: 'CREADO',
    blocks,
    next: 1,
    right: 0,
    wrong: 0,
    report: [],
    csv: '',
    expediente: '',
    presented: '',
  });
  return answerWith({ CODIGO: 0, MENSAJE: DONE, IDENVIO: id, ESTADO: 'CREADO', SIGBLOQUE: 1 });
};

/** The envío that a call names, if the caller sent it. */
const named = ({ state }: Environment, call: Call, sender: Taxpayer): Shipment | undefined =>
  state.aeat.shipments.find(
    ({ id, presenter }) => id === header(call, 'idenvio') && presenter === sender.nif,
  );

const NOT_THERE = failed('2001', 'El envío no existe.');

const receive: Operation = (environment, call, sender) => {
  const shipment = named(environment, call, sender);
  if (!shipment) return NOT_THERE;
  if (shipment.state !== 'CREADO' || Number(header(call, 'numbloque')) !== shipment.next)
    return failed('2002', 'El bloque no es el que se espera.');
  const records = splitRecords(call.body);
  if (records.length === 0 || records.length > MOST) return failed('2003', 'El bloque no es correcto.');
  const before = shipment.right + shipment.wrong;
  const counted = { right: 0, wrong: 0 };
  for (const [index, record] of records.entries()) {
    const refused =
      call.scenario === 'refused' && index === 0 ? ['1999 - El registro no ha sido admitido.'] : [];
    const errors = [...errorsOf(record, shipment), ...refused];
    counted[errors.length > 0 ? 'wrong' : 'right'] += 1;
    for (const error of errors)
      if (shipment.report.length < MOST_ERRORS)
        shipment.report.push(`${record};(${before + index + 2}) ${error}`);
  }
  shipment.right += counted.right;
  shipment.wrong += counted.wrong;
  shipment.next += 1;
  const isLast = shipment.next > shipment.blocks;
  if (isLast) shipment.state = 'FINALIZADO';
  return answerWith({
    CODIGO: isLast ? 0 : 2004,
    MENSAJE: isLast ? DONE : 'Se espera otro bloque',
    IDENVIO: shipment.id,
    ESTADO: shipment.state,
    ...(!isLast && { SIGBLOQUE: shipment.next }),
    TOTALT2OK: shipment.right,
    TOTALT2KO: shipment.wrong,
    BLOQUET2OK: counted.right,
    BLOQUET2KO: counted.wrong,
    AVISOS: 'N',
  });
};

const report: Operation = (environment, call, sender) => {
  const shipment = named(environment, call, sender);
  if (!shipment) return NOT_THERE;
  const { id, state, report: lines } = shipment;
  return answerWith({ CODIGO: 0, MENSAJE: DONE, IDENVIO: id, ESTADO: state }, lines.join('\r\n'));
};

const present: Operation = (environment, call, sender) => {
  const { counters, now } = environment;
  counters.countSubmission('aeat.190');
  const shipment = named(environment, call, sender);
  if (!shipment) return NOT_THERE;
  if (
    header(call, 'fir') !== 'FirmaBasica' ||
    header(call, 'firnif') !== sender.nif ||
    !header(call, 'firnombre')
  )
    return failed('3001', 'Los datos del firmante no son los del certificado.');
  if (shipment.state === 'PRESENTADO') return failed('3002', 'El envío ya está presentado.');
  if (shipment.state !== 'FINALIZADO' || shipment.right === 0)
    return failed('3003', 'El envío no se puede presentar.');
  const { year, nif, id, right } = shipment;
  Object.assign(shipment, {
    state: 'PRESENTADO',
    csv: codeOf('190', nif, year, id),
    expediente: `${year}190${id.slice(-10)}`,
    presented: madridTime(now()),
  });
  counters.countAccepted('aeat.190');
  const { csv, expediente } = shipment;
  const answer = answerWith({
    CODIGO: 0,
    MENSAJE: DONE,
    IDENVIO: id,
    ESTADO: 'PRESENTADO',
    NUMEROREGISTROS: right,
    CSV: csv,
    EXPEDIENTE: expediente,
  });
  return { ...answer, committed: true };
};

const recover: Operation = (environment, call, sender) => {
  if (!isOfYear(call)) return failed('1001', 'Los parámetros de la petición no son correctos.');
  const shipment = latest(environment, call, sender);
  if (!shipment) return answerWith({ CODIGO: 0, MENSAJE: DONE });
  const { id, state, blocks, right, wrong } = shipment;
  return answerWith({
    ...{ CODIGO: 0, MENSAJE: DONE, IDENVIO: id, ESTADO: state, NUMBLOQUES: blocks },
    ...{ ENVIOT2OK: right, ENVIOT2KO: wrong },
  });
};

/** The operations of the service, by name. */
const OPERATIONS: Record<string, Operation> = {
  InicializarEnvio: begin,
  EnviarDatos: receive,
  RecuperarErrores: report,
  PresentarEnvio: present,
  RecuperarEnvio: recover,
};

/** Routes of the service, by path. @param answer as for any page that only taxpayers may use */
export const routesOf = <Route>(
  environment: Environment,
  forTaxpayers: (answer: (call: Call, sender: Taxpayer) => Answer) => Route,
): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => [
      SERVICE + name,
      forTaxpayers((call, sender) => ({
        ...(call.method === 'POST' ? operation(environment, call, sender) : notice(REFUSALS.inconsistent)),
        transaction: name,
      })),
    ]),
  );
