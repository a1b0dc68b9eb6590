import { describe, expect, test } from 'vitest';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { basicCopy } from '../../../../../shared/authorities/sepe/contrata/basic-copy.ts';
import {
  contrata,
  contrataPage,
  detail,
  donePage,
  FOOTPRINT,
  formPage,
  ID_FORM,
  menus,
  rows,
  WORKER,
  WORKER_FORM,
} from '../../../../support/portals/contrata.ts';
import { byPath, type Portal, play } from '../../../../support/portals/portal.ts';
import { submit } from '../../../../support/portals/sepe-web.ts';

describe('basic copies', () => {
  const COPY_FORM =
    '<select name="codtipofirma"><option value="1">1</option><option value="2">2</option></select>' +
    '<textarea name="areadeDomicilio"></textarea><textarea name="areadeTexto"></textarea>' +
    submit('enviar');
  const copies = (inner = detail() + COPY_FORM): Portal =>
    byPath({
      ...menus('copiabasica', 'menu_comunica_copiaBasicaContrato', [
        'servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica',
        'servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=copiabasica',
      ]),
      [contrata('servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica')]: formPage(
        ID_FORM,
        contrata('copia'),
      ),
      [contrata('servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=copiabasica')]: formPage(
        WORKER_FORM,
        contrata('lista'),
      ),
      [contrata('lista')]: formPage(rows('03/11/2026'), contrata('copia')),
      [contrata('copia')]: formPage(inner, contrata('enviar')),
      [contrata('enviar')]: donePage('La comunicación de la copia básica se ha realizado correctamente'),
    });
  const file = {
    contract: { footprint: FOOTPRINT },
    dni: '12345678Z',
    copy: { TIPO_FIRMA: '2', TEXTO_COPIABASICA: 'Jornada de mañana', DOMIC_CENTRO_TRABAJO: 'Calle Ñ 1' },
  };

  test('a basic copy is filed with the application’s form, in its charset', async () => {
    const { result, seen } = await play(basicCopy, file, copies());
    expect(result).toMatch(/se ha realizado correctamente/);
    expect(seen.filter(({ commits }) => commits).map(({ path }) => path)).toEqual([contrata('enviar')]);
    expect(String(seen.at(-1)?.body)).toBe(
      'codtipofirma=2&areadeDomicilio=Calle+%D1+1&areadeTexto=Jornada+de+ma%F1ana&enviar=enviar',
    );
  });

  test('a dry run ends at the form', async () => {
    const { end, seen } = await play(basicCopy, { ...file, contract: WORKER }, copies(), true);
    expect(end).toEqual({ dry: true });
    expect(seen.at(-1)?.path).toBe(contrata('copia'));
  });

  const QUESTIONS = [
    '¿La duración previsible es igual o inferior a 90 días?',
    'Indique si existe un convenio colectivo que autoriza mayor duración',
    'El periodo de actividad es sin fecha cierta',
    'Indique si el trabajador tiene certificado de profesionalidad',
    'Debe seleccionar el campo convenio colectivo',
    'El contrato es sin fecha de término',
    'No existe la persona física en la base de datos',
  ];

  test.each(QUESTIONS)(
    'a basic copy is refused if SEPE asks first, and leads back to the form: %s',
    async (question) => {
      const asks =
        (more: string): Portal =>
        (seen, index) =>
          seen.path === contrata('enviar')
            ? contrataPage(`<form name="datos"><p class="tac azneg">${question}</p>${more}</form>`)
            : copies()(seen, index);
      const { error } = await play(basicCopy, file, asks('<input type="submit" id="volver" value="volver">'));
      expect(error).toEqual(new Refusal([question]));
      // Elsewhere on the page the words may mean anything, so it is not known whether it was filed.
      const other = await play(basicCopy, file, asks(''));
      expect([other.error, other.committed]).toEqual([new Unreadable('neither success nor error'), true]);
    },
  );

  test.each<[string, string, typeof file, RegExp]>([
    ['of another worker', detail() + COPY_FORM, { ...file, dni: '87654321X' }, /otro trabajador/],
    [
      'already filed',
      `${COPY_FORM}<fieldset><div class="titulo">Ya se ha comunicado la copia</div></fieldset>`,
      file,
      /Ya se ha comunicado/,
    ],
  ])('a basic copy %s is not filed', async (_why, inner, given, message) => {
    const { error, committed } = await play(basicCopy, given, copies(inner));
    expect((error as Refusal).messages.join()).toMatch(message);
    expect(committed).toBe(false);
  });
});
