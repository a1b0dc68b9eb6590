import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { NothingFound, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  documentOfNumber,
  numberOfDocument,
} from '../../../../../shared/authorities/tgss/prosa/identities.ts';
import { play } from '../../../../support/portals/portal.ts';
import { plain, refusedPage, xml } from '../../../../support/portals/prosa.ts';
import { documentForm, numberForm } from '../../../../support/portals/prosa-applications.ts';

const NSS = '280000000196';
const person = {
  nss: NSS,
  identificacion: '1',
  dni: '12345678Z',
  nombres: 'ANA',
  apellidos: 'GARCIA LOPEZ',
};

describe('the number of a document', () => {
  const named = { dni: '12345678Z', apellido1: 'garcía', apellido2: 'lópez' };
  const box = '<input type="checkbox" id="checkApellido2" name="checkApellido2" value="2"/>';
  const data = (more: string) => xml(`<SECCION_1>${more}</SECCION_1>`);
  const section = (dni = '12345678Z') =>
    plain(
      `<div id="CONTENEDOR_SECCION_1"><div><div class="db_col">Tipo documento: 1 DNI</div><div>Documento: ${dni}</div>
<div>Nombre: GARCIA LOPEZ, ANA</div><div>Número de afiliación: 28 00000001 96</div></div></div>`,
    );

  it.each<[string, Answer]>([
    ['as a page shows it', section()],
    [
      'as data, whatever their names',
      data(
        '<TIPO>1</TIPO><IP6NUMERO_DOCUMENTO>12345678Z</IP6NUMERO_DOCUMENTO><NOMBRE>GARCIA LOPEZ, ANA</NOMBRE><NAF>280000000196</NAF>',
      ),
    ],
    [
      'without its document, which was asked for',
      data('<NAF>280000000196</NAF><TIPO>1</TIPO><NOM_NOMBRE>GARCIA LOPEZ, ANA</NOM_NOMBRE>'),
    ],
  ])('the number is read %s', async (_, page) => {
    const { seen, result } = await play(numberOfDocument, named, [documentForm(box), page]);
    expect(seen[0]!.path).toContain('ARQ.IDAPP=XV24M00D');
    expect(seen[1]!.fields).toMatchObject({
      tipo: '1',
      ipf6NumeroDocumento: '12345678Z',
      primerApellido: 'GARCÍA',
      segundoApellido: 'LÓPEZ',
      'SPM.ACC.Continuar': 'Continuar',
    });
    expect(seen[1]!.fields).not.toHaveProperty('checkApellido2');
    expect(result).toEqual(person);
  });

  it('the query says that there is no second surname, and accepts a NIE of ten characters', async () => {
    const asked = { dni: '0X1234567L', apellido1: 'SMITH' };
    const { seen, result } = await play(numberOfDocument, asked, [documentForm(box), section('X1234567L')]);
    expect(seen[1]!.fields).toMatchObject({
      tipo: '6',
      ipf6NumeroDocumento: 'X1234567L',
      segundoApellido: '',
      checkApellido2: '2',
    });
    expect(result?.nss).toBe(NSS);
    // If the page lacks that checkbox, the form is sent as well.
    const without = await play(numberOfDocument, asked, [documentForm(), section('X1234567L')]);
    expect(without.result?.nss).toBe(NSS);
  });

  it.each<[string, Answer, new (...args: never[]) => Error]>([
    ['the portal refuses', refusedPage('IDENTIFICADOR DE PERSONA FISICA ERRONEO'), Refusal],
    ['it is of another document', section('87654321X'), Unreadable],
    ['a page shows none', plain('<div id="CONTENEDOR_SECCION_1"><div>Nombre: ANA</div></div>'), Unreadable],
    ['data have none', data('<NOMBRE>ANA</NOMBRE><OTRO>28000000</OTRO>'), Unreadable],
  ])('the number is not given if %s', async (_, page, error) => {
    expect((await play(numberOfDocument, named, [documentForm(box), page])).error).toBeInstanceOf(error);
  });
});

describe('the document of a number', () => {
  const found = (nss = NSS) =>
    numberForm(`<td>${nss}</td><td>1&nbsp; 12345678Z</td><td>GARCIA LOPEZ, ANA</td>`);

  it.each<[string, Answer]>([
    ['next to the number', found()],
    [
      'as data',
      xml(
        `<TRABAJADOR><NAF>${NSS}</NAF><IP9NumDoc>12345678Z</IP9NumDoc><NOMBRE_COMPLETO>GARCIA LOPEZ, ANA</NOMBRE_COMPLETO></TRABAJADOR>`,
      ),
    ],
  ])('the document is read %s', async (_, page) => {
    const { seen, result } = await play(documentOfNumber, { nss: NSS }, [numberForm(), page]);
    expect(seen[0]!.path).toContain('ARQ.IDAPP=XV24M00C');
    expect(seen[1]!.fields).toMatchObject({
      NA1NumSegSocialSinDC1: '2800000001',
      NA1NumSegSocialSinDC2: '',
      'SPM.ACC.Consultar': 'Consultar',
    });
    expect(result).toEqual(person);
  });

  it.each<[string, Answer, new (...args: never[]) => Error]>([
    ['the portal refuses', refusedPage('NO EXISTEN DATOS PARA ESTA CONSULTA'), Refusal],
    ['the check digits are others', found('280000000197'), NothingFound],
    ['the row stays empty', numberForm('<td></td><td></td><td></td>'), Unreadable],
    ['it has no document', numberForm(`<td>${NSS}</td><td></td><td>GARCIA LOPEZ, ANA</td>`), Unreadable],
  ])('the document is not given if %s', async (_, page, error) => {
    expect((await play(documentOfNumber, { nss: NSS }, [numberForm(), page])).error).toBeInstanceOf(error);
  });
});
