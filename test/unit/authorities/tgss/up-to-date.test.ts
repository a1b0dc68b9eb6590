import { expect, test } from 'vitest';
import { upToDateIn } from '../../../../shared/authorities/tgss/up-to-date.ts';

const pdfOf = (...lines: string[]) =>
  Buffer.from(`%PDF-1.4\nstream\n${lines.map((line) => `(${line}) Tj`).join(' ')}\nendstream`);

test.each([
  [['no tiene pendiente de ingreso ninguna', 'reclamacion por deudas ya vencidas'], 'POSITIVO'],
  [['NO TIENE PENDIENTE DE INGRESO NINGUNA RECLAMACION'], 'POSITIVO'],
  [['el solicitante no', 'tiene pendiente de ingreso ninguna reclamacion'], 'POSITIVO'],
  [['tiene pendientes de ingreso reclamaciones'], 'NEGATIVO'],
  [['tiene pendiente de ingreso', 'no tiene pendiente de ingreso'], undefined],
  [['Certificado de estar al corriente'], undefined],
  [[], undefined],
])('a certificate with the words %j is %s', (lines, expected) => {
  expect(upToDateIn(pdfOf(...lines))).toBe(expected);
});
