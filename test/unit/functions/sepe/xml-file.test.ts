import { describe, expect, test } from 'vitest';
import { createBasicCopyXml } from '../../../../functions/gateway/sepe/operations/create-basic-copy-xml.ts';
import { notifyContractXml } from '../../../../functions/gateway/sepe/operations/notify-contract-xml.ts';
import { transformContractXml } from '../../../../functions/gateway/sepe/operations/transform-contract-xml.ts';
import { xmlUpload } from '../../../../functions/gateway/sepe/xml-file.ts';
import type { UploadedDocument } from '../../../../shared/authorities/sepe/documents/uploaded-document.ts';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';
import { failingFields, read } from '../../../support/portals/operations.ts';

describe('an uploaded XML file', () => {
  const HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const CONTRACT =
    '<CONTRATO_100><DATOS_TRABAJADOR><IDENTIFICADORPFISICA>D12345678Z</IDENTIFICADORPFISICA></DATOS_TRABAJADOR>' +
    '<DATOS_GENERALES_CONTRATO><FECHA_INICIO>20260101</FECHA_INICIO></DATOS_GENERALES_CONTRATO></CONTRATO_100>';
  const upload = (document: string | Buffer, changes: Record<string, unknown> = {}) => {
    const bytes = typeof document === 'string' ? Buffer.from(document, 'latin1') : document;
    return { file: { ...xmlUpload(bytes), ...changes } };
  };
  const contracts = (inner: string) => `${HEAD}<CONTRATOS>${inner}</CONTRATOS>`;

  test('a valid file is read unchanged, with its contracts', () => {
    const second = CONTRACT.replaceAll('100', '402').replace('12345678Z', '87654321Ñ');
    const { value, errors } = readRequest(notifyContractXml.request, upload(contracts(CONTRACT + second)), {
      onlyDefined: true,
    });
    expect(errors).toEqual({});
    expect(value?.file.text).toContain('87654321Ñ');
    expect(value?.file.records.map(({ kind, document, startDate }) => [kind, document, startDate])).toEqual([
      ['CONTRATO_100', '12345678Z', '2026-01-01'],
      ['CONTRATO_402', '87654321Ñ', '2026-01-01'],
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['another type', { contentType: 'text/plain' }, 'file.contentType'],
    ['no data URL', { content: 'PD94bWw=' }, 'file.content'],
    ['a data URL of something else', { content: 'data:text/html;base64,PD94bWw=' }, 'file.content'],
    ['no base64', { content: 'data:application/xml;base64,<?xml' }, 'file.content'],
    ['cut base64', { content: 'data:application/xml;base64,PD94b' }, 'file.content'],
    ['another size', { size: 3 }, 'file.size'],
    ['too large a size of a small file', { size: 1024 * 1024 + 1 }, 'file.size'],
    ['no name', { name: '' }, 'file.name'],
  ])('a file is refused at its field with %s', (_why, changes, field) => {
    expect(failingFields(notifyContractXml, upload(contracts(CONTRACT), changes))).toEqual([field]);
  });

  test('a file of 1 MiB is read, and one byte more is a 413 that names the limit, whatever else is wrong', () => {
    const ofSize = (size: number) => {
      const document = contracts(`${CONTRACT}<!---->`);
      return document.replace('<!---->', `<!--${'x'.repeat(size - document.length)}-->`);
    };
    expect(failingFields(notifyContractXml, upload(ofSize(1024 * 1024)))).toEqual([]);
    for (const changes of [{}, { size: 1000 }, { name: '' }])
      expect(() => read(notifyContractXml, upload(ofSize(1024 * 1024 + 1), changes))).toThrow(
        expect.objectContaining({
          status: 413,
          message: 'La petición supera el tamaño máximo de 1 MiB.',
        }),
      );
  });

  const MIB = 1024 * 1024 - 200;
  const filled = (unit: string) => unit.repeat(Math.floor(MIB / unit.length));
  const ENTITIES = Array.from(
    { length: 20 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join('');

  test.each<[why: string, document: string | Buffer, message: RegExp]>([
    [
      'entities that multiply',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY e0 "x">${ENTITIES}]><CONTRATOS>&e20;</CONTRATOS>`,
      /DOCTYPE/,
    ],
    [
      'external entities',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY x SYSTEM "file:///etc/passwd">]><CONTRATOS>&x;</CONTRATOS>`,
      /DOCTYPE/,
    ],
    [
      'an external document type',
      `${HEAD}<!DOCTYPE CONTRATOS SYSTEM "http://example.com/x.dtd">${contracts('')}`,
      /DOCTYPE/,
    ],
    [
      'a parameter entity',
      `${HEAD}<!DOCTYPE CONTRATOS [<!ENTITY % p SYSTEM "http://example.com/x">%p;]><CONTRATOS/>`,
      /DOCTYPE/,
    ],
    ['an entity that is not declared', contracts('&x;'), /bien formado/],
    [
      'a document type of a hundred thousand entities',
      `${HEAD}<!DOCTYPE C [${filled('<!ENTITY a "b">')}`,
      /DOCTYPE/,
    ],
    ['deep nesting', `${HEAD}${'<CONTRATOS>'.repeat(45_000)}${'</CONTRATOS>'.repeat(45_000)}`, /niveles/],
    ['deep nesting below the tags', contracts(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`), /niveles/],
    ['too many elements', contracts(filled('<a/>')), /elementos/],
    ['only opening tags', `${HEAD}${filled('<')}`, /elementos|bien formado/],
    [
      'too many attributes',
      `${HEAD}<CONTRATOS ${Array.from({ length: 60_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
      /ninguna comunicación/,
    ],
    ['an attribute twice', `${HEAD}<CONTRATOS a="1" a="2"/>`, /bien formado/],
    ['an open attribute', `${HEAD}<CONTRATOS a="${'x'.repeat(MIB - 100)}`, /bien formado/],
    ['a comment without end', `${HEAD}<CONTRATOS>${filled('<!--')}`, /elementos|bien formado/],
    ['a section without end', `${HEAD}<CONTRATOS><![CDATA[${'x'.repeat(MIB - 100)}`, /bien formado/],
    ['ampersands', contracts('&'.repeat(MIB - 100)), /bien formado/],
    ['references', contracts('&amp;'.repeat((MIB - 100) / 5)), /ninguna comunicación/],
    ['blanks', contracts(' '.repeat(MIB - 100)), /ninguna comunicación/],
    ['another root after the first', `${contracts(CONTRACT)}<CONTRATOS/>`, /bien formado/],
    ['text after the root', `${contracts(CONTRACT)}x`, /bien formado/],
    ['cut short', contracts(CONTRACT).slice(0, -5), /bien formado/],
    ['something before the declaration', ` ${contracts(CONTRACT)}`, /bien formado/],
    ['a byte order mark of UTF-8', `\xef\xbb\xbf${contracts(CONTRACT)}`, /empieza como uno en UTF-8/],
    ['UTF-16', Buffer.from(`\ufeff${contracts(CONTRACT)}`, 'utf16le'), /no es UTF-8 válido/],
    ['no UTF-8', `${contracts(CONTRACT).replace('ISO-8859-1', 'UTF-8')}\xd1`, /declara UTF-8.*no es UTF-8/],
    ['no declaration, and no UTF-8', `<CONTRATOS>\xd1${CONTRACT}</CONTRATOS>`, /no tiene declaración/],
    [
      'letters that SEPE does not have',
      Buffer.from(`<CONTRATOS>${CONTRACT}<!-- ŁÓDŹ Ł --></CONTRATOS>`, 'utf8'),
      /no tiene estos caracteres: «Ł» \(U\+0141\), «Ź» \(U\+0179\)\./,
    ],
    ['windows-1252', contracts(CONTRACT).replace('ISO-8859-1', 'windows-1252'), /declara windows-1252/],
    ['UTF-7', contracts(CONTRACT).replace('ISO-8859-1', 'UTF-7'), /declara UTF-7/],
    [
      'bytes of windows-1252',
      contracts(CONTRACT).replace('D12345678Z', 'D12345678Z\x80'),
      /no son de ISO-8859-1/,
    ],
    [
      'UTF-8 that is declared as ISO-8859-1',
      Buffer.from(contracts(`${CONTRACT}<!-- Peña -->`), 'utf8'),
      /letras mal codificadas \(«Ã±»\)/,
    ],
    ...(
      [
        ['NOMBRE', 'MU?OZ', /NOMBRE: Tiene «\?» donde se perdió una letra/],
        ['PRIMER_APELLIDO', 'MU&amp;Ntilde;OZ', /PRIMER_APELLIDO: Tiene «&Ntilde;»/],
        ['SEGUNDO_APELLIDO', 'undefined', /SEGUNDO_APELLIDO: «undefined» es lo que escribe un programa/],
        ['PRIMER_APELLIDO', 'DE\xa0LA CRUZ', /PRIMER_APELLIDO: Tiene signos que no se ven: U\+00A0/],
      ] as const
    ).map(([element, name, message]): [string, string, RegExp] => [
      `a name that is none in its second contract (${name})`,
      contracts(
        CONTRACT +
          CONTRACT.replace('</DATOS_TRABAJADOR>', `<${element}>${name}</${element}></DATOS_TRABAJADOR>`),
      ),
      new RegExp(`^CONTRATO_100 \\(comunicación 2\\), ${message.source}`),
    ]),
    ['a zero byte', contracts(`${CONTRACT}\x00`), /no son de ISO-8859-1/],
    ['nothing', '', /bien formado/],
    ['no contract', contracts(''), /ninguna comunicación/],
    ['another root', `${HEAD}<PRORROGAS><PRORROGA_TIPO/></PRORROGAS>`, /raíz/],
    ['something among the contracts', contracts(`${CONTRACT}<OTRO/>`), /OTRO/],
    ['a contract without worker', contracts('<CONTRATO_100/>'), /IDENTIFICADORPFISICA/],
    ['a contract without start', contracts(CONTRACT.replace('20260101', '2026')), /FECHA_INICIO/],
    ['too many contracts', contracts('<CONTRATO_100/>'.repeat(1001)), /1001/],
  ])('a file with %s is refused in less than a second', (_why, document, message) => {
    const request = upload(document);
    let errors: Record<string, string[]> = {};
    const taken = cpuTimeOf(() => {
      errors = read(notifyContractXml, request).errors;
    });
    expect(errors['file.content']?.join()).toMatch(message);
    expect(taken).toBeLessThan(1000);
  });

  test.each([
    ['declared', '<?xml version="1.0" encoding="utf-8"?>\n'],
    ['with a mark', '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'],
    ['with a declaration that names none', '<?xml version="1.0"?>'],
    ['without declaration', ''],
    ['with a mark alone', '\ufeff'],
  ])('a file in UTF-8, %s, is converted into SEPE’s encoding', (_how, head) => {
    const body = `<CONTRATOS>${CONTRACT}<!-- NÚÑEZ ÇÁ --></CONTRATOS>`;
    const { value, errors } = read(notifyContractXml, upload(Buffer.from(head + body, 'utf8')));
    expect(errors).toEqual({});
    const { text, records } = (value as { file: UploadedDocument }).file;
    expect(text).toBe(`${HEAD}\n${body}`);
    expect(records).toHaveLength(1);
  });

  test('a file is accepted by the operation of its own kind of document only', () => {
    const transformations = `${HEAD}<TRANSFORMACIONES><TRANSFORMACION_109><CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO></TRANSFORMACION_109></TRANSFORMACIONES>`;
    const copies = `${HEAD}<COPIASBASICAS><COPIA/></COPIASBASICAS>`;
    const acceptedBy = (document: string) =>
      [notifyContractXml, transformContractXml, createBasicCopyXml].map(
        (operation) => failingFields(operation, upload(document)).length === 0,
      );
    expect(acceptedBy(contracts(CONTRACT))).toEqual([true, false, false]);
    expect(acceptedBy(transformations)).toEqual([false, true, false]);
    expect(acceptedBy(copies)).toEqual([false, false, true]);
    expect(acceptedBy(transformations.replaceAll('109', '110'))).toEqual([false, false, false]);
    expect(acceptedBy(transformations.replace('E2820260000123', ''))).toEqual([false, false, false]);
  });
});
