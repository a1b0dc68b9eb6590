import { getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, dashed } from '../../../sandbox/calendar.ts';
import { makePdf } from '../../../sandbox/pdf.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { ASK, accountFields, dayFields, tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/** The lines of each page of a PDF, as text extraction returns them: by height, from left to right. */
const pdfLines = async (bytes: Uint8Array): Promise<string[][]> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const runs = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [
            {
              text: item.str.trim(),
              x: item.transform[4]!,
              y: item.transform[5]!,
              end: item.transform[4]! + item.width,
            },
          ]
        : [],
    );
    const byHeight = Map.groupBy(runs, ({ y }) => Math.round(y));
    const heights = [...byHeight].toSorted(([one], [other]) => other - one);
    pages.push(
      heights.map(([, line]) => {
        const sorted = line.toSorted((one, other) => one.x - other.x);
        // Texts that overlap or touch become one word with mixed letters.
        return sorted
          .map(({ text, x }, index) =>
            index > 0 && x - sorted[index - 1]!.end < 3 ? `~${text}` : ` ${text}`,
          )
          .join('')
          .trim();
      }),
    );
  }
  return pages;
};

/** The reports on an account, read line by line as a public program for these PDFs does (ValerIA; facts, not its code). */

const { demo, today, state } = seed;
const { general } = demo.accounts;
const standIn = useStandIn();
const { open, register, terminate } = tgssDialogs(standIn);
beforeEach(() => standIn.reset());

const began = (days: number) => addDays(today, days);
const documentOf = (dni: string) => dni.padStart(10, '0');

/** The report of an account's workers in a period. */
const lifeOf = async (from: string, to: string) => {
  const first = await open('ACR71');
  const last = await first.press('Sub2207001009', {
    ...accountFields(general, ['SDFREGCCO', 'SDFTESCCO', 'SDFNYCCCO']),
    ...dayFields('', from, ['SDFDIADESDEM', 'SDFMESDESDEM', 'SDFAODESDEM']),
    ...dayFields('', to, ['SDFDIAHASTAM', 'SDFMESHASTAM', 'SDFAOHASTAM']),
    ListaTipoImpresion: 'OnLine',
  });
  return pdfLines(await last.pdf());
};

/** The report of an account's current workers. */
const workersOf = async () => {
  const last = await (await open('ATR64')).press(ASK, {
    ...accountFields(general, ['SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62']),
    ListaTipoImpresion: 'OnLine',
  });
  return pdfLines(await last.pdf());
};

interface Read {
  altas: string[];
  bajas: string[];
  holidays: [string, string][];
}

/**
 * The program's rules: on each page everything before the titles is skipped. A line with three numbers and a document begins a
 * worker, who ends with the page; lines that begin with a situation belong to that worker.
 */
const readLife = (pages: string[][]): Map<string, Read> => {
  const read = new Map<string, Read>();
  for (const lines of pages) {
    const title = lines.findIndex(
      (line) => line.includes('NÚMERO DE AFILIACION') && line.includes('DOCUMENTO IDENTIFICATIVO'),
    );
    let worker: Read | undefined;
    for (const line of title < 0 ? [] : lines.slice(title + 1)) {
      const [first = '', second = '', third = '', fourth = ''] = line.split(' ');
      if ([first, second, third].every((word) => /^\d+$/.test(word)) && fourth !== '') {
        worker = read.get(fourth) ?? { altas: [], bajas: [], holidays: [] };
        read.set(fourth, worker);
      } else if (worker && first === 'ALTA') worker.altas.push(second);
      else if (worker && first === 'BAJA') {
        worker.altas.push(second);
        worker.bajas.push(fourth);
      } else if (worker && first === 'VAC.RETRIB.NO') worker.holidays.push([second, third]);
    }
  }
  return read;
};

/** The program's rules: a line has a name, two numbers and a document; the special relation is the eighth word after them. */
const readWorkers = (pages: string[][]): Map<string, string> => {
  const line = /^.+?\s\d{2}\s\d{10}\s\d(?<document>[0-9A-Z]{9,10})\s(?<rest>.*)$/;
  const found = pages.flat().map((text) => line.exec(text)?.groups);
  return new Map(
    found.flatMap((groups) =>
      groups ? [[groups.document ?? '', groups.rest?.split(' ')[7] ?? ''] as const] : [],
    ),
  );
};

const registrations = state.tgss.registrations.filter(({ ccc }) => ccc === general.ccc);
const personOf = (nss: string) => state.persons.find((person) => person.nss === nss)!;

describe('the life work report of an account', () => {
  test('the report has altas and bajas of all workers of the account', async () => {
    const read = readLife(await lifeOf('2000-01-01', today));
    const expected = Map.groupBy(
      registrations.filter(({ alta }) => alta.date <= today),
      ({ nss }) => documentOf(personOf(nss).dni),
    );
    expect([...read.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [document, own] of expected) {
      const { altas, bajas } = read.get(document)!;
      expect(altas.toSorted()).toEqual(own.map(({ alta }) => dashed(alta.date)).toSorted());
      expect(bajas.toSorted()).toEqual(
        own.flatMap(({ baja }) => (baja ? [dashed(baja.date)] : [])).toSorted(),
      );
    }
  });

  test('the report has the paid holidays after a baja', async () => {
    const worker = demo.newWorkers[0]!;
    await register(worker, general);
    const [from, to] = [began(1), began(5)];
    await terminate(worker, general, dayFields('SDFFFINV', to));
    const read = readLife(await lifeOf(began(-1), today)).get(documentOf(worker.dni))!;
    expect(read).toEqual({
      altas: [dashed(today)],
      bajas: [dashed(today)],
      holidays: [[dashed(from), dashed(to)]],
    });
  });
});

test('the report of the workers of an account has the special relation as the eighth word', async () => {
  const worker = demo.newWorkers[0]!;
  await register(worker, general, { SDFRLCE_ayuda: '0100' });
  const read = readWorkers(await workersOf());
  expect(read.get(documentOf(worker.dni))).toBe('0100');
  const present = registrations.filter(
    ({ alta, baja }) => alta.date <= today && (!baja || baja.date > today),
  );
  const known = present.map(({ nss }) => documentOf(personOf(nss).dni));
  expect([...read.keys()].toSorted()).toEqual([...known, documentOf(worker.dni)].toSorted());
});

test('no word of a document touches another, and the foot of each page says that it is from the sandbox', async () => {
  for (const pages of [await lifeOf('2000-01-01', today), await workersOf()])
    for (const lines of pages) {
      expect(lines.filter((line) => line.includes('~'))).toEqual([]);
      expect(lines.at(-1)).toMatch(/^ENTORNO DE PRUEBAS - SIN VALIDEZ\. .*sandbox/);
    }
});

test('each page on which a table continues has its titles and the worker whose rows continue', async () => {
  const row = (...cells: string[]) => ({ cells, widths: cells.map(() => 120) });
  const days = Array.from({ length: 150 }, (_, index) => dashed(began(-index)));
  const groups = ['1', '2', '3'].map((number) => ({
    head: row(`28 000000000${number}`, `1 00000000${number}A`),
    rows: days.map((day) => row('ALTA', day)),
  }));
  const bytes = await makePdf({
    authority: 'A',
    title: 'T',
    sections: [
      {
        heading: 'H',
        groups: { headers: [row('NÚMERO DE AFILIACION', 'DOCUMENTO IDENTIFICATIVO')], groups },
      },
    ],
    made: `${today}T00:00:00`,
  });
  const pages = await pdfLines(bytes);
  expect(pages.length).toBeGreaterThan(groups.length);
  expect([...readLife(pages)].map(([document, { altas }]) => [document, altas])).toEqual(
    ['1', '2', '3'].map((number) => [`00000000${number}A`, days]),
  );
});

test('a text that does not fit in a cell is cut off, so that it does not run into the next one', async () => {
  const name = `${demo.worker.name} ${demo.worker.surname} `.repeat(9);
  const table = { headers: ['NOMBRE', 'FECHA'], rows: [[name, dashed(today)]], widths: [60, 60] };
  const bytes = await makePdf({
    authority: 'A',
    title: 'T',
    sections: [{ heading: 'H', table }],
    made: `${today}T00:00:00`,
  });
  const line = (await pdfLines(bytes)).flat().find((text) => text.endsWith(dashed(today)))!;
  expect(line).not.toContain('~');
  expect(name.startsWith(line.slice(0, -dashed(today).length).trim())).toBe(true);
});
