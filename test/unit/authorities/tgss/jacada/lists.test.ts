import { describe, expect, it } from 'vitest';
import { cccHolder, cccWorkers } from '../../../../../shared/authorities/tgss/jacada/ccc-workers.ts';
import { taDocuments } from '../../../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { button, inputs, list, screen, worker } from '../../../../support/portals/jacada.ts';
import { TA, taFirst, workers, workersFirst } from '../../../../support/portals/jacada-dialogs.ts';
import { play } from '../../../../support/portals/portal.ts';

describe('the script of lists over Jacada', () => {
  it('returns the workers of a contribution account', async () => {
    const shown = workers(
      [
        ['28 0000000196', 'GIL, ANA', '09-03-2026', '', '016262835H'],
        ['28 0000000297', 'LI, BO', '10-03-2026', 'BJ', '0X1234567L'],
      ],
      '3252* NO HAY MAS AFILIADOS',
    );
    const input = { regimen: '0111', ccc: worker.ccc, which: 'previous' as const };
    const { seen, result } = await play(cccWorkers, input, [workersFirst(), shown]);
    // A ticked box is sent in addition to the hidden field of its name.
    const times = (name: string) => seen[1]!.names.filter((other) => other === name).length;
    expect([times('chk_chkgrupo1_1'), times('chk_chkgrupo1_2')]).toEqual([1, 2]);
    expect(result).toEqual([
      {
        nss: '280000000196',
        identificacion: '1',
        ipf: '16262835H',
        fecha_real: '2026-03-09',
        nombres: 'GIL, ANA',
        situacion: 'AL',
      },
      {
        nss: '280000000297',
        identificacion: '6',
        ipf: 'X1234567L',
        fecha_real: '2026-03-10',
        nombres: 'LI, BO',
        situacion: 'BJ',
      },
    ]);
  });

  it('returns the holder of a contribution account', async () => {
    const first = screen(inputs('SDFREGCTA_ayuda', 'SDFTESCTA', 'SDFNUMCTA') + button('Sub2207601004'));
    const data = screen(
      '<label id="SDFEMPRESARIO3">B12345674</label><label id="SDFNOMBRE3">EJEMPLO SL</label>',
    );
    expect((await play(cccHolder, worker, [first, data])).result).toBe('EJEMPLO SL');
  });

  it('gives the movements that have documents', async () => {
    const movements = list(TA, [['ALTA', '09 03 2026', '01 03 2026']], '', { isLast: true });
    const { seen, result } = await play(taDocuments, worker, [taFirst(), movements]);
    expect(seen[1]!.fields.txt_SDFAO).toBe('');
    expect(result).toEqual([
      { movement: 'ALTA', fecha_real: '2026-03-09', fecha_comunicacion: '2026-03-01' },
    ]);
  });
});
