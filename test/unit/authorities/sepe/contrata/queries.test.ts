import { describe, expect, test } from 'vitest';
import { getContractData } from '../../../../../functions/gateway/sepe/operations/get-contract-data.ts';
import { OutOfService, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { contractData } from '../../../../../shared/authorities/sepe/contrata/contract-data.ts';
import {
  basicCopyPdf,
  contractPdf,
  transformationPdf,
} from '../../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { transformationData } from '../../../../../shared/authorities/sepe/contrata/transformations.ts';
import {
  contrata,
  contrataPage,
  detail,
  errorPage,
  FOOTPRINT,
  formPage,
  ID_FORM,
  queries,
  START,
  shown,
  WORKER,
  WORKER_FORM,
} from '../../../../support/portals/contrata.ts';
import { portsOver, run } from '../../../../support/portals/operations.ts';
import { answerWith, pdf, play, type Reply, seenAt } from '../../../../support/portals/portal.ts';
import { inputs, labels, links, submit } from '../../../../support/portals/sepe-web.ts';

describe('the queries of Contrat@', () => {
  test('a contract is found by its worker, with the form filled in as the application needs it', async () => {
    const { result, seen } = await play(contractPdf, { ...WORKER, cif: 'B12345674' }, queries());
    expect(Buffer.from(result!.bytes).toString()).toContain('%PDF');
    expect(result).toMatchObject({ contentType: 'application/pdf', name: 'contrato.pdf' });
    const search = seenAt(seen, contrata('lista'));
    expect(search.fields).toEqual({
      tipodoc2: ' ',
      nifnietrabajador: '  12345678Z',
      diadesde: '03',
      mesdesde: '11',
      anniodesde: '2026',
      diahasta: '03',
      meshasta: '11',
      anniohasta: '2026',
      aceptar: 'aceptar',
    });
    expect(seenAt(seen, contrata('elegir')).fields).toEqual({ indice: 'a1', oculto: '' });
    expect(seen.every(({ commits }) => !commits)).toBe(true);
  });

  test('a worker with a NIE is found with the second kind of document', async () => {
    const { seen } = await play(contractPdf, { ...WORKER, dni: 'X1234567L' }, queries());
    expect(seenAt(seen, contrata('lista')).fields).toMatchObject({
      tipodoc2: 'E',
      nifnietrabajador: '  X1234567L',
    });
  });

  test('the contract of the company is chosen if several began on the same day', async () => {
    const portal = queries({
      [contrata('elegir')]: (step) => shown(step.fields.indice === 'a2' ? {} : { CIF: 'A00000000' }),
    });
    const { result } = await play(contractData, { ...WORKER, cif: 'B12345674', ccc: '28000000097' }, portal);
    expect(result?.cif).toBe('B12345674');
    const none = await play(contractData, { ...WORKER, ccc: '28000000098' }, portal);
    expect(none.error).toMatchObject({ field: 'ccc', messages: [expect.stringMatching(/otra cuenta/)] });
    const another = await play(contractData, { ...WORKER, cif: 'A00000001' }, portal);
    expect(another.error).toMatchObject({ field: 'cif', messages: [expect.stringMatching(/otra empresa/)] });
  });

  test('a contract is found by its identifier, with the fourth field if there is one', async () => {
    const { seen } = await play(contractPdf, { footprint: FOOTPRINT }, queries());
    const parts = {
      idcomunicacion1: '28',
      idcomunicacion2: '2026',
      idcomunicacion3: '0000123',
      aceptar: 'aceptar',
    };
    expect(seenAt(seen, contrata('detalle')).fields).toEqual(parts);
    const together = await play(
      contractPdf,
      { footprint: FOOTPRINT },
      queries({
        [contrata('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=')]: formPage(
          ID_FORM + inputs('idcomunicacion'),
          contrata('detalle'),
        ),
      }),
    );
    expect(seenAt(together.seen, contrata('detalle')).fields).toEqual({
      ...parts,
      idcomunicacion: '28-2026-0000123',
    });
  });

  test('the data of a contract are read block by block, with its extensions', async () => {
    const extensions = `<fieldset><legend>Prórrogas del contrato</legend>${[1, 2]
      .map((number) =>
        Object.entries({
          Prórroga: `E-28-2026-0000123-0${number}`,
          'Fecha inicio': '01/02/2027',
          'Fecha fin': '01/03/2027',
          'Fecha comunicación': '02/02/2027',
          'Existe convenio colectivo': number === 1 ? 'SI' : 'NO',
          ...(number === 2 && { Discontinuidad: 'I' }),
        })
          .map(([label, value]) => `<div><div class="titulo">${label}</div><div>${value}</div></div>`)
          .join(''),
      )
      .join('')}</fieldset>`;
    const portal = queries({ [contrata('elegir')]: formPage(detail() + extensions, contrata('x')) });
    const ports = portsOver('sepe', portal, contractData);
    expect(await run(getContractData, { ...WORKER, ccc: '28000000097' }, ports)).toEqual({
      data: {
        id: 'E-28-2026-0000123',
        enterprise_data: [{ cif: 'B12345674' }, { name: 'EJEMPLO SL' }, { postal_code: '28013' }],
        account_data: [{ ccc_full: '0111 28 0000000 97' }, { economic_activity: '6201' }],
        working_center: [{ pais: '724 ESPAÑA' }, { municipio: '28079 MADRID' }],
        employee_data: [{ nif: 'D 12345678Z' }, { name: 'ANA GARCIA' }, { municipio_de_domicilio: 'MADRID' }],
        contract_data: [{ startDate: '03/11/2026' }, { communicateDate: '04/11/2026' }, { cno: '4309' }],
        contract_data_other: [{ grupo_raro_x: 'y' }],
        copy_basic_data: [],
        contract_extensions: [
          {
            id: 'E-28-2026-0000123-01',
            cif: 'B12345674',
            código_cuenta_cotización: '011128000000097',
            fecha_inicio: '01/02/2027',
            fecha_fin: '01/03/2027',
            fecha_comunicación: '02/02/2027',
            existe_convenio_colectivo: 'SI',
          },
          expect.objectContaining({ existe_convenio_colectivo: 'NO', discontinuidad: 'I' }),
        ],
      },
    });
  });

  test('a basic copy is found through other menus', async () => {
    const { result } = await play(
      basicCopyPdf,
      WORKER,
      queries({
        [contrata('servlet/ServletConsultaImpresionCB?pagina=entrada')]: contrataPage(
          links(contrata('servlet/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB')),
        ),
        [contrata('servlet/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB')]:
          contrataPage(
            links(
              contrata('servlet/ServletConsultaImpresionCB?pagina=idtrabajador&origen=consultaImpresionCB'),
            ),
          ),
        [contrata('servlet/ServletConsultaImpresionCB?pagina=idtrabajador&origen=consultaImpresionCB')]:
          formPage(WORKER_FORM, contrata('lista')),
      }),
    );
    expect(result?.name).toBe('copia-basica.pdf');
  });

  const RADIOS =
    '<input type="radio" name="tipoacceso" value="1" checked><input type="radio" name="tipoacceso" value="2">';
  const TRANSFORMATION_FORM =
    RADIOS +
    inputs(
      'idcomunicacion1',
      'idcomunicacion2',
      'idcomunicacion3',
      'idcomunicacion',
      'idcontrato',
      'nifnietrabajador',
      'diafechaini',
      'mesfechaini',
      'anniofechaini',
    ) +
    '<select name="tipodocumento"><option value="D">NIF</option><option value="E">NIE</option></select>' +
    submit('aceptar');
  const transformations = queries({
    [contrata('servlet/ServletConsultaTransformacion')]: formPage(
      TRANSFORMATION_FORM,
      contrata('transformacion'),
    ),
    [contrata('transformacion')]: formPage(
      labels('Datos', {
        'Identificador de la transformación': 'E-28-2026-0000123-55',
        'Fecha inicio': '03/11/2026',
        'Fecha de inicio de la transformación': '01/12/2026',
        'Fecha comunicación': '04/12/2026',
      }) + submit('enviar'),
      contrata('imprimir'),
    ),
  });

  test('a transformation is found by its identifier and by its worker', async () => {
    const byFootprint = await play(transformationData, { footprint: FOOTPRINT }, transformations);
    expect(byFootprint.result).toEqual({
      id: 'E-28-2026-0000123-55',
      startDate: '2026-12-01',
      notified: '2026-12-04',
    });
    // Programs that search for a transformation leave this field empty, although the form has it.
    expect(byFootprint.seen.at(-1)!.fields).toMatchObject({
      tipoacceso: '1',
      idcontrato: '28-2026-0000123',
      idcomunicacion: '',
    });
    const byWorker = await play(transformationPdf, WORKER, transformations);
    expect(byWorker.result?.name).toBe('transformacion.pdf');
    expect(byWorker.seen.at(-2)!.fields).toMatchObject({
      tipoacceso: '2',
      diafechaini: '03',
      tipodocumento: 'D',
    });
  });

  test('a redirection is followed at SEPE’s own address, whatever host it names', async () => {
    const { result } = await play(
      contractPdf,
      WORKER,
      queries({
        [START]: answerWith('', {
          status: 302,
          headers: { location: 'https://otro.example/ccomunicacto/inicio' },
        }),
        [contrata('inicio')]: contrataPage(links(contrata('actionLogin.do?pagina=consultas'))),
      }),
    );
    expect(result?.name).toBe('contrato.pdf');
    const circle = await play(contractPdf, WORKER, () =>
      answerWith('', { status: 302, headers: { location: '/x' } }),
    );
    expect(circle.error).toBeInstanceOf(Unreadable);
    const strange = await play(contractPdf, WORKER, () =>
      answerWith('', { status: 302, headers: { location: 'javascript:x' } }),
    );
    expect(strange.error).toBeInstanceOf(Unreadable);
  });

  test.each<[string, Reply, Error]>([
    ['numbered errors', errorPage('1. Uno.<br>2. Dos.'), new Refusal(['1. Uno.', '2. Dos.'])],
    [
      'closed at night',
      errorPage('Actividad no disponible en el siguiente horario: de 1:00 a 3:00'),
      new OutOfService(200, true),
    ],
    [
      'the name of a company in an error',
      errorPage('SERVICIOS DE MANTENIMIENTO SL no figura en la base de datos'),
      new Refusal(['SERVICIOS DE MANTENIMIENTO SL no figura en la base de datos']),
    ],
    [
      'words about rights in the data of a contract',
      contrataPage('<form name="datos"><textarea>El trabajador no está autorizado a ...</textarea></form>'),
      new Unreadable('page without link'),
    ],
    [
      'a certificate that is not valid',
      contrataPage('Certificado digital no válido'),
      new Refusal(['Certificado digital no válido.']),
    ],
    [
      'a user without rights',
      contrataPage('El usuario no está autorizado'),
      new Refusal(['El usuario no está autorizado.']),
    ],
    [
      'a certificate without authorisation',
      contrataPage('<form><fieldset>Se han producido errores<p>No existe autorización</p></fieldset></form>'),
      new Refusal(['No existe autorización']),
    ],
    [
      'access denied',
      answerWith('<html></html>', { status: 403 }),
      new Refusal(['El SEPE no autoriza el acceso con este certificado.']),
    ],
    ['an error page', answerWith('Error', { status: 500 }), new OutOfService(500, false)],
    ['maintenance', answerWith('', { status: 503 }), new OutOfService(503, true)],
    ['a page of another kind', contrataPage('hola'), new Unreadable('page without link')],
    ['nothing', '', new Unreadable('page without link')],
    ['not there', answerWith('', { status: 404 }), new Unreadable('status 404')],
    ['a document', pdf, new Unreadable('a document instead of a page')],
  ])(
    'a refusal is distinguished from a failure by the text of the page: %s',
    async (_why, reply, expected) => {
      const { error } = await play(contractPdf, WORKER, queries({ [contrata('actionLogin.do')]: reply }));
      expect(error).toBeInstanceOf(expected.constructor);
      if (expected instanceof Refusal) expect((error as Refusal).messages).toEqual(expected.messages);
      if (expected instanceof OutOfService) expect(error).toEqual(expected);
      if (expected instanceof Unreadable) expect((error as Error).message).toContain(expected.message);
    },
  );

  test('a page in place of the PDF is read as an error', async () => {
    const refused = await play(
      contractPdf,
      WORKER,
      queries({ [contrata('imprimir')]: errorPage('CGE0072') }),
    );
    expect((refused.error as Refusal).messages).toEqual(['CGE0072']);
    const other = await play(contractPdf, WORKER, queries({ [contrata('imprimir')]: contrataPage('hola') }));
    expect(other.error).toBeInstanceOf(Unreadable);
  });
});
