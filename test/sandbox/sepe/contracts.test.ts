import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import {
  COPY,
  compact,
  contract,
  contracts,
  DECLARATION,
  type Draft,
  elements,
  HOURS,
  key,
  transformation,
  worker,
} from '../../support/stand-in/sepe-documents.ts';
import { sepePages } from '../../support/stand-in/sepe-page.ts';
import { ERROR, sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, other, today } = seed;

const standIn = useStandIn();
const { send, file } = sepeServices(standIn);
const { contractPage } = sepePages(standIn);

/** Files one contract that is valid except for the changes. */
const fileContract = (draft?: Draft) => file('servicioContratos', contracts(contract(draft)));

/** A seed with which check digits are verified. */
const strictSeed = structuredClone(seed);
strictSeed.state.sepe.strict = true;
const strict = sepeServices(useStandIn({ seed: strictSeed }));

describe('a contract', () => {
  test('a contract is filed, repeated in its answer and found on its page', async () => {
    const before = await standIn.control.digest();
    const document = contract({ code: '200', blocks: HOURS + COPY });
    const { text, root, one, errors } = await file('servicioContratos', contracts(document), { cdata: true });
    expect(text).toMatch(/^<\?xml version='1.0' encoding='ISO-8859-1'\?><FICHERO_CONTRATOS /);
    expect(root.attributes).toEqual({ xmlns: 'http://www.sepe.es/CONTRATA', version: '5' });
    expect(one('ESTADO_FICHERO')).toBe('PROCESADO TOTALMENTE');
    expect(one('NUMERO_PROCESADOS')).toBe('0001');
    // In its entry, the sent contract comes first, then the answer with a list of errors, even if it is empty.
    expect(text).toContain(`<ENVIO_200>${document}<RESPUESTACONTRATO>`);
    expect(one('RESULTADO')).toBe('ACEPTADO');
    expect(one('IDCONTRATO')).toMatch(/^E28\d{11}$/);
    expect(one('FECHACOMUNICACION')).toBe(compact(today));
    expect(one('OBLIGCB')).toBe('S');
    expect(errors).toEqual([]);
    expect(text).toContain('<ERRORES/></RESPUESTACONTRATO>');

    expect(await standIn.control.digest()).not.toBe(before);
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'sepe.contrato': 1 }, { 'sepe.contrato': 1 }]);

    const page = await contractPage(one('IDCONTRATO')!);
    expect(page.value('Duración de la jornada')).toBe('20 horas 30 minutos');
  });

  test.each([
    ['CCT0001', { person: { FECHA_NACIMIENTO: compact(addDays(today, -15 * 365)) } }],
    ['CCT0002', { general: { NIVEL_FORMATIVO: '99' } }],
    ['CCT0048', { general: { CODIGO_OCUPACION: '4309' } }],
    ['CCT0048', { general: { CODIGO_OCUPACION: '43X9    ' } }],
    ['CCT0055', { general: { MUNICIPIO_CT: '99999' } }],
    ['CCT0036', { general: { MUNICIPIO_CT: undefined } }],
    ['CCT0111', { person: { MUNICIPIO_RESIDENCIA: undefined } }],
    ['CCT0023', { general: { FECHA_INICIO: '20260230' } }],
    ['CCT0026', { general: { FECHA_INICIO: compact(addDays(today, 120)) } }],
    ['CCT0102', { general: { FECHA_TERMINO: compact(addDays(today, 20)) } }],
    ['CCT0157', { code: '402' }],
    ['CCT0027', { code: '402', general: { FECHA_TERMINO: compact(addDays(today, -1)) } }],
    ['CCT0010', { code: '189' }],
    ['CCT0117', { code: '200', blocks: HOURS.replace(/<HORAS.*JORNADA>(?=<\/DATOS)/, '') }],
    ['CCT0118', { code: '200', blocks: HOURS.replace('>S<', '>B<') }],
    ['CCT0144', { person: { NOMBRE_APELLIDOS: elements({ NOMBRE: 'ANA', PRIMER_APELLIDO: 'PEREZ' }) } }],
    ['CCT0009', { person: { IDENTIFICADORPFISICA: 'D???????' } }],
    ['CCT0063', { company: { CODIGO_CUENTA_COTIZACION: '0111' } }],
    ['CCT4087', { company: { CIF_NIF_EMPRESA: '<CIF_NIF>B00000000</CIF_NIF>' } }],
    ['NCC0010', { company: { CODIGO_CUENTA_COTIZACION: '011128000000000' } }],
    ['NCC0012', { company: { CODIGO_CUENTA_COTIZACION: `0111${demo.accounts.agency.ccc}` } }],
    [
      'CCT0074',
      {
        company: {
          CIF_NIF_EMPRESA: `<CIF_NIF>${other.company.cif}</CIF_NIF>`,
          CODIGO_CUENTA_COTIZACION: `0111${other.company.ccc}`,
        },
      },
    ],
  ] as [string, Draft][])('a contract is refused with %s (%#)', async (code, draft) => {
    const { one, errors } = await fileContract(draft);
    expect(one('RESULTADO')).toBe('RECHAZADO');
    expect(errors).toContain(code);
    expect((await standIn.control.stats()).accepted).toEqual({});
  });

  test('a contract is refused the second time, also with another code', async () => {
    await fileContract();
    expect((await fileContract()).errors).toEqual(['CCT4003']);
    expect((await fileContract({ code: '200', blocks: HOURS })).errors).toEqual(['CCT4108']);
  });

  test('a contract that is communicated late is accepted with errors', async () => {
    const { one, errors } = await fileContract({
      general: { FECHA_INICIO: compact(addDays(today, -30)) },
    });
    expect([one('RESULTADO'), errors]).toEqual(['ACEPTADO CON ERRORES', ['CCT1014']]);
  });

  test('the control digits of a contract are checked only if the seed says so', async () => {
    const wrong = contract({
      person: { IDENTIFICADORPFISICA: `D${worker.dni.slice(0, 8)}${worker.dni.endsWith('A') ? 'B' : 'A'}` },
    });
    expect((await strict.file('servicioContratos', contracts(wrong))).errors).toEqual(['CCT0070']);
    expect((await file('servicioContratos', contracts(wrong))).errors).not.toContain('CCT0070');
    expect((await strict.file('servicioContratos', contracts(contract()))).errors).toEqual([]);
  });

  test('a contract may have unknown blocks, and either name of the substitution', async () => {
    const blocks =
      '<DATOS_PRESTACIONES><IND_ERE>N</IND_ERE></DATOS_PRESTACIONES><DATOS_NUEVOS><X>1</X></DATOS_NUEVOS>';
    expect((await fileContract({ blocks })).one('RESULTADO')).toBe('ACEPTADO');
    for (const [day, name] of [
      [1, 'INTERINIDAD'],
      [2, 'SUSTITUCION'],
    ] as const) {
      const draft = {
        code: '410',
        general: { FECHA_INICIO: compact(addDays(today, day)) },
        blocks: `<DATOS_CONTRATO_${name}><CAUSA_${name}>H</CAUSA_${name}></DATOS_CONTRATO_${name}>`,
      };
      expect((await fileContract(draft)).one('RESULTADO')).toBe('ACEPTADO');
    }
  });
});

describe('the stand-in for communications about a contract', () => {
  const { sepeId } = demo.convertibleContract;

  test.each([
    ['CTR4032', 'E28199900000000', '189'],
    ['CTR0017', key(sepeId), '199'],
    ['CTR4035', key(demo.convertedContract.sepeId), '189'],
  ])('a transformation is refused with %s', async (code, id, kind) => {
    const { errors } = await file('servicioTransformacionIndefinido', transformation(id, kind));
    expect(errors).toContain(code);
  });

  test('a basic copy is accepted once', async () => {
    const document = `${DECLARATION}<COPIASBASICAS><COPIABASICA_TIPO><DATOS_CONTRATO><CLAVE_CONTRATO>${key(sepeId)}</CLAVE_CONTRATO></DATOS_CONTRATO>${COPY}</COPIABASICA_TIPO></COPIASBASICAS>`;
    const { one, text } = await file('servicioCopiaBasica', document);
    expect(one('RESULTADO')).toBe('ACEPTADO');
    expect(text).toContain('<COPIASBASICASPROCESADAS><ENVIO><COPIABASICA_TIPO>');
    expect((await file('servicioCopiaBasica', document)).errors).toEqual(['CCT4035']);
  });

  test('a call to work is accepted for a permanent seasonal contract only', async () => {
    const call = (clave: string) =>
      `${DECLARATION}<LLAMAMIENTOS><LLAMAMIENTO_TIPO>${/<DATOS_EMPRESA>.*<\/DATOS_TRABAJADOR>/.exec(contract())![0].replaceAll('CODIGO_CUENTA_COTIZACION', 'CCC')}<DATOS_LLAMAMIENTO><FECHA_INICIO>${compact(today)}</FECHA_INICIO><FECHA_FIN/>${clave}<IND_INCORPORA_ACTIVIDAD>S</IND_INCORPORA_ACTIVIDAD><CODIGO_OCUPACION>4309    </CODIGO_OCUPACION><NIVEL_FORMATIVO>51</NIVEL_FORMATIVO></DATOS_LLAMAMIENTO></LLAMAMIENTO_TIPO></LLAMAMIENTOS>`;
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(''))).errors).toEqual(['CLL4001']);
    const uncertain = HOURS.replace('>S<', '>A<');
    const { one } = await fileContract({ code: '300', blocks: uncertain });
    const clave = `<CLAVE_CONTRATO_TRANS>${one('IDCONTRATO')}00</CLAVE_CONTRATO_TRANS>`;
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(clave))).one('RESULTADO')).toBe('ACEPTADO');
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(clave))).errors).toEqual(['CLL4003']);
  });

  test('other operations are restricted', async () => {
    expect(ERROR.exec(await send('servicioContratoGrupo', contracts(contract())))![1]).toBe(
      'Tarea restringida',
    );
  });
});
