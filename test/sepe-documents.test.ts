import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notifyContract } from '../functions/sepe/operations/notify-contract.ts';
import {
  type Contract,
  contractDocument,
  YOUNGER_THAN_SCHEMA,
} from '../shared/authorities/sepe/contract-document.ts';
import { CONTRACT_TYPES, type ContractType } from '../shared/authorities/sepe/contract-types.ts';
import { recordsOf } from '../shared/authorities/sepe/shipment.ts';
import {
  TRANSFORMATION_TYPES,
  type Transformation,
  type TransformationCode,
  transformationDocument,
} from '../shared/authorities/sepe/transformation-document.ts';
import { at, type Node, readXml, textAt } from '../shared/authorities/sepe/xml-reading.ts';
import { readRequest } from '../shared/validation.ts';

const SCHEMA = join(import.meta.dirname, '../../shared/reference/EsquemaContratos50.xsd');
const DOCUMENTS = 2000;
const XMLLINT = 'xmllint';

const digits = (width: number) => fc.stringMatching(new RegExp(`^[0-9]{${width}}$`));
/** Texts of all characters that SEPE's documents can have. */
const latin1Text = (max: number) =>
  fc
    .string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code < 0x7f || code > 0xa0)
        .map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: max,
    })
    .filter((text) => text.trim() !== '')
    .map((text) => text.trim());

const between = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 86_400_000, max: Date.parse(to) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const yesNo = fc.constantFrom('S', 'N');
const minutes = fc.integer({ min: 0, max: 59 }).map((count) => String(count).padStart(2, '0'));

const person = fc.oneof(
  fc.record({
    docType: fc.constant('D'),
    dni: fc.stringMatching(/^[0-9]{8}[A-Z]$/),
    lastSurname: latin1Text(20),
  }),
  fc.record({
    docType: fc.constant('E'),
    dni: fc.stringMatching(/^[XYZ][0-9]{7}[A-Z]$/),
    lastSurname: maybe(latin1Text(20)),
  }),
  fc.record({
    docType: fc.constantFrom('U', 'W'),
    dni: fc.stringMatching(/^[0-9XYZ]{1,3}[0-9]{7}[A-Z]$/),
    lastSurname: maybe(latin1Text(20)),
  }),
);

const workingTime = (type: ContractType) => {
  const hours = fc.record({
    jornadaType: fc.constantFrom('A', 'B', 'M', 'S'),
    jornadaHour: fc.integer({ min: 1, max: 1800 }).map((count) => String(count).padStart(4, '0')),
    jornadaMin: minutes,
  });
  if (type.time === 'part') return hours;
  if (type.time === 'either') return fc.oneof(fc.constant({}), hours);
  if (type.time === 'full') return fc.constant({});
  return fc.oneof(
    fc.constant({}),
    hours.map((time) => ({ ...time, jornadaType: 'A' })),
  );
};

/** What a type has to say, and what it may say, as somebody would send it who knows the table. */
const requestOf = (type: ContractType) =>
  fc
    .record({
      person,
      start: between('2006-01-01', '2027-12-31'),
      length: fc.integer({ min: 0, max: 1400 }),
      time: workingTime(type),
      own: fc.record({
        cif: fc.stringMatching(/^[A-HJNP-SUVW][0-9]{7}[0-9A-J]$/),
        regimen: fc.constantFrom('0111', '0112', '0163'),
        ccc: digits(11),
        name: latin1Text(15),
        surname: latin1Text(20),
        sex: fc.constantFrom('1', '2'),
        dateOfBirth: between('1950-01-01', '1989-12-31'),
        nationality: digits(3),
        municipality: digits(5),
        country: fc.oneof(fc.constant('724'), digits(3)),
        nss: fc.stringMatching(/^[0-9]{11}[1-9]$/),
        nivelFormativo: digits(2),
        occupation: digits(4),
        nationalityContract: fc.oneof(fc.constant('724'), digits(3)),
        municipalityContract: digits(5),
        INDICATIVO_PRTR: yesNo,
        IND_ERE: maybe(yesNo),
        indicativeDisability: maybe(fc.constantFrom('C', 'E', 'F', 'G', 'S')),
        written: fc.boolean(),
        copyBasic: maybe(
          fc.record(
            { TIPO_FIRMA: fc.constantFrom('1', '2', '3', '4'), TEXTO_COPIABASICA: latin1Text(750) },
            { requiredKeys: ['TIPO_FIRMA'] },
          ),
        ),
        bonusAgreement: fc.stringMatching(/^[0-9]{2,3}$/),
        relief: fc.record({
          TIPO_TRABAJADOR: digits(1),
          NOMBRE: latin1Text(15),
          PRIMER_APELLIDO: latin1Text(20),
        }),
      }),
      answer: fc.nat({ max: 1 }),
      modality: maybe(fc.constantFrom('401', '402', '410', '501', '502', '990')),
    })
    .map(({ person, start, length, time, own, answer, modality }) => {
      const { written, relief, bonusAgreement, ...common } = own;
      const has = (block: ContractType['blocks'][number]) => type.blocks.includes(block);
      const end =
        type.end === 'must' || (type.end === 'may' && length % 3 > 0) ? daysAfter(start, length) : undefined;
      const exclusion = has('EXCLUSION') ? modality : undefined;
      const asked = (type.questions ?? []).find((question) =>
        question.asked({ start, end, modality: exclusion }),
      );
      return withoutUndefined({
        ...common,
        ...person,
        codContract: type.code,
        startDate: start,
        endDate: end,
        ...time,
        MODALIDAD_EXCLUSION: exclusion,
        collectiveAgreement: asked?.answers[answer],
        REAL_DECRETO_1435_1985: type.artists && 'A',
        bonusDisability: type.disability && common.indicativeDisability !== 'C' ? 'S' : undefined,
        bonusAgreement: has('BONIFICACION') ? bonusAgreement : undefined,
        sustitucion: has('SUSTITUCION') ? 'A' : undefined,
        IND_CONTRATO_ESCRITO: written,
        IND_CONTRATO_ALTA_DIRECCION: type.code === '990' && written ? 'N' : undefined,
        DATOS_ANEXO_CONTRATO_RELEVO: has('RELEVO') ? relief : undefined,
        GRUPOCOTIZACIONSEGSOCIAL: has('INSERCION') ? '05' : undefined,
      });
    });

const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const contractOf = (request: Record<string, unknown>): Contract => {
  const { value, errors } = readRequest(notifyContract.request, request, {
    refuseTypos: true,
    strictIdentifiers: false,
  });
  expect(errors, JSON.stringify(request)).toEqual({});
  return value!;
};

/** The document as it would be if nothing had come after the public schema. */
const asOf2014 = (document: string): string => {
  let text = document;
  for (const name of YOUNGER_THAN_SCHEMA.elements) {
    text = text.replace(new RegExp(`<${name}>.*?</${name}>`, 'gs'), '');
  }
  for (const [name, values] of Object.entries(YOUNGER_THAN_SCHEMA.values)) {
    text = text.replace(new RegExp(`<${name}>(?:${values.join('|')})</${name}>`, 'g'), '');
  }
  for (const [name, former] of Object.entries(YOUNGER_THAN_SCHEMA.renamed)) {
    text = text.replaceAll(new RegExp(`(</?)${name}>`, 'g'), `$1${former}>`);
  }
  return text;
};

const types = [...CONTRACT_TYPES.values()];
const inSchema = types.filter(({ younger }) => !younger);
const each = Math.ceil(DOCUMENTS / inSchema.length);

const hasXmllint = spawnSync(XMLLINT, ['--version']).status === 0;
const reason = !existsSync(SCHEMA) ? 'the schema is not here' : hasXmllint ? '' : 'xmllint is not installed';

describe('the public schema', () => {
  test.skipIf(reason)(
    `documents of all its types are valid${reason && `: skipped, ${reason}`}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'contratos-'));
      try {
        const files = inSchema.flatMap((type) =>
          fc.sample(requestOf(type), { numRuns: each, seed: Number(type.code) }).map((request, index) => {
            const file = join(folder, `${type.code}-${index}.xml`);
            const document = contractDocument(contractOf(request), 'c'.repeat(30));
            writeFileSync(file, asOf2014(document), 'latin1');
            return file;
          }),
        );
        expect(files.length).toBeGreaterThanOrEqual(DOCUMENTS);
        const { status, stderr } = spawnSync(XMLLINT, ['--noout', '--schema', SCHEMA, ...files], {
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        });
        expect(
          stderr
            .split('\n')
            .filter((line) => line !== '' && !line.endsWith(' validates'))
            .slice(0, 5),
        ).toEqual([]);
        expect(status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );

  test.skipIf(reason)('the table has all its types and no other that it calls old', () => {
    const schema = execFileSync(XMLLINT, ['--xpath', '//*[@name="CONTRATOS"]//*/@name', SCHEMA], {
      encoding: 'utf8',
    });
    const codes = [...schema.matchAll(/CONTRATO_(\d{3})/g)].map(([, code]) => code);
    expect(inSchema.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });
});

describe('contracts', () => {
  const sample = (code: string) =>
    fc.sample(requestOf(CONTRACT_TYPES.get(code)!), { numRuns: 1, seed: 7 })[0]!;
  const build = (code: string, changes: Record<string, unknown> = {}): Node => {
    const request = withoutUndefined({ ...sample(code), ...changes });
    const document = contractDocument(contractOf(request), 'c0ffee');
    expect(document).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-1"\?>\n<CONTRATOS>/);
    return readXml(document, 1000).children[0]!;
  };
  const names = (node: Node | undefined) => node?.children.map(({ name }) => name);

  test('every request that the rules let through can be written and read back', () => {
    for (const type of types) {
      fc.assert(
        fc.property(requestOf(type), (request) => {
          const contract = contractOf(request);
          const document = contractDocument(contract, 'c0ffee');
          expect(recordsOf(document)).toEqual([
            {
              kind: `CONTRATO_${type.code}`,
              cif: contract.cif,
              document: contract.dni,
              startDate: contract.startDate,
              footprint: undefined,
              correlation: 'c0ffee',
            },
          ]);
          const record = readXml(document, 1000).children[0];
          expect(textAt(record, 'DATOS_TRABAJADOR', 'NOMBRE_APELLIDOS', 'NOMBRE')).toBe(contract.name);
        }),
        { numRuns: 10 },
      );
    }
  });

  test('blocks stand in the order of the schema', () => {
    expect(
      names(build('550', { copyBasic: { TIPO_FIRMA: '1' }, IND_ERE: 'N', IND_CONTRATO_ESCRITO: true })),
    ).toEqual([
      'DATOS_EMPRESA',
      'DATOS_TRABAJADOR',
      'DATOS_GENERALES_CONTRATO',
      'DATOS_PRESTACIONES',
      'DATOS_EXCLUSION_SOCIAL',
      'DATOS_BONIFICACION',
      'DATOS_CONTRATO_TIEMPO_PARCIAL',
      'DATOS_CONTRATO_SUSTITUCION',
      'DATOS_ANEXO_CONTRATO_RELEVO',
      'DATOS_COPIA_BASICA',
      'DATOS_COMUNICA_COPIA_BASICA',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
    const disability = { indicativeDisability: 'S', bonusDisability: 'S', copyBasic: undefined };
    expect(names(build('530', disability))?.slice(-3)).toEqual([
      'DATOS_BONIFICACION',
      'DATOS_CONTRATO_TIEMPO_PARCIAL',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
  });

  test('codes have their widths: account, document, occupation, dates, hours', () => {
    const contract = build('200', {
      regimen: 111,
      ccc: 28000000097,
      docType: 'D',
      dni: '12345678z',
      lastSurname: 'LOPEZ',
      occupation: 11,
      startDate: '2026-01-02',
      country: 724,
      municipality: 1059,
      jornadaType: 'B',
      jornadaHour: 4,
      jornadaMin: 5,
    });
    expect(textAt(contract, 'DATOS_EMPRESA', 'CODIGO_CUENTA_COTIZACION')).toBe('011128000000097');
    expect(textAt(contract, 'DATOS_TRABAJADOR', 'IDENTIFICADORPFISICA')).toBe('D12345678Z');
    expect(textAt(contract, 'DATOS_TRABAJADOR', 'MUNICIPIO_RESIDENCIA')).toBe('01059');
    expect(at(contract, 'DATOS_GENERALES_CONTRATO', 'CODIGO_OCUPACION')?.text).toBe('0011    ');
    expect(textAt(contract, 'DATOS_GENERALES_CONTRATO', 'FECHA_INICIO')).toBe('20260102');
    // The day has another letter at SEPE than in the interface.
    expect(textAt(contract, 'DATOS_CONTRATO_TIEMPO_PARCIAL', 'TIPO_JORNADA')).toBe('D');
    expect(textAt(contract, 'DATOS_CONTRATO_TIEMPO_PARCIAL', 'HORAS_JORNADA')).toBe('000405');
    expect(textAt(contract, 'DATOS_USOLIBRE_EMPRESA', 'USOLIBRE_EMPRESA')).toBe('c0ffee');
  });

  test('a municipality is told of Spain only, and a number that the worker does not have yet not at all', () => {
    const abroad = build('100', { country: '250', nationalityContract: '250' });
    expect(names(at(abroad, 'DATOS_TRABAJADOR'))).not.toContain('MUNICIPIO_RESIDENCIA');
    expect(names(at(abroad, 'DATOS_GENERALES_CONTRATO'))).not.toContain('MUNICIPIO_CT');
    const unnumbered = build('100', { nss: 0, docType: 'D', dni: '12345678Z', lastSurname: 'LOPEZ' });
    expect(names(at(unnumbered, 'DATOS_TRABAJADOR'))).not.toContain('NUMERO_SEGURIDAD_SOCIAL');
  });

  test('seasonal work is told by the year: with hours, or without certain dates', () => {
    const none = { jornadaType: undefined, jornadaHour: undefined, jornadaMin: undefined };
    const uncertain = at(build('300', none), 'DATOS_CONTRATO_TIEMPO_PARCIAL');
    expect(names(uncertain)).toEqual(['TIPO_JORNADA', 'ACTIVIDAD_SIN_FECHACIERTA']);
    expect(textAt(uncertain, 'TIPO_JORNADA')).toBe('A');
    const certain = at(
      build('300', { jornadaType: undefined, jornadaHour: '0800', jornadaMin: '30' }),
      'DATOS_CONTRATO_TIEMPO_PARCIAL',
    );
    expect(names(certain)).toEqual(['TIPO_JORNADA', 'HORAS_JORNADA']);
  });

  test('what could break out of an element or of the charset does not', () => {
    const text = 'a<b>&c;]]>\r\n"d"\' ñÑçÿ';
    const contract = build('100', { copyBasic: { TIPO_FIRMA: '1', TEXTO_COPIABASICA: text } });
    expect(at(contract, 'DATOS_COMUNICA_COPIA_BASICA', 'TEXTO_COPIABASICA')?.text).toBe(text);
  });

  test('a type that the table does not have is no document', () => {
    expect(() => contractDocument({ ...contractOf(sample('100')), codContract: '999' }, 'c')).toThrow('999');
  });
});

describe('transformations', () => {
  const base: Transformation = {
    type: '109',
    cif: 'B12345674',
    account: '011128000000097',
    contractKey: 'E2820260000123',
    startDate: '2026-12-01',
    occupation: '4309',
    country: '724',
    municipality: '28079',
    basicCopy: { TIPO_FIRMA: '2', TEXTO_COPIABASICA: 'x', DOMIC_CENTRO_TRABAJO: 'y' },
  };
  const build = (changes: Partial<Transformation>) =>
    readXml(transformationDocument({ ...base, ...changes }, 'c0ffee'), 1000);
  const names = (node: Node | undefined) => node?.children.map(({ name }) => name);

  test('blocks stand in their order, and those that nothing is said in are not there', () => {
    const full = build({
      type: '239',
      workingTime: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002030' },
      disability: 'S',
      disabilityCollective: '70',
    });
    expect(full.name).toBe('TRANSFORMACIONES');
    expect(full.children[0]?.name).toBe('TRANSFORMACION_239');
    expect(names(full.children[0])).toEqual([
      'DATOS_EMPRESA',
      'DATOS_CONTRATO',
      'DATOS_GENERALES_TRANSFORMACION',
      'DATOS_CONTRATO_TIEMPO_PARCIAL',
      'DATOS_BONIFICACION',
      'DATOS_ADICIONALES_TRANSFORMACION',
      'DATOS_COMUNICA_COPIA_BASICA',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
    expect(names(build({ type: '189' }).children[0])).toEqual([
      'DATOS_EMPRESA',
      'DATOS_CONTRATO',
      'DATOS_GENERALES_TRANSFORMACION',
      'DATOS_COMUNICA_COPIA_BASICA',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
  });

  test.each(Object.keys(TRANSFORMATION_TYPES) as TransformationCode[])(
    '%s names the contract by its key',
    (type) => {
      const record = build({ type, workingTime: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002000' } }).children[0];
      expect(names(at(record, 'DATOS_CONTRATO'))).toEqual(['CLAVE_CONTRATO']);
      const time = at(record, 'DATOS_CONTRATO_TIEMPO_PARCIAL');
      expect(time === undefined).toBe(type.startsWith('1'));
      if (time) expect(textAt(time, 'TIPO_JORNADA')).toBe(type.startsWith('3') ? 'A' : 'S');
    },
  );
});
