import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../../shared/authorities/exchange.ts';
import { workerOfCcc } from '../../../../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { screen, unauthorised } from '../../../../support/portals/jacada.ts';
import { rowOfAna, rowOfJuan, workers, workersFirst } from '../../../../support/portals/jacada-dialogs.ts';
import { play, type Seen } from '../../../../support/portals/portal.ts';

describe('ATR62', () => {
  const input = { regimen: '0111', ccc: '28000000097', dni: '16262835H' };
  const NONE = '3543* NO EXISTEN DATOS PARA ESTA CONSULTA';
  const times = (name: string, { names }: Seen) => names.filter((other) => other === name).length;

  it('ATR62 finds a registered worker, page by page', async () => {
    const { seen, result } = await play(workerOfCcc, input, [
      workersFirst(),
      workers([rowOfAna], '3251* HAY MAS AFILIADOS A CONSULTAR'),
      workers([rowOfJuan], '3252* NO HAY MAS AFILIADOS A CONSULTAR'),
    ]);
    expect(result).toEqual({ nss: '280000000196', name: rowOfJuan[1] });
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFREG62_ayuda: '0111',
      txt_SDFTESO62: '28',
      txt_SDFNUM62: '000000097',
    });
    expect([times('chk_chkgrupo1_1', seen[1]!), times('chk_chkgrupo1_2', seen[1]!)]).toEqual([2, 1]);
    expect(seen[2]!.names).toContain('btn_Sub2207801001');
  });

  it('ATR62 then searches the previous movements, and finds nothing', async () => {
    const answers = (found: string[][]) => [
      workersFirst(),
      screen('', NONE),
      workersFirst(),
      workers(found, '3252* NO HAY MAS AFILIADOS A CONSULTAR'),
    ];
    const { seen, result } = await play(
      workerOfCcc,
      { ...input, dni: 'X1234567L' },
      answers([rowOfJuan, rowOfAna]),
    );
    expect(result).toEqual({ nss: '280000000297', name: rowOfAna[1] });
    expect([times('chk_chkgrupo1_1', seen[3]!), times('chk_chkgrupo1_2', seen[3]!)]).toEqual([1, 2]);
    expect((await play(workerOfCcc, input, answers([rowOfAna]))).end).toEqual({ result: undefined });
  });

  it('ATR62 refuses a contribution account of another holder', async () => {
    const answers = [workersFirst(), unauthorised()];
    expect((await play(workerOfCcc, input, answers)).error).toBeInstanceOf(Refusal);
  });
});
