import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contractDocument,
  NEWER_THAN_SCHEMA,
} from '../../../../../shared/authorities/sepe/documents/contract-document.ts';
import { CONTRACT_TYPES } from '../../../../../shared/authorities/sepe/documents/contract-types.ts';
import { contractOf, requestOf } from '../../../../support/sepe-contracts/any.ts';

const DOCUMENTS = 2000;
const XMLLINT = 'xmllint';

/** Path of SEPE's public schema of contracts, `EsquemaContratos50.xsd`, on machines that have it. */
const { SEPE_CONTRACT_SCHEMA: SCHEMA = '' } = process.env;
const hasXmllint = spawnSync(XMLLINT, ['--version']).status === 0;
const reason = !existsSync(SCHEMA)
  ? 'SEPE_CONTRACT_SCHEMA names no file'
  : hasXmllint
    ? ''
    : 'xmllint is not installed';

/** The document without elements that are newer than the public schema. */
const asOf2014 = (document: string): string => {
  let text = document;
  for (const name of NEWER_THAN_SCHEMA.elements) {
    text = text.replace(new RegExp(`<${name}>.*?</${name}>`, 'gs'), '');
  }
  for (const [name, values] of Object.entries(NEWER_THAN_SCHEMA.values)) {
    text = text.replace(new RegExp(`<${name}>(?:${values.join('|')})</${name}>`, 'g'), '');
  }
  for (const [name, former] of Object.entries(NEWER_THAN_SCHEMA.renamed)) {
    text = text.replaceAll(new RegExp(`(</?)${name}>`, 'g'), `$1${former}>`);
  }
  return text;
};

const types = [...CONTRACT_TYPES.values()];
const inSchema = types.filter(({ newer }) => !newer);
const each = Math.ceil(DOCUMENTS / inSchema.length);

describe('the public schema of SEPE', () => {
  test.skipIf(reason)(
    `the schema accepts documents of all its types${reason && `: skipped, ${reason}`}`,
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
  );

  test.skipIf(reason)('the schema lacks exactly those types that the table marks as newer', () => {
    const schema = execFileSync(XMLLINT, ['--xpath', '//*[@name="CONTRATOS"]//*/@name', SCHEMA], {
      encoding: 'utf8',
    });
    const codes = [...schema.matchAll(/CONTRATO_(\d{3})/g)].map(([, code]) => code);
    expect(inSchema.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });
});
