import { describe, expect, it } from 'vitest';
import { changeCno } from '../../../../../shared/authorities/tgss/jacada/change-cno.ts';
import { changeContract } from '../../../../../shared/authorities/tgss/jacada/change-contract.ts';
import { removeScheduled } from '../../../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { button, screen, worker } from '../../../../support/portals/jacada.ts';
import {
  cnoScreens,
  contractScreens,
  scheduledScreen,
  warnings,
} from '../../../../support/portals/jacada-dialogs.ts';
import { play } from '../../../../support/portals/portal.ts';

/** The screen after a success that has no document. */
const accepted = () => screen('', '3408* OPERACION REALIZADA CORRECTAMENTE');

describe('changes over Jacada', () => {
  const contract = { ...worker, startDate: '2026-03-09', contractType: '200', coeficiente: '500' };

  it('ATR45 changes contract and coefficient, and confirms the warning', async () => {
    const { seen, result } = await play(changeContract, contract, [
      ...contractScreens(),
      warnings.coefficient(),
      accepted(),
    ]);
    expect(seen[2]!.fields).toMatchObject({
      txt_SDFFREALDD: '09',
      txt_SDFTICO_ayuda: '200',
      txt_SDFCOEFCO_ayuda: '500',
    });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, true]);
    expect(result).toEqual({ message: 'OPERACION REALIZADA CORRECTAMENTE' });
  });

  it.each([
    ['16262835H', '16262835H'],
    ['X1234567L', '0X1234567L'],
  ])('a document %s is sent as programs send it: only a NIE has leading zeros', async (dni, sent) => {
    const { seen } = await play(changeContract, { ...contract, dni }, contractScreens(), true);
    expect(seen[1]!.fields).toMatchObject({ txt_SDFNUMPFI: sent });
  });

  it('ATR55 changes the CNO, and confirms if the portal asks for it', async () => {
    const screens = [...cnoScreens(), screen(button('Sub2204701006_83', 'Confirmar')), accepted()];
    const { seen, result } = await play(
      changeCno,
      { ...worker, fecha_real: '2026-03-09', cno: '4111' },
      screens,
    );
    expect(seen[1]!.fields).toMatchObject({ txt_SDFREGAFI: '0111', txt_SDFNUMPFI: worker.dni });
    expect(seen[2]!.fields).toMatchObject({ txt_SDFDREAL: '09', txt_SDFCNOCUP_ayuda: '4111' });
    expect(seen[3]!.fields).toMatchObject({ btn_Sub2204701006_83: 'Confirmar' });
    expect(result?.message).toBe('OPERACION REALIZADA CORRECTAMENTE');
  });

  it.each([
    ['Sub2207101004'],
    // Older programs press this button on the first screen.
    ['Sub2207401004'],
  ])('ATR42 removes a scheduled movement with its second screen, after %s', async (continueOn) => {
    const input = { ...worker, kind: 'Baja' as const, fecha_real: '2026-03-09' };
    const { seen } = await play(removeScheduled, input, [
      scheduledScreen(continueOn),
      screen(button('Sub2207101004')),
      accepted(),
    ]);
    expect(seen[1]!.fields).toMatchObject({ cbo_ListaAltasBajas001: 'Baja', txt_SDFDIAB: '09' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true]);
  });
});
