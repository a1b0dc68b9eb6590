import { describe, expect, test } from 'vitest';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { removal } from '../../../../../shared/authorities/sepe/contrata/removal.ts';
import {
  contrata,
  contrataPage,
  detail,
  donePage,
  errorPage,
  FOOTPRINT,
  formPage,
  ID_FORM,
  menus,
} from '../../../../support/portals/contrata.ts';
import { byPath, type Portal, play, type Replies, seenAt } from '../../../../support/portals/portal.ts';
import { inputs, submit } from '../../../../support/portals/sepe-web.ts';

describe('removals in Contrat@', () => {
  const removals = (replies: Replies = {}): Portal =>
    byPath({
      ...menus('anulacioncomunicacion', 'menu_anulacion_bajas', [
        'servlet/ServletAnulComunic?pagina=initC',
        'servlet/ServletAnulComunic?pagina=initT',
      ]),
      [contrata('servlet/ServletAnulComunic?pagina=initC')]: formPage(ID_FORM, contrata('mostrar')),
      [contrata('servlet/ServletAnulComunic?pagina=initT')]: formPage(
        ID_FORM + inputs('idcomunicacion4', 'idcomunicacion'),
        contrata('mostrar'),
      ),
      [contrata('mostrar')]: formPage(detail() + submit('anular', 'Anular'), contrata('preguntar')),
      [contrata('preguntar')]: formPage(submit('enviar'), contrata('anular')),
      [contrata('anular')]: donePage('La anulación del contrato se ha realizado correctamente'),
      ...replies,
    });
  const removeContract = { footprint: FOOTPRINT, what: 'contract' as const };

  test('a removal presses all buttons up to the end', async () => {
    const { result, seen } = await play(removal, removeContract, removals());
    expect(result).toBe('La anulación del contrato se ha realizado correctamente');
    expect(seen.filter(({ commits }) => commits).map(({ path }) => path)).toEqual([
      contrata('preguntar'),
      contrata('anular'),
    ]);
  });

  test('a dry run ends where SEPE offers to remove', async () => {
    const { end, seen } = await play(removal, removeContract, removals(), true);
    expect(end).toEqual({ dry: true });
    expect(seen.at(-1)?.path).toBe(contrata('mostrar'));
  });

  test('a removal of a transformation names it by its suffix', async () => {
    const { seen } = await play(removal, { ...removeContract, what: 'transformation' }, removals());
    expect(seenAt(seen, contrata('mostrar')).fields).toMatchObject({
      idcomunicacion4: '55',
      idcomunicacion: '28-2026-0000123-55',
    });
  });

  test('a removal presses the buttons of old pages, which have other names', async () => {
    const old = removals({
      [contrata('mostrar')]: formPage(detail() + submit('b2', 'aceptar'), contrata('preguntar')),
      [contrata('preguntar')]: formPage(submit('b3', 'enviar'), contrata('anular')),
    });
    const { result, seen } = await play(removal, removeContract, old);
    expect(result).toMatch(/realizado correctamente/);
    expect(seen.filter(({ commits }) => commits).map(({ fields }) => fields)).toEqual([
      { b2: 'aceptar' },
      { b3: 'enviar' },
    ]);
  });

  test('a removal is done if pressing "anular" was enough', async () => {
    const done = { [contrata('preguntar')]: donePage('La anulación se ha realizado correctamente') };
    const { result, seen } = await play(removal, removeContract, removals(done));
    expect(result).toBe('La anulación se ha realizado correctamente');
    expect(seen.filter(({ commits }) => commits)).toHaveLength(1);
  });

  test.each<[string, Replies, unknown]>([
    ['that SEPE refuses', { [contrata('anular')]: errorPage('CCT4084') }, Refusal],
    [
      'for the principal user only',
      { [contrata('actionLogin.do')]: contrataPage('<p>Opción disponible para el usuario principal</p>') },
      Refusal,
    ],
    ['with no button to confirm', { [contrata('preguntar')]: contrataPage('hola') }, Unreadable],
    ['with another end', { [contrata('anular')]: contrataPage('hola') }, Unreadable],
  ])('a removal ends in the error of the case: %s', async (_why, replies, kind) => {
    expect((await play(removal, removeContract, removals(replies))).error).toBeInstanceOf(kind);
  });
});
