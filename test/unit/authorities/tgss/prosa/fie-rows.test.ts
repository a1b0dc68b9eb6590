import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { readFie } from '../../../../../shared/authorities/tgss/prosa/fie.ts';
import { spreadsheet } from '../../../../support/portals/fie-sheet.ts';
import { PDF } from '../../../../support/portals/portal.ts';

describe('the FIE as rows', () => {
  it('the FIE names repeated headers by their section, and reads unknown columns', async () => {
    expect(await readFie(spreadsheet())).toEqual([
      {
        'Fecha Registro': '20260309',
        'C.C.C. Principal': '011128000000097',
        'N.A.F.': '280000000196',
        'Columna Nueva': 'n1',
        'Entidad Responsable': 'e0',
        'Entidad Responsable (IT)': 'e1',
        'Fecha Baja IT': '20260301',
        'Entidad Responsable (DIP)': 'e2',
        'Fecha Baja IT (DIP)': '20260302',
        'Entidad Responsable (DOP)': 'e3',
        'Otra Nueva': '',
        'Otra Nueva (DOP)': 'n2',
        'Otra Nueva (2)': 'n3',
      },
    ]);
  });

  it.each<[number, string | undefined, string]>([
    [80000000196, '000000000000', '080000000196'],
    [111280000097, '000000000000000', '000111280000097'],
    [280000000196, undefined, '280000000196'],
    [280000000196, '0', '280000000196'],
    [280000000196, '0.00E+00', '280000000196'],
    [46096, 'dd/mm/yyyy', '20260315'],
    [1234.5, '#,##0.00', '1.234,50'],
    [45.67, undefined, '45.67'],
  ])('the FIE shows the number %d like a cell with the format %s', async (v, z, shown) => {
    const sheet = utils.aoa_to_sheet([['N.A.F.'], ['']]);
    sheet.A2 = { t: 'n', v, ...(z !== undefined && { z }) };
    const bytes = write({ SheetNames: ['a'], Sheets: { a: sheet } }, { type: 'array', bookType: 'biff8' });
    expect(await readFie(new Uint8Array(bytes))).toEqual([{ 'N.A.F.': shown }]);
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['no spreadsheet', PDF],
    ['the beginning of one', spreadsheet().subarray(0, 700)],
    [
      'one without headers',
      new Uint8Array(
        write(
          { SheetNames: ['a'], Sheets: { a: utils.aoa_to_sheet([['x']]) } },
          { type: 'array', bookType: 'biff8' },
        ),
      ),
    ],
  ])('the FIE is unreadable when it is %s', async (_, bytes) => {
    await expect(readFie(bytes)).rejects.toBeInstanceOf(Unreadable);
  });

  it('the FIE is unreadable when its reader would never end', async () => {
    const endless = spreadsheet();
    // Turns a number into a formula with a wrong length (MS-XLS, 2.4.180 and 2.4.127).
    endless[Buffer.from(endless).indexOf(Buffer.from([0x03, 0x02, 0x0e, 0x00]))] = 6;
    await expect(readFie(endless, 1_000)).rejects.toBeInstanceOf(Unreadable);
  });

  it('the FIE ends in rows or is unreadable, whatever the bytes', async () => {
    const good = spreadsheet();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length), fc.uint8Array({ maxLength: 60 }), async (at, bytes) => {
        const broken = Uint8Array.from(good);
        broken.set(bytes.subarray(0, good.length - at), at);
        const error = await readFie(broken, 1_000).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error === undefined || error instanceof Unreadable).toBe(true);
      }),
    );
  });
});
