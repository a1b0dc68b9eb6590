/** The PDF documents of the employment service. Their data are from the state, their layout is ours. */

import { createHash } from 'node:crypto';
import { makePdf, type Section } from '../pdf.ts';
import type { Context } from './context.ts';
import {
  type Block,
  contractBlocks,
  contractSummary,
  copyBlock,
  extensionLines,
  transformationBlock,
} from './contract-blocks.ts';
import { type BasicCopy, type Contract, type Extension, footprint, type Transformation } from './records.ts';

/** The issuer of all documents. */
export const AUTHORITY = 'SERVICIO PUBLICO DE EMPLEO ESTATAL';
const LONGEST_LINE = 55;

/** Blocks of data as a document has them. */
export const sections = (blocks: Block[]): Section[] =>
  blocks.map(({ legend, lines }) => ({
    heading: legend.toUpperCase(),
    lines: lines.map(([title, value]): [string, string] => [title.replace(/ :$/, ''), value]),
  }));

/** A long text, folded into lines. */
function foldedLines(title: string, text: string): [string, string][] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= LONGEST_LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, index) => [index === 0 ? title : '', line]);
}

const copySections = (copy: BasicCopy): Section[] => [
  ...sections([copyBlock(copy)]),
  {
    heading: 'TEXTO DE LA COPIA BÁSICA',
    lines: [...foldedLines('Centro de trabajo', copy.workplace), ...foldedLines('Texto', copy.text)],
  },
];

/** A code that is the same in every duplicate. */
const codeOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16).toUpperCase();

const communicationPdf = (
  { title, id, made }: { title: string; id: string; made: string },
  content: Section[],
) =>
  makePdf({
    authority: AUTHORITY,
    title,
    sections: [
      { heading: 'HUELLA DE LA COMUNICACIÓN', lines: [['Identificador', footprint(id)]] },
      ...content,
    ],
    code: codeOf(title, id, made),
    made,
  });

export const contractPdf = (context: Context, contract: Contract) =>
  communicationPdf(
    { title: `COMUNICACIÓN DE CONTRATO ${contract.code}`, id: contract.id, made: contract.communicated },
    sections(contractBlocks(context, contract)),
  );

export const transformationPdf = (context: Context, contract: Contract, each: Transformation) =>
  communicationPdf(
    {
      title: `COMUNICACIÓN DE TRANSFORMACIÓN EN INDEFINIDO ${each.code}`,
      id: contract.id + each.number,
      made: each.communicated,
    },
    sections([transformationBlock(contract, each), ...contractSummary(context, contract)]),
  );

export const extensionPdf = (context: Context, contract: Contract, each: Extension) =>
  communicationPdf(
    { title: 'COMUNICACIÓN DE PRÓRROGA', id: contract.id + each.number, made: each.communicated },
    sections([
      { legend: 'Prórroga', lines: extensionLines(contract, each) },
      ...contractSummary(context, contract),
    ]),
  );

/** The PDF of the basic copy of a contract. */
export const copyPdf = (context: Context, contract: Contract, copy: BasicCopy) =>
  communicationPdf({ title: 'COPIA BÁSICA', id: contract.id, made: copy.communicated }, [
    ...copySections(copy),
    ...sections(contractSummary(context, contract)),
  ]);
