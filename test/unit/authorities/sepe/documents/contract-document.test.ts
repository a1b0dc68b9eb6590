import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../../../../../shared/authorities/sepe/documents/contract-document.ts';
import { CONTRACT_TYPES } from '../../../../../shared/authorities/sepe/documents/contract-types.ts';
import { recordsOf } from '../../../../../shared/authorities/sepe/services/shipment.ts';
import { at, type Node, readXml, textAt } from '../../../../../shared/authorities/sepe/xml-reading.ts';
import { contractOf, requestOf, withoutUndefined } from '../../../../support/sepe-contracts/any.ts';
import { tries } from '../../../../support/setup/fast-check.ts';

const types = [...CONTRACT_TYPES.values()];

describe('the document of a contract', () => {
  const sample = (code: string) =>
    fc.sample(requestOf(CONTRACT_TYPES.get(code)!), { numRuns: 1, seed: 7 })[0]!;
  const build = (code: string, changes: Record<string, unknown> = {}): Node => {
    const request = withoutUndefined({ ...sample(code), ...changes });
    const document = contractDocument(contractOf(request), 'c0ffee');
    expect(document).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-1"\?>\n<CONTRATOS>/);
    return readXml(document, 1000).children[0]!;
  };
  const none = { jornadaType: undefined, jornadaHour: undefined, jornadaMin: undefined };
  const PART_TIME = 'DATOS_CONTRATO_TIEMPO_PARCIAL';
  const names = (node: Node | undefined) => node?.children.map(({ name }) => name);

  test('the document is written for every valid request, and can be read back', () => {
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
              endDate: contract.endDate,
              occupation: contract.occupation,
              account: `${contract.regimen}${contract.ccc}`,
              hasBasicCopy: contract.copyBasic?.TEXTO_COPIABASICA === undefined ? undefined : true,
              footprint: undefined,
              correlation: 'c0ffee',
            },
          ]);
          const record = readXml(document, 1000).children[0];
          expect(textAt(record, 'DATOS_TRABAJADOR', 'NOMBRE_APELLIDOS', 'NOMBRE')).toBe(contract.name);
        }),
        tries(10),
      );
    }
  });

  test('the document has its blocks in the order of the schema', () => {
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

  test('the codes have their widths: account, document, occupation, dates and hours', () => {
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
    // SEPE's letter for a day differs from the interface's.
    expect(textAt(contract, 'DATOS_CONTRATO_TIEMPO_PARCIAL', 'TIPO_JORNADA')).toBe('D');
    expect(textAt(contract, 'DATOS_CONTRATO_TIEMPO_PARCIAL', 'HORAS_JORNADA')).toBe('000405');
    expect(textAt(contract, 'DATOS_USOLIBRE_EMPRESA', 'USOLIBRE_EMPRESA')).toBe('c0ffee');
  });

  test('the document has neither a municipality nor a number if there is none', () => {
    const abroad = build('100', {
      country: '250',
      municipality: 0,
      nationalityContract: '250',
      municipalityContract: 0,
    });
    expect(names(at(abroad, 'DATOS_TRABAJADOR'))).not.toContain('MUNICIPIO_RESIDENCIA');
    expect(names(at(abroad, 'DATOS_GENERALES_CONTRATO'))).not.toContain('MUNICIPIO_CT');
    const unnumbered = build('100', { nss: 0, docType: 'D', dni: '12345678Z', lastSurname: 'LOPEZ' });
    expect(names(at(unnumbered, 'DATOS_TRABAJADOR'))).not.toContain('NUMERO_SEGURIDAD_SOCIAL');
  });

  test.each([
    ['D', '012345678Z', 'D12345678Z'],
    ['D', '12345678Z', 'D12345678Z'],
    ['D', '01234567L', 'D01234567L'],
    ['E', '0X1234567L', 'EX1234567L'],
    // A zero is significant in a passport number.
    ['W', '012345678A', 'W012345678A'],
    ['U', '1234567A', 'U 1234567A'],
    ['W', 'x 1234567a', 'WX1234567A'],
  ])('the document has a worker’s document of kind %s, %s, as %s', (docType, dni, identifier) => {
    const contract = build('100', { docType, dni, lastSurname: 'LOPEZ' });
    expect(at(contract, 'DATOS_TRABAJADOR', 'IDENTIFICADORPFISICA')?.text).toBe(identifier);
  });

  test('the names are cut to the lengths of the schema', () => {
    const name = 'MARIA DE LA O X';
    const contract = build('441', {
      name: `${name}AVIER`,
      surname: 'FERNANDEZ DE CORDOBA Y ARGOTE',
      DATOS_ANEXO_CONTRATO_RELEVO: {
        TIPO_TRABAJADOR: 1,
        NOMBRE: 'JUAN FRANCISCO JAVIER',
        PRIMER_APELLIDO: 'A',
      },
    });
    const names = at(contract, 'DATOS_TRABAJADOR', 'NOMBRE_APELLIDOS');
    expect(textAt(names, 'NOMBRE')).toBe(name);
    expect(at(names, 'PRIMER_APELLIDO')?.text).toBe('FERNANDEZ DE CORDOBA');
    expect(textAt(contract, 'DATOS_ANEXO_CONTRATO_RELEVO', 'NOMBRE_APELLIDOS', 'NOMBRE')).toBe(
      'JUAN FRANCISCO',
    );
  });

  test.each([
    [{ HORAS_FORMACION: 40 }, '004000'],
    [{ HORAS_FORMACION: '0040', jornadaFormativaMin: 30 }, '004030'],
    [{ HORAS_FORMACION: '004030' }, '004030'],
    [{ HORAS_FORMACION: 12030 }, '012030'],
  ])('the document has training of %j as %s', (training, hours) => {
    const contract = build('421', { jornadaHour: undefined, jornadaMin: undefined, ...training });
    const block = at(contract, PART_TIME);
    expect(names(block)).toEqual(['TIPO_JORNADA', 'HORAS_FORMACION']);
    expect(textAt(block, 'HORAS_FORMACION')).toBe(hours);
  });

  test('the document has training without a kind of working time by the week', () => {
    const block = at(build('421', { ...none, HORAS_FORMACION: '0014' }), PART_TIME);
    expect(textAt(block, 'TIPO_JORNADA')).toBe('S');
  });

  test('the document has seasonal work by the year: with hours, or without certain dates', () => {
    const uncertain = at(build('300', none), PART_TIME);
    expect(names(uncertain)).toEqual(['TIPO_JORNADA', 'ACTIVIDAD_SIN_FECHACIERTA']);
    expect(textAt(uncertain, 'TIPO_JORNADA')).toBe('A');
    const certain = at(build('300', { ...none, jornadaHour: '0800', jornadaMin: '30' }), PART_TIME);
    expect(names(certain)).toEqual(['TIPO_JORNADA', 'HORAS_JORNADA']);
  });

  test('a text cannot break out of its element or of the character set', () => {
    const text = 'a<b>&c;]]>\r\n"d"\' ñÑçÿ';
    const contract = build('100', { copyBasic: { TIPO_FIRMA: '1', TEXTO_COPIABASICA: text } });
    expect(at(contract, 'DATOS_COMUNICA_COPIA_BASICA', 'TEXTO_COPIABASICA')?.text).toBe(text);
  });

  test('the document is not written for a type that the table does not have', () => {
    expect(() => contractDocument({ ...contractOf(sample('100')), codContract: '999' }, 'c')).toThrow('999');
  });
});
