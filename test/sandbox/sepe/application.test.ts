import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import {
  BY_WORKER,
  CONTRACTS,
  dayFields,
  JSP,
  type Page,
  parts,
  period,
  QUERIES,
  removal,
  SERVLET,
  START,
  sepePages,
} from '../../support/stand-in/sepe-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;

const standIn = useStandIn();
const { open, followLinks, contractPage } = sepePages(standIn);

describe('the application', () => {
  const { contract: extended, convertedContract: converted, convertibleContract: convertible } = demo;

  test('shows a contract by its identifier, and prints it', async () => {
    const page = await contractPage(extended.sepeId);
    expect(page.error).toBe('');
    expect(page.value('CIF/NIF')).toBe(extended.cif);
    expect(page.value('NIF/NIE')).toBe(extended.dni);
    expect(page.value('Identificador del contrato')).toMatch(/^E-\d{2}-\d{4}-\d{7}$/);
    expect(page.value('Fecha de inicio del contrato', 'Datos del contrato')).toBe(
      slashed(extended.startDate),
    );
    expect(page.value('Cuenta de cotización')?.replaceAll(' ', '')).toBe(`0111${extended.ccc}`);
    expect(page.value('País', 'Centro de trabajo')).toBe('724 ESPAÑA');
    expect(page.value('Prórroga', 'Prórrogas del contrato')).toBe(`${extended.sepeId}-01`);
    expect(page.value('Fecha fin', 'Prórrogas del contrato')).toBe(slashed(addDays(today, 29)));
    expect(page.value('Existe convenio colectivo')).toBe('SI');
    const text = await page.pdf('Boton_imprimir');
    expect(text).toContain(extended.sepeId);
    expect(text).toContain(extended.dni);
  });

  test('finds it by worker and day, in a list that can be used again', async () => {
    const list = await (await followLinks(BY_WORKER)).press('aceptar', {
      nifnietrabajador: `  ${extended.dni}`,
      ...period(extended.startDate),
    });
    const [heading, row] = list.rows('form[name=datos] table.tableScroll');
    expect(heading!.length).toBeGreaterThanOrEqual(6);
    expect(row![5]).toBe(slashed(extended.startDate));
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await list.press(undefined, { indice: 'a0' });
      expect(page.value('Identificador del contrato')).toBe(extended.sepeId);
    }
  });

  test('refuses the contract of another certificate', async () => {
    expect((await contractPage(extended.sepeId, { as: 'other' })).error).toContain(
      'El contrato solicitado no existe',
    );
    const none = await (await followLinks(BY_WORKER, { as: 'other' })).press('aceptar', {
      nifnietrabajador: `  ${extended.dni}`,
      ...period(extended.startDate),
    });
    expect(none.error).toContain('No existen datos para esta consulta');
  });

  test('lists contracts by their start or by their communication', async () => {
    const form = await followLinks([
      ...CONTRACTS,
      `${SERVLET}/ServletConsultaEmpresa?pagina=idempresa&origen=`,
    ]);
    const company = {
      cifnifnie: extended.cif,
      regimen: '0111',
      numsecprov: extended.ccc.slice(0, 2),
      numsec: extended.ccc.slice(2, 9),
      digcont: extended.ccc.slice(9),
    };
    const ids = (page: Page) =>
      page
        .rows('table.tableScroll')
        .slice(1)
        .map((cells) => cells[2]);
    const byStart = await form.press('aceptar', {
      ...company,
      tipofecha: '1',
      ...period(extended.startDate),
    });
    expect(ids(byStart)).toEqual([extended.sepeId]);
    expect(byStart.rows('table.tableScroll')[0]).toEqual(
      expect.arrayContaining(['Tipo', 'Identificador', 'NIF/NIE', 'Código contrato', 'Fecha comunicación']),
    );
    const communicated = addDays(extended.startDate, 1);
    const byCommunication = await form.press('aceptar', {
      ...company,
      tipofecha: '2',
      ...period(communicated),
    });
    expect(ids(byCommunication)).toEqual([extended.sepeId]);
    const none = await form.press('aceptar', { ...company, tipofecha: '2', ...period(addDays(today, 5)) });
    expect(none.error).toContain('No existen datos para esta consulta');
  });

  test('prints a transformation, by identifier and by worker, with either button', async () => {
    const form = await followLinks([...QUERIES, `${SERVLET}/ServletConsultaTransformacion?pagina=entrada`]);
    const one = await form.press('aceptar', { tipoacceso: '1', ...parts(converted.sepeId) });
    expect(one.value('Identificador de la transformación')).toBe(`${converted.sepeId}-55`);
    const two = await form.press('aceptar', {
      tipoacceso: '2',
      nifnietrabajador: `  ${converted.dni}`,
      ...dayFields(converted.startDate, 'fechaini'),
    });
    for (const [page, button] of [
      [one, 'Boton_imprimir'],
      [two, 'enviar'],
    ] as const) {
      expect(await page.pdf(button)).toContain(`${converted.sepeId}-55`);
    }
    const none = await form.press('aceptar', { tipoacceso: '1', ...parts(convertible.sepeId) });
    expect(none.error).toContain('no está transformado');
  });

  test('prints an extension', async () => {
    const form = await followLinks([...QUERIES, `${SERVLET}/ServletConsultaProrrogas?pagina=entrada`]);
    const page = await form.press('aceptar', {
      tipoacceso: '1',
      ...parts(extended.sepeId),
      idcomunicacion4: '01',
    });
    expect(page.$('fieldset#fieldset2').text()).toContain(`${extended.sepeId}-01`);
    expect(await page.pdf('Boton_imprimir')).toContain(`${extended.sepeId}-01`);
  });

  const PRINT_COPY = [
    ...QUERIES,
    `${SERVLET}/ServletConsultaImpresionCB?pagina=entrada`,
    `${SERVLET}/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB`,
    `${SERVLET}/ServletConsultaImpresionCB?pagina=idcomunicacion&origen=consultaImpresionCB`,
  ];
  const SEND_COPY = [
    '/ccomunicacto/actionLogin.do?pagina=copiabasica',
    `${JSP}/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica`,
    `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica`,
  ];

  test('accepts a basic copy once, and then prints it', async () => {
    const print = await followLinks(PRINT_COPY);
    const missing = await print.press('aceptar', parts(convertible.sepeId));
    expect(missing.error).toContain('No se ha comunicado la copia básica para este contrato');

    const form = await (await followLinks(SEND_COPY)).press('aceptar', parts(convertible.sepeId));
    expect(form.value('NIF/NIE')).toBe(convertible.dni);
    const copy = { codtipofirma: '1', areadeDomicilio: 'Calle Peña', areadeTexto: 'Jornada de mañana' };
    expect((await form.press('enviar', copy)).success).toContain('se ha realizado correctamente');
    const found = await print.press('aceptar', parts(convertible.sepeId));
    expect(await found.pdf('Boton_imprimir')).toContain('Jornada de mañana');

    const again = await (await followLinks(SEND_COPY)).press('aceptar', parts(convertible.sepeId));
    expect(again.$('form[name=datos] fieldset div[class*=titulo]').text().toLowerCase()).toContain(
      'ya se ha comunicado',
    );
    expect((await again.press('enviar', copy)).error).toContain('Ya se ha comunicado');
    expect(await standIn.control.stats()).toMatchObject({
      submissions: { 'sepe.copia': 2 },
      accepted: { 'sepe.copia': 1 },
    });
  });

  test('prints the basic copy of a transformation', async () => {
    const form = await followLinks([
      ...PRINT_COPY.slice(0, 3),
      `${SERVLET}/ServletConsultaImpresionCB?pagina=init&origen=consultaImpresionCB`,
    ]);
    const page = await form.press('aceptar', { tipoacceso: '1', ...parts(converted.sepeId) });
    expect(await page.pdf('Boton_imprimir')).toContain('COPIA BÁSICA');
  });

  test('removes a contract after a confirmation, and not before', async () => {
    const before = await standIn.control.digest();
    const shown = await (await followLinks(removal('C'))).press('aceptar', parts(convertible.sepeId));
    const confirmation = await shown.press('anular');
    expect(confirmation.$('form[name=datos] input[name=enviar]')).toHaveLength(1);
    expect(await standIn.control.digest()).toBe(before);
    expect((await confirmation.press('enviar')).success).toBe(
      'La anulación del contrato se ha realizado correctamente',
    );
    expect((await contractPage(convertible.sepeId)).error).toMatch(/no existe/i);
    expect(await standIn.control.stats()).toMatchObject({
      submissions: { 'sepe.baja': 1 },
      accepted: { 'sepe.baja': 1 },
    });
  });

  test('keeps a contract with a transformation, until that is removed', async () => {
    const refused = await (await followLinks(removal('C'))).press('aceptar', parts(converted.sepeId));
    expect(refused.error).toContain('No se permite anular el contrato');
    const form = await followLinks(removal('T'));
    const shown = await form.press('aceptar', { ...parts(converted.sepeId), idcomunicacion4: '55' });
    const done = await (await shown.press('anular')).press('enviar');
    expect(done.success).toBe('La anulación de la transformación se ha realizado correctamente');
    expect((await (await followLinks(removal('C'))).press('aceptar', parts(converted.sepeId))).error).toBe(
      '',
    );
  });

  test('answers every link of its menus', async () => {
    const seen = new Set<string>();
    const home = await open(START);
    const visit = async (href: string): Promise<void> => {
      if (seen.has(href)) return;
      seen.add(href);
      const page = await home.visit(href);
      expect(page.error, href).toBe('');
      for (const anchor of page.$('a').get()) await visit(page.$(anchor).attr('href')!);
    };
    await visit(START);
    expect(seen.size).toBeGreaterThan(25);
  });
});
