import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { contract, contracts, DECLARATION } from '../../support/stand-in/sepe-documents.ts';
import {
  ERROR,
  NUM_ENVIO,
  QUERY,
  SEND,
  SEND_NAMESPACE,
  sepeServices,
} from '../../support/stand-in/sepe-services.ts';
import { seed, TODAY, useStandIn } from '../../support/stand-in/stand-in.ts';

const { company } = seed.demo;

const standIn = useStandIn({ slowMilliseconds: 200 });
const { send, query } = sepeServices(standIn);

/** A seed in which the services are closed at night. */
const nightSeed = structuredClone(seed);
nightSeed.state.sepe.closedAtNight = true;
const closing = useStandIn({ seed: nightSeed });

const CODE = /^[A-Z]{3}\d{4}$/;

describe('the services of SEPE', () => {
  test('the services are described at their address, with their operations', async () => {
    for (const path of [SEND, `${SEND}?wsdl`]) {
      const { status, text, headers } = await standIn.client().get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/xml/);
      expect(text).toContain(`targetNamespace="${SEND_NAMESPACE}"`);
      expect(text).toContain('<wsdl:service name="SWComunicacionDatosService">');
      expect(text.match(/<wsdlsoap:operation soapAction="servicio\w+"/g)).toHaveLength(13);
      expect(text).toContain(`location="${standIn.url}${SEND}"`);
      parseXml(text);
    }
    expect((await standIn.client().get(QUERY)).text).toContain('soapAction=""');
  });

  test('a request that is no call of the services is answered with a fault', async () => {
    for (const body of ['', '<a/>', '<!DOCTYPE a><a/>', '<a>'.repeat(20_000)]) {
      const { status, text } = await standIn.client().send(SEND, { method: 'POST', body });
      expect(status).toBe(500);
      expect(text).toContain('soapenv:Fault');
    }
  });

  test('the services refuse another autonomous community', async () => {
    const answer = await send('servicioContratos', contracts(contract()), {}, { comunidad: '13' });
    expect(ERROR.exec(answer)?.[1]).toMatch(/^Parámetros comunidad o idioma/);
  });

  test('the services refuse an unknown user with a text, and the document of a known one with a code', async () => {
    const [{ user, password } = { user: '', password: '' }] = seed.state.sepe.users;
    const test = (key: string) =>
      send(
        'servicioContratos',
        '<?xml>',
        {},
        { usuarioConectado: user, usuarioPrincipal: user, password: key },
      );
    expect(ERROR.exec(await test(password))![1]).toMatch(CODE);
    expect(ERROR.exec(await test('Otra0Clave'))![1]).not.toMatch(CODE);
    expect(ERROR.exec(await test('corta'))![1]).not.toMatch(CODE);
  });

  test('the services are closed at night, if the seed says so', async () => {
    closing.time = Date.parse(`${TODAY}T01:30:00+02:00`);
    const answer = await sepeServices(closing).send('servicioContratos', contracts(contract()));
    expect(ERROR.exec(answer)?.[1]).toBe('Actividad no disponible en el siguiente horario: de 1:00 a 3:00');
  });

  test.each([
    ['no declaration', '<CONTRATOS/>'],
    ['another kind', `${DECLARATION}<PRORROGAS/>`],
    ['a part of one', contracts(contract()).slice(0, -20)],
    ['nothing in it', contracts()],
    ['a type declaration', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><CONTRATOS/>'],
    ['a block missing', contracts(contract({ code: '200' }))],
    ['blocks out of order', contracts(contract({ order: ([a, b, ...rest]) => [b!, a!, ...rest] }))],
    ['plain text where elements belong', contracts(contract({ company: { CIF_NIF_EMPRESA: company.cif } }))],
    ['another name of a document', contracts('<CONTRATO/>')],
  ])('a document is refused at once, with a code: %s', async (_, document) => {
    const before = await standIn.control.digest();
    expect(ERROR.exec(await send('servicioContratos', document))![1]).toMatch(/^CGE010[34]$/);
    expect(await standIn.control.digest()).toBe(before);
  });
});

describe('the answer of the services', () => {
  test('the answer is not given to another holder, nor for another number', async () => {
    const id = NUM_ENVIO.exec(await send('servicioContratos', contracts(contract())))![1]!;
    const { user, password } = seed.state.sepe.users.find(({ nif }) => nif === seed.other.holder.nif)!;
    const named = { usuarioConectado: user, usuarioPrincipal: user, password };
    expect(ERROR.exec(await query(id, { as: 'other' }, named))![1]).toMatch(/^No existe el fichero/);
    expect(ERROR.exec(await query(id, { as: 'other' }))![1]).toMatch(/claves/);
    expect(await query('C9999999')).toMatch(ERROR);
  });

  test('the answer to a slow shipment is not ready at the first query', async () => {
    const began = performance.now();
    const answer = await send('servicioContratos', contracts(contract()), { scenario: 'slow' });
    expect(performance.now() - began).toBeGreaterThan(150);
    const id = NUM_ENVIO.exec(answer)![1]!;
    expect(await query(id)).toMatch(ERROR);
    expect(await query(id)).toContain('<RESULTADO>ACEPTADO<');
  });
});
