import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Certificate,
  certificateDocument,
} from '../../../../../shared/authorities/sepe/documents/certificate-document.ts';
import {
  type Extension,
  extensionDocument,
} from '../../../../../shared/authorities/sepe/documents/extension-document.ts';
import {
  type WorkCall,
  workCallDocument,
} from '../../../../../shared/authorities/sepe/documents/work-call-document.ts';
import { latin1Document } from '../../../../../shared/authorities/sepe/documents/xml.ts';
import { at, type Node, readXml } from '../../../../../shared/authorities/sepe/xml-reading.ts';

/**
 * The documents of extensions, calls to work and certificates: written values are read back unchanged, in the order of the
 * schema.
 */

const COMPANY = { cif: 'B12345674', fullCcc: '011128000000097' };
const MAX_TAGS = 10_000;

/** The content of a node: text, or its elements in order. */
type Read = string | [name: string, content: Read][];
const contentOf = (node: Node | undefined): Read =>
  node === undefined || node.children.length === 0
    ? (node?.text ?? '')
    : node.children.map((child) => [child.name, contentOf(child)]);
const read = (document: string) => readXml(document, MAX_TAGS);

const digits = (width: number) => fc.stringMatching(new RegExp(`^[0-9]{${width}}$`));
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Texts of ISO-8859-1 on one line. Blanks at the ends are significant. */
const latin1 = (max: number) =>
  fc
    .array(
      fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code >= 0xa0),
      { minLength: 1, maxLength: max },
    )
    .map((codes) => String.fromCharCode(...codes));
const name = (max: number) => latin1(max).filter((text) => text === text.trimEnd());
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const compact = (date: string) => date.replaceAll('-', '');
/** The elements that have a value. */
const given = (...elements: [string, Read | undefined][]): Read =>
  elements.filter((each): each is [string, Read] => each[1] !== undefined);

test('an extension is read back as it was written', () => {
  const footprint = fc.record({ province: digits(2), year: digits(4), number: digits(7) });
  const worker = fc.record({ docType: fc.constant('D'), dni: fc.constant('12345678Z'), startDate: day });
  const letter = maybe(fc.constantFrom('S', 'N'));
  const extension: fc.Arbitrary<Extension> = fc.record({
    cif: fc.constant(COMPANY.cif),
    fullCcc: digits(15),
    contract: fc.oneof(footprint, worker),
    startDate: day,
    endDate: day,
    INDICADOR_CONV_COL: letter,
    INDICADOR_DISCONTINUIDAD: maybe(fc.constant('I')),
    IND_EMPRESA_AAPP_UNIVERSIDAD: letter,
    IND_PERIODO_AUTORIZA_DURACION: letter,
    HORAS_FORMACION: maybe(digits(6)),
    IND_DURAC_INFERIOR: letter,
  });
  fc.assert(
    fc.property(extension, latin1(30), (sent, correlation) => {
      const { contract, HORAS_FORMACION, IND_DURAC_INFERIOR } = sent;
      const more = given(['HORAS_FORMACION', HORAS_FORMACION], ['IND_DURAC_INFERIOR', IND_DURAC_INFERIOR]);
      expect(contentOf(read(extensionDocument(sent, correlation)))).toEqual([
        [
          'PRORROGA_TIPO',
          given(
            [
              'DATOS_EMPRESA',
              [
                ['CIF_NIF_EMPRESA', [['CIF_NIF', sent.cif]]],
                ['CCC', sent.fullCcc],
              ],
            ],
            [
              'DATOS_CONTRATO',
              'dni' in contract
                ? [
                    ['IDENTIFICADORPFISICA', 'D12345678Z'],
                    ['FECHA_INICIO_CTO', compact(contract.startDate)],
                  ]
                : [['CLAVE_CONTRATO', `E${contract.province}${contract.year}${contract.number}`]],
            ],
            [
              'DATOS_GENERALES_PRORROGA',
              given(
                ['FECHA_INICIO', compact(sent.startDate)],
                ['FECHA_FIN', compact(sent.endDate)],
                ['INDICADOR_CONV_COL', sent.INDICADOR_CONV_COL],
                ['INDICADOR_DISCONTINUIDAD', sent.INDICADOR_DISCONTINUIDAD],
                ['IND_EMPRESA_AAPP_UNIVERSIDAD', sent.IND_EMPRESA_AAPP_UNIVERSIDAD],
                ['IND_PERIODO_AUTORIZA_DURACION', sent.IND_PERIODO_AUTORIZA_DURACION],
              ),
            ],
            ['DATOS_ADICIONALES_PRORROGA', more.length > 0 ? more : undefined],
            ['DATOS_USOLIBRE_EMPRESA', [['USOLIBRE_EMPRESA', correlation]]],
          ),
        ],
      ]);
    }),
  );
});

test('a call to work is read back as it was written, with its company', () => {
  const call: fc.Arbitrary<WorkCall> = fc.record({
    docType: fc.constant('E'),
    dni: fc.constant('X1234567L'),
    name: name(15),
    surname: name(20),
    lastSurname: maybe(name(20)),
    sex: fc.constantFrom('1', '2'),
    dateOfBirth: day,
    nationality: digits(3),
    municipality: maybe(digits(5)),
    country: digits(3),
    nss: digits(12).filter((number) => /[1-9]/.test(number)),
    startDate: day,
    endDate: maybe(day),
    contract: maybe(
      fc.record({ province: digits(2), year: digits(4), number: digits(7), transformation: digits(2) }),
    ),
    comes: fc.constantFrom('S', 'N'),
    occupation: digits(4),
    nivelFormativo: digits(2),
  });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (calls) => {
      const root = read(workCallDocument(COMPANY, calls, 'c0ffee'));
      expect([root.name, root.children.map((child) => child.name)]).toEqual([
        'LLAMAMIENTOS',
        calls.map(() => 'LLAMAMIENTO_TIPO'),
      ]);
      for (const [index, sent] of calls.entries()) {
        const { contract } = sent;
        const record = root.children[index];
        expect(contentOf(at(record, 'DATOS_EMPRESA', 'CCC'))).toBe(COMPANY.fullCcc);
        expect(contentOf(at(record, 'DATOS_TRABAJADOR', 'NOMBRE_APELLIDOS'))).toEqual(
          given(
            ['NOMBRE', sent.name],
            ['PRIMER_APELLIDO', sent.surname],
            ['SEGUNDO_APELLIDO', sent.lastSurname],
          ),
        );
        expect(contentOf(at(record, 'DATOS_LLAMAMIENTO'))).toEqual(
          given(
            ['FECHA_INICIO', compact(sent.startDate)],
            ['FECHA_FIN', sent.endDate && compact(sent.endDate)],
            [
              'CLAVE_CONTRATO_TRANS',
              contract && `E${contract.province}${contract.year}${contract.number}${contract.transformation}`,
            ],
            ['IND_INCORPORA_ACTIVIDAD', sent.comes],
            ['CODIGO_OCUPACION', `${sent.occupation}    `],
            ['NIVEL_FORMATIVO', sent.nivelFormativo],
          ),
        );
      }
    }),
  );
});

describe('a certificate', () => {
  const month = fc.record({
    Ano: digits(4),
    Mes: digits(2),
    NumDiasCotizados: digits(3),
    BaseCotizacionContingenciasComunes: maybe(digits(9)),
    BaseCotizacionDesempleo: digits(9),
    Observaciones: maybe(latin1(50)),
  });
  const period = fc.record({
    TipoDistribucion: fc.constantFrom('1', '2'),
    FechaInicioPeriodo: day,
    FechaFinPeriodo: day,
    NumeroDiasTrabajadosPorSemanaOPeriodo: digits(5),
  });
  const certificate: fc.Arbitrary<Certificate> = fc.record({
    Datos_Representante: fc.record({
      CIF_NIF: fc.constant('12345678Z'),
      Nombre: name(15),
      Apellido1: name(20),
      Apellido2: maybe(name(20)),
      Cargo: maybe(latin1(40)),
    }),
    Datos_Empresa: fc.record({ CIF_NIF: fc.constant(COMPANY.cif), CCC: digits(15) }),
    Datos_Trabajador: fc.record({
      DNI_NIE: fc.constant('12345678Z'),
      Nombre: name(15),
      Apellido1: name(20),
      Apellido2: maybe(name(20)),
      NumSS: maybe(digits(12)),
      TipoContrato: digits(3),
      CodProfesion: fc.oneof(digits(4), digits(7)),
      FechaAltaEmpresa: day,
      CodCausaSuspension: digits(2),
      FechaSuspensionExtincion: day,
      FechaFinSuspension: maybe(day),
      DiasSalarioTramitacion: digits(5),
      DistribucionJornadas: maybe(fc.record({ Periodo: fc.array(period, { minLength: 1, maxLength: 3 }) })),
      Datos_Cotizacion: fc.array(month, { minLength: 1, maxLength: 4 }),
    }),
  });
  /** The given values as documents have them: dates in their format, and the profession with seven digits. */
  const written = (values: object): Read =>
    Object.entries(values).flatMap(([element, value]): [string, Read][] => {
      if (value === undefined) return [];
      if (Array.isArray(value)) return value.map((each) => [element, written(each)]);
      if (typeof value === 'object') return [[element, written(value)]];
      if (element === 'CodProfesion') return [[element, value.padEnd(7, '0')]];
      return [[element, /^\d{4}-\d\d-\d\d$/.test(value) ? compact(value) : value]];
    });

  test('a certificate is read back as it was written, with all of its months and periods', () => {
    fc.assert(
      fc.property(certificate, (sent) => {
        const root = read(certificateDocument(sent));
        expect([root.name, contentOf(root.children[0])]).toEqual(['Certificado_empresa', written(sent)]);
      }),
    );
  });

  test('a certificate has the elements in the order of the schema, in whatever order they came', () => {
    fc.assert(
      fc.property(certificate, (sent) => {
        const reversed = (value: object) => Object.fromEntries(Object.entries(value).toReversed());
        const other = {
          ...reversed(sent),
          Datos_Representante: reversed(sent.Datos_Representante),
          Datos_Trabajador: reversed(sent.Datos_Trabajador),
        } as unknown as Certificate;
        expect(certificateDocument(other)).toBe(certificateDocument(sent));
      }),
    );
  });

  test('the names in a certificate are cut to the lengths of the schema', () => {
    const [sent] = fc.sample(certificate, 1);
    const worker = { ...sent!.Datos_Trabajador, Nombre: 'MARIA DE LOS ANGELES', Apellido1: 'X'.repeat(30) };
    const root = read(certificateDocument({ ...sent!, Datos_Trabajador: worker }));
    const shown = at(root, 'Cuenta_cotizacion', 'Datos_Trabajador');
    expect([contentOf(at(shown, 'Nombre')), contentOf(at(shown, 'Apellido1'))]).toEqual([
      'MARIA DE LOS AN',
      'X'.repeat(20),
    ]);
  });
});

test('a character that ISO-8859-1 lacks, or that XML cannot have, is never written', () => {
  const unwritable = fc
    .integer({ min: 0, max: 0x10ffff })
    .filter((code) => !/^[\t\n\r\x20-\x7e\xa0-\xff]$/.test(String.fromCodePoint(code)));
  fc.assert(
    fc.property(unwritable, latin1(5), (code, text) => {
      expect(() => latin1Document('A', { B: text + String.fromCodePoint(code) })).toThrow('ISO-8859-1');
    }),
  );
});
