import { describe, expect, it } from 'vitest';
import { OutOfService, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { readPage } from '../../../../../shared/authorities/html/page.ts';
import { changeCno } from '../../../../../shared/authorities/tgss/jacada/change-cno.ts';
import { changeContract } from '../../../../../shared/authorities/tgss/jacada/change-contract.ts';
import {
  hasMoreRows,
  isNoData,
  type Message,
  messageOf,
  refusalOf,
} from '../../../../../shared/authorities/tgss/jacada/dialog.ts';
import { removeScheduled } from '../../../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeTermination } from '../../../../../shared/authorities/tgss/jacada/remove-termination.ts';
import { button, inputs, screen, worker } from '../../../../support/portals/jacada.ts';
import { cnoScreens, contractScreens, scheduledScreen } from '../../../../support/portals/jacada-dialogs.ts';
import { answerWith, play } from '../../../../support/portals/portal.ts';

const messageIn = (line: string): Message =>
  messageOf(readPage(answerWith(`<label id="DIL">${line}</label>`), '/'))!;

describe('the message line', () => {
  it.each<[string, { more?: boolean; none?: boolean; refuses?: boolean }]>([
    ['3251* HAY MAS AFILIADOS A CONSULTAR', { more: true }],
    ['3252* NO HAY MAS AFILIADOS A CONSULTAR', { more: false }],
    ['3145* NO EXISTEN MAS PAGINAS', { more: false }],
    ['3037* NO EXISTEN MAS DATOS', { more: false }],
    ['3543* NO EXISTEN DATOS PARA ESTA CONSULTA', { none: true, refuses: true }],
    ['3010* EL TRABAJADOR NO ESTA EN SITUACION DE ALTA', { refuses: true }],
    ['4359* MOVIMIENTO PREVIO ERRONEO - AFILIADO EN ALTA PREVIA', { refuses: true }],
    ['3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR', {}],
    ['0350* INTRODUZCA LOS DATOS', {}],
    ['3408* OPERACION REALIZADA CORRECTAMENTE', {}],
  ])('the message line is read: %s', (line, { more, none = false, refuses = false }) => {
    const message = messageIn(line);
    expect([hasMoreRows(message), isNoData(message)]).toEqual([more, none]);
    expect(refusalOf(message)).toEqual(refuses ? new Refusal([line]) : undefined);
  });
});

describe('the answer to a change', () => {
  const termination = screen(
    `${inputs('SDFIDPRONAF', 'SDFIDNAFCON', 'SDFIDTIPOPF_ayuda', 'SDFIDNIDEPF', 'SDFIDREGIMEN_ayuda')}
${inputs('SDFIDTESCTA', 'SDFIDCTACON', 'SDFIDFREALDD', 'SDFIDFREALMM', 'SDFIDFREALAA')}${button('Sub2207401004')}`,
  );
  const filings = {
    ATR02: (line: string) =>
      play(removeTermination, { ...worker, fecha_real: '2026-03-09' }, [
        termination,
        screen(button('Sub2205301005', 'Confirmar')),
        screen('', line),
      ]),
    ATR42: (line: string) =>
      play(removeScheduled, { ...worker, kind: 'Alta', fecha_real: '2026-03-09' }, [
        scheduledScreen('Sub2207101004'),
        screen(inputs('SDFSITALT_ayuda') + button('Sub2207101004')),
        screen('', line),
      ]),
    ATR45: (line: string) =>
      play(changeContract, { ...worker, startDate: '2026-03-09', contractType: '100' }, [
        ...contractScreens(),
        screen('', line),
      ]),
    ATR55: (line: string) =>
      play(changeCno, { ...worker, fecha_real: '2026-03-09', cno: '4111' }, [
        ...cnoScreens('Sub2207001004_42', 'Sub2207401004'),
        screen('', line),
      ]),
  };

  describe.each(Object.entries(filings))('the answer to %s', (_, file) => {
    it.each([
      '3408* OPERACION REALIZADA',
      '9125* ASIGNADO CONVENIO DE LA CUENTA',
      '9086* CONVENIO NO ADMITIDO',
    ])('the answer accepts the change with this message: %s', async (line) => {
      const { result, committed } = await file(line);
      expect([result, committed]).toEqual([{ message: line.slice(6) }, true]);
    });

    it('the answer refuses the change only with a code that is known to mean nothing else', async () => {
      expect((await file('3010* NO ESTA EN ALTA')).error).toEqual(new Refusal(['3010* NO ESTA EN ALTA']));
      for (const prompt of ['3083* PULSE CONTINUAR', '0350* PULSE CONTINUAR', '3251* HAY MAS', 'NO'])
        expect((await file(prompt)).error).toBeInstanceOf(Unreadable);
      for (const down of ['9999* SERVICIO NO DISPONIBLE', '9999* SERVICIOS NO OPERATIVOS'])
        expect((await file(down)).error).toBeInstanceOf(OutOfService);
    });
  });
});
