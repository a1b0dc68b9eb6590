import { describe, expect, test } from 'vitest';
import { OutOfService, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  certificateFiling,
  certificateState,
} from '../../../../../shared/authorities/sepe/certifica/certificate-filing.ts';
import { escapeText } from '../../../../../shared/authorities/sepe/documents/xml.ts';
import { findNode, readXml } from '../../../../../shared/authorities/sepe/xml-reading.ts';
import { answerWith, play, type Reply } from '../../../../support/portals/portal.ts';
import { soap } from '../../../../support/portals/sepe-services.ts';

/** The services of Certific@2, called with the parameter names of their descriptions, and their answers. */

const NAMES = ['sUsuarioConectado', 'sUsuarioPrincipal', 'sPassword', 'sXML', 'sIdioma', 'sComunidad'];
const elements = (names: string[]) =>
  names.map((name) => `<element name="${name}" type="xsd:string"/>`).join('');

/** A description with the parameters in its schema, as the stand-in serves it. */
const inSchema = (names = NAMES, { qualified = true, namespace = 'http://certificados' } = {}) =>
  `<?xml version="1.0"?><wsdl:definitions targetNamespace="${namespace}" xmlns:wsdl="w"><wsdl:types>` +
  `<schema ${qualified ? 'elementFormDefault="qualified" ' : ''}targetNamespace="${namespace}">` +
  `<element name="ejecuta"><complexType><sequence>${elements(names)}</sequence></complexType></element>` +
  '<element name="ejecutaResponse"><complexType><sequence><element name="ejecutaReturn"/></sequence></complexType>' +
  '</element></schema></wsdl:types><wsdl:binding><wsdl:operation name="ejecuta">' +
  '<wsdlsoap:operation soapAction="ejecuta"/></wsdl:operation></wsdl:binding></wsdl:definitions>';

/** An older form of the description, with the parameters in a message. */
const inMessage =
  '<?xml version="1.0"?><wsdl:definitions targetNamespace="http://certificados" xmlns:wsdl="w">' +
  `<wsdl:message name="ejecutaRequest">${NAMES.map((name) => `<wsdl:part name="${name}" type="x"/>`).join('')}</wsdl:message>` +
  '</wsdl:definitions>';

const DOCUMENT = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<A>Ñ & "1" < 2</A>';
const input = { document: DOCUMENT, access: { user: 'USU&1', password: 'cla<ve' } };
const file = (
  reply: Reply,
  { description = inSchema(), dry = false }: { description?: Reply; dry?: boolean } = {},
) => play(certificateFiling, input, (step) => (step.method === 'GET' ? description : reply), dry);
const answering = (inner: string) =>
  soap('ejecuta', `<?xml version='1.0' encoding='ISO-8859-1'?>\n<COMUNICACION>\n${inner}\n</COMUNICACION>`);
const TAKEN = answering('<NUM_ENVIO>101</NUM_ENVIO>\n<COD_ERROR></COD_ERROR>\n<DESC_ERROR></DESC_ERROR>');

describe('the call of the service of certificates', () => {
  test.each([
    ['its schema', inSchema(), ''],
    ['a schema with parameters in no namespace', inSchema(NAMES, { qualified: false }), 'c:'],
    ['a message', inMessage, 'c:'],
  ])('the call has the names of %s, and the values in their order', async (_, description, prefix) => {
    const { result, seen, committed } = await file(TAKEN, { description });
    expect(result).toEqual({ shipment: '101' });
    expect(committed).toBe(true);
    expect(seen.map(({ method, path, commits }) => [method, path, commits])).toEqual([
      ['GET', '/DCertificadosWeb/services/ServicioWebEntrada?wsdl', false],
      ['POST', '/DCertificadosWeb/services/ServicioWebEntrada', true],
    ]);
    const body = String(seen[1]!.body);
    expect(body).toContain(`<${prefix}ejecuta xmlns${prefix ? ':c' : ''}="http://certificados">`);
    const call = findNode(readXml(body, 1000), 'ejecuta');
    expect(call?.children.map(({ name, text }) => [name, text])).toEqual([
      ['sUsuarioConectado', 'USU&1'],
      ['sUsuarioPrincipal', 'USU&1'],
      ['sPassword', 'cla<ve'],
      ['sXML', DOCUMENT],
      ['sIdioma', '14'],
      ['sComunidad', '99'],
    ]);
  });

  test.each<[string, Reply]>([
    ['with five parameters', inSchema(NAMES.slice(1))],
    ['with a name that is none', inSchema([...NAMES.slice(1), 'a"b'])],
    ['without a namespace', inSchema(NAMES, { namespace: '' })],
    ['that is no XML', '<html><body>Bienvenido</body></html>x'],
    ['that is not there', answerWith('', { status: 404 })],
  ])('the call is not made with a description %s', async (_, description) => {
    const { error, seen, committed } = await file(TAKEN, { description });
    expect(error).toBeInstanceOf(Unreadable);
    expect([seen.length, committed]).toEqual([1, false]);
  });

  test('the call is not made if the service is down', async () => {
    const { error, seen } = await file(TAKEN, { description: answerWith('', { status: 503 }) });
    expect([error instanceof OutOfService, seen.length]).toEqual([true, 1]);
  });

  test('the call is not made in a dry run', async () => {
    const { end, seen } = await file(new Error('sent'), { dry: true });
    expect([end, seen.length]).toEqual([{ dry: true }, 1]);
  });
});

describe('the answer to a document', () => {
  test.each<[string, string, string[]]>([
    [
      'a code with a description',
      '<NUM_ENVIO></NUM_ENVIO><COD_ERROR>DEX0204</COD_ERROR><DESC_ERROR>Elemento X</DESC_ERROR>',
      ['DEX0204: Elemento X'],
    ],
    [
      'a code alone',
      '<COD_ERROR>DEX0210</COD_ERROR>',
      [expect.stringMatching(/^DEX0210: El usuario conectado/) as never],
    ],
    [
      'no number but 0',
      '<NUM_ENVIO>0</NUM_ENVIO><COD_ERROR>DEX0207</COD_ERROR>',
      [expect.stringMatching(/^DEX0207/) as never],
    ],
    ['an error of the other kind', '<ERROR>DEX0204</ERROR>', [expect.stringMatching(/^DEX0204/) as never]],
  ])('an answer with %s is a refusal', async (_, inner, messages) => {
    const { error } = await file(answering(inner));
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual(messages);
  });

  test('an answer that the service is closed for some time is no refusal', async () => {
    expect((await file(answering('<COD_ERROR>DEX0211</COD_ERROR>'))).result).toEqual({ closed: true });
  });

  test.each<[string, Reply]>([
    ['a number together with a code', answering('<NUM_ENVIO>101</NUM_ENVIO><COD_ERROR>DEX0204</COD_ERROR>')],
    [
      'an error of the system, of which it is not known when it came',
      answering('<COD_ERROR>DEX0023</COD_ERROR>'),
    ],
    ['neither', answering('')],
    ['nothing', soap('ejecuta', ' ')],
    ['another operation', soap('otra', '<NUM_ENVIO>101</NUM_ENVIO>')],
  ])('an answer with %s leaves the outcome unknown', async (_, reply) => {
    const { error, committed } = await file(reply);
    expect([error instanceof Unreadable, committed]).toEqual([true, true]);
  });
});

const CCC = '011128000000097';
const sent =
  `<Certificado_empresa><Cuenta_cotizacion><Datos_Empresa><CIF_NIF>B12345674</CIF_NIF><CCC>${CCC}</CCC></Datos_Empresa>` +
  '<Datos_Trabajador><DNI_NIE>12345678Z</DNI_NIE><FechaSuspensionExtincion>20261130</FechaSuspensionExtincion>' +
  '</Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>';
const account = (result: string, errors = '') =>
  `<Resultado><Cuenta_cotizacion><CCC>${CCC}</CCC>${errors}<Descripcion_Resultado>${result}</Descripcion_Resultado>` +
  '</Cuenta_cotizacion></Resultado>';
const ofWorker = '<Datos_Trabajador><DNI_NIE>12345678Z</DNI_NIE><Error>DEX0204</Error></Datos_Trabajador>';
const processed = (inner: string) =>
  `<COMUNICACION><ESTADO>Procesada</ESTADO><Respuesta_Certificado_empresa>${sent}${inner}<Huella_Digital>77</Huella_Digital></Respuesta_Certificado_empresa></COMUNICACION>`;

describe('the state of a shipment', () => {
  const ask = (text: string) =>
    play(certificateState, { shipment: '101' }, (step) =>
      step.method === 'GET' ? inSchema() : soap('ejecuta', text),
    );
  const key = {
    kind: 'Certificado_empresa',
    cif: 'B12345674',
    document: '12345678Z',
    startDate: '2026-11-30',
  };
  const accepted = { ...key, result: 'accepted', id: '77', messages: [] };
  const general = '<Errores_General><Error>DEX0207</Error></Errores_General>';

  test.each<[string, string, object]>([
    ['processed', processed(account('PROCESADO')), accepted],
    [
      'processed in part, without an error of this worker',
      processed(account('PROCESADO PARCIALMENTE')),
      accepted,
    ],
    [
      'processed in part, with one',
      processed(account('PROCESADO PARCIALMENTE', ofWorker)),
      { ...key, result: 'refused', messages: [expect.stringMatching(/^DEX0204: /)] },
    ],
    [
      'refused',
      processed(account('RECHAZADO', general + ofWorker)),
      {
        ...key,
        result: 'refused',
        messages: [expect.stringMatching(/^DEX0207/), expect.stringMatching(/^DEX0204/)],
      },
    ],
    [
      'in names without underscores',
      processed(account('PROCESADO_PARCIALMENTE')).replaceAll(
        /<(\/?)(Cuenta_cotizacion|Descripcion_Resultado|Datos_Empresa)>/g,
        (_, end, name) => `<${end}${name.replace('_', '')}>`,
      ),
      accepted,
    ],
  ])('the state is read if it is %s', async (_, text, result) => {
    expect((await ask(text)).result).toEqual({ results: [result] });
  });

  test.each([
    ['<COMUNICACION><ESTADO>En proceso</ESTADO></COMUNICACION>'],
    ['<COMUNICACION><ESTADO>Recibida</ESTADO></COMUNICACION>'],
    ['<COMUNICACION><ERROR>DEX0206</ERROR></COMUNICACION>'],
  ])('the shipment is pending: %s', async (text) => {
    expect((await ask(text)).result).toEqual({ pending: expect.any(String) });
  });

  test('the state of another account does not count for this one', async () => {
    const other = processed(account('PROCESADO').replace(CCC, '011128000000000'));
    expect((await ask(other)).result).toEqual({ results: [] });
  });

  test.each([
    ['another result', processed(account('OTRO'))],
    ['a success with an error', processed(account('PROCESADO', ofWorker))],
    ['another document', `<OTRA>${escapeText('x')}</OTRA>`],
    ['no XML', 'PROCESADO'],
  ])('the state is not read from %s', async (_, text) => {
    expect((await ask(text)).error).toBeInstanceOf(Unreadable);
  });
});
