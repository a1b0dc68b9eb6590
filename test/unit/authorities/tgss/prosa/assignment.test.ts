import { describe, expect, it } from 'vitest';
import { type Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { assignment } from '../../../../../shared/authorities/tgss/prosa/assignment.ts';
import { edited, PDF, pdf, play } from '../../../../support/portals/portal.ts';
import {
  button,
  confirmation,
  confirmationData,
  done,
  form,
  htmlMessage,
  message,
  plain,
  refusedPage,
  SESSION,
  xml,
} from '../../../../support/portals/prosa.ts';
import { cesion, cesionForm } from '../../../../support/portals/prosa-applications.ts';

describe('assignments', () => {
  it('an assignment may be filed with the form, and with the confirmation if it is asked for', async () => {
    const { seen, result } = await play(assignment, cesion, [cesionForm(), confirmation(), done(), pdf]);
    expect(seen[1]!.fields).toMatchObject({
      OPCION: 'A',
      tipo: '1',
      CesEmpresa: '011108000000097',
      CesTipo: '02',
      fechaInicio: '09/03/2026',
      fechaFin: '01/04/2026',
    });
    expect(seen.map(({ commits }) => commits)).toEqual([false, true, true, false]);
    expect(seen[2]!.fields['SPM.ACC.CONFIRMAR']).toBe('CONFIRMAR');
    expect(result?.document?.bytes).toEqual(PDF);
  });

  it('an assignment is confirmed with the same data if the page shows only data', async () => {
    const answers = [cesionForm(), confirmationData(), done(), pdf];
    const { seen, result } = await play(assignment, cesion, answers);
    expect(seen.map(({ commits }) => commits)).toEqual([false, true, true, false]);
    expect(seen[2]!.path).toBe(`/ProsaInternet/OnlineAccessUtf8${SESSION}`);
    expect(seen[2]!.fields).toMatchObject({
      OPCION: 'A',
      CesEmpresa: '011108000000097',
      'SPM.ACC.CONFIRMAR': 'CONFIRMAR',
    });
    expect(seen[2]!.fields).not.toHaveProperty(['SPM.ACC.Continuar']);
    expect(result?.document?.bytes).toEqual(PDF);
  });

  it('an assignment is removed without an end date', async () => {
    const { endDate, ...removal } = { ...cesion, option: 'remove' as const };
    const { seen } = await play(assignment, removal, [cesionForm(), confirmation(), done(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ OPCION: 'B', fechaFin: '' });
  });

  it('a dry run ends before the form is sent', async () => {
    const { seen, end } = await play(assignment, cesion, [cesionForm(), confirmation()], true);
    expect(end).toEqual({ dry: true });
    expect(seen).toHaveLength(1);
  });

  const sayingThat = (kind: 'ERROR' | 'INFO', text: string) =>
    edited(confirmation(), '<form', `${htmlMessage(kind, text)}<form`);
  it.each([
    // The request became impossible while it waited for the confirmation.
    [
      'the confirmation, on the page that asks for it',
      [confirmation(), sayingThat('ERROR', 'LA CESION YA EXISTE')],
    ],
    ['the form', [refusedPage('LA CESION YA EXISTE')]],
    ['the confirmation', [confirmation(), refusedPage('LA CESION YA EXISTE')]],
  ])('an assignment is refused in answer to %s', async (_, answers) => {
    const { error } = await play(assignment, cesion, [cesionForm(), ...answers]);
    expect((error as Refusal).messages).toEqual(['LA CESION YA EXISTE']);
  });

  it('an assignment is accepted if the form files at once', async () => {
    const { seen, result } = await play(assignment, cesion, [cesionForm(), done(), pdf]);
    expect(seen).toHaveLength(3);
    expect(result?.document?.bytes).toEqual(PDF);
  });

  it.each([
    ['accepted', 'INFO', 'OPERACION REALIZADA CORRECTAMENTE'],
    ['refused', 'ERROR', 'LA CESION YA EXISTE'],
  ] as const)(
    'an assignment is %s, and not confirmed, if data say so under the name of a confirmation',
    async (how, kind, text) => {
      const answers = [cesionForm(), confirmationData(message(kind, text)), pdf];
      const { result, error, seen } = await play(assignment, cesion, answers);
      expect(how === 'accepted' ? result?.message : (error as Refusal).messages).toEqual(
        how === 'accepted' ? text : [text],
      );
      expect(seen.filter(({ commits }) => commits)).toHaveLength(1);
    },
  );

  const sayingDone = () => sayingThat('INFO', 'OPERACION REALIZADA CORRECTAMENTE');
  it.each([
    ['a page that says nothing and asks nothing', [xml('')], 2],
    ['a page that says that it is done and asks to confirm', [sayingDone()], 2],
    [
      'a page with a button in that place that does not confirm',
      [plain(form(button('ENVIO_20', 'BORRAR')))],
      2,
    ],
    ['a page that asks to confirm again', [confirmation(), confirmation()], 3],
    ['data that ask to confirm again', [confirmationData(), confirmationData()], 3],
    [
      'data with the name of a confirmation that say something else',
      [confirmationData(message('INFO', 'PENDIENTE DE PROCESO'))],
      2,
    ],
    ['a page that asks to confirm again what it says is done', [confirmation(), sayingDone()], 3],
  ])('an assignment is neither accepted nor refused with %s', async (_, answers, requests) => {
    const { error, committed, seen } = await play(assignment, cesion, [cesionForm(), ...answers]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
    expect(seen).toHaveLength(requests);
  });
});
