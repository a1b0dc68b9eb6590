import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOut, MAX_STEPS } from '../shared/authorities/conversation.ts';
import {
  type Answer,
  type Exchange,
  OutOfService,
  Refusal,
  Unreadable,
} from '../shared/authorities/exchange.ts';
import { accountHolder } from '../shared/authorities/tgss/account-holder.ts';
import { accountWorkers } from '../shared/authorities/tgss/account-workers.ts';
import { type AssignmentInput, assignment } from '../shared/authorities/tgss/assignment.ts';
import { authorisedUsers } from '../shared/authorities/tgss/authorised-users.ts';
import { bankDetails } from '../shared/authorities/tgss/bank-details.ts';
import { changeCno } from '../shared/authorities/tgss/change-cno.ts';
import { changeContract } from '../shared/authorities/tgss/change-contract.ts';
import { changeCategory, changeGroup, changeOccupation } from '../shared/authorities/tgss/change-record.ts';
import { codeOf, contributionRecord } from '../shared/authorities/tgss/contribution-record.ts';
import { type FieInput, fie } from '../shared/authorities/tgss/fie.ts';
import { readFie } from '../shared/authorities/tgss/fie-rows.ts';
import { lifeReport } from '../shared/authorities/tgss/life-report.ts';
import { removeRegistration } from '../shared/authorities/tgss/remove-registration.ts';
import { removeScheduled } from '../shared/authorities/tgss/remove-scheduled.ts';
import { removeTermination } from '../shared/authorities/tgss/remove-termination.ts';
import { settlementReceipt } from '../shared/authorities/tgss/settlement-receipt.ts';
import { taDocuments } from '../shared/authorities/tgss/ta-documents.ts';
import { unpaidPlacement } from '../shared/authorities/tgss/unpaid-placement.ts';
import { documentKind } from '../shared/authorities/tgss/values.ts';

// --- A portal made of answers

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const answerOf = (contentType: string, body: Uint8Array, status = 200): Answer => ({
  status,
  contentType,
  headers: {},
  body,
});

const PDF = latin1('%PDF-1.4 proof');
const pdf = answerOf('application/pdf', PDF);

const xml = (content: string) =>
  answerOf(
    'text/xml; charset=ISO-8859-1',
    latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>
<?xml-stylesheet type="text/xsl" href="/ProsaInternet/xsl/ficha.xsl"?>
<ProsaXMLData>${content}</ProsaXMLData>`),
  );

const ACTION =
  '/ProsaInternet/OnlineAccessUtf8;jsessionid=0000a:b?ARQ.SPM.TICKET=T1&amp;SPM.CONTEXT=internet&amp;ARQ.SPM.TMS_NAVEGACION=5';

const form = (controls: string, id = 'FORMULARIO_1') =>
  `<form id="${id}" name="${id}" method="post" action="${ACTION}">
<input id="ARQ_SPM_TICKET" value="T1"/><input id="ARQ_SPM_TMS_NAVEGACION" value="5"/>
${controls}
</form>`;

const inputs = (...names: string[]) =>
  names.map((name) => `<input type="text" id="${name}" name="${name}" value=""/>`).join('\n');
const select = (name: string, ...values: string[]) =>
  `<select name="${name}">${values.map((value) => `<option value="${value}">${value}</option>`).join('')}</select>`;
const button = (id: string, action: string) =>
  `<button id="${id}" name="SPM.ACC.${action}" value="${action}">${action}</button>`;
const radio = (id: string, name: string, value: string) =>
  `<input type="radio" id="${id}" name="${name}" value="${value}"/>`;
const message = (kind: 'ERROR' | 'INFO', text: string) =>
  `<MESSAGES id="MESSAGES"><MESSAGE><TIPO>${kind}</TIPO><TEXTO><![CDATA[${text}]]></TEXTO></MESSAGE></MESSAGES>`;
const link = (type = 'DOCUMENTO') =>
  `<prevdocumentoseinformes id="prevdocumentoseinformes"><a data-pc_tipo="documento" href="/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1&amp;TYPEVIEW=${type}">TA</a></prevdocumentoseinformes>`;

const confirmation = () =>
  xml(
    form(
      `<input type="hidden" name="OPCION" value="A"/>${button('ENVIO_20', 'CONFIRMAR')}${button('ENVIO_21', 'ATRAS')}`,
    ),
  );
/** A page with a part of its text replaced. */
const edit = (page: Answer, part: string, replacement: string): Answer => ({
  ...page,
  body: latin1(Buffer.from(page.body).toString('latin1').replace(part, replacement)),
});
const done = () => xml(message('INFO', 'OPERACION REALIZADA CORRECTAMENTE') + link());
const refusedPage = (text: string) => xml(form('') + message('ERROR', text));

/** Plays answers against an exchange; the last of them for ever. */
const play = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  answers: Answer[],
  dry = false,
) => {
  const seen: { path: string; commits: boolean; fields: Record<string, string> }[] = [];
  const ending = await carryOut(exchange, input, dry, async (step) => {
    const fields = Object.fromEntries(new URLSearchParams(String(step.body ?? '')));
    seen.push({ path: step.path, commits: step.commits === true, fields });
    return answers[Math.min(seen.length, answers.length) - 1]!;
  });
  const result = 'result' in ending.how ? ending.how.result : undefined;
  const error = 'error' in ending.how ? ending.how.error : undefined;
  return { ...ending, seen, result, error };
};

const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000196', dni: '16262835H' };
const withKind = { ...worker, identificacion: '1' as const };

// --- Changes of a record

const searchForm = () =>
  xml(
    form(
      `${select('tipo', '', '1', '2', '3', '4', '5', '6')}${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut')}
<input type="hidden" id="PR_CAMPO_ORIGEN" name="PR_CAMPO_ORIGEN" value=""/>${button('ENVIO_10', 'Consultar')}`,
      'FORMULARIO_6',
    ),
  );

const BLOCKS = `<trabajador><NA5NumSegSocialCompleto>280000000196</NA5NumSegSocialCompleto><ipfPsaf><IP2tipo>1</IP2tipo><IP3numero/></ipfPsaf><NOMBRE_COMPLETO>PEÑA GIL, ANA</NOMBRE_COMPLETO></trabajador>
<cuentaCotizacion><CC1EmpresaAut>011128000000097</CC1EmpresaAut></cuentaCotizacion>
<contrato><tipoContrato><codigo>100</codigo><desCorta/><desLarga/></tipoContrato><nafSustituido/></contrato>
<categoriaProfesional><fechaCambioCategoriaProfesional/><categoriaProfesional/></categoriaProfesional>
<claveSituacionPeriodo><claveSituacion><codigo>01</codigo></claveSituacion></claveSituacionPeriodo>
<grupoCotizacion><fechaCambioGrupo>03/11/2025</fechaCambioGrupo><grupoCotizacion><codigo>03</codigo><desCorta>JEFES</desCorta></grupoCotizacion></grupoCotizacion>
<ocupacion/>`;

const recordPage = (...fields: string[]) =>
  xml(
    form(
      `${inputs(...fields)}${select('tipoImpresion', '', 'Diferido', 'OnLine')}${button('ENVIO_7', 'Continuar')}`,
    ) + BLOCKS,
  );

const groupChange = { ...worker, fecha_real: '2026-03-09', grupo_cotizacion: '04' };
const groupPage = () => recordPage('codNuevoGrupo', 'fechaSituacion');
const changeWith = (...answers: Answer[]) =>
  play(changeGroup, groupChange, [searchForm(), groupPage(), ...answers]);

describe('changes of group, occupation and category', () => {
  it('finds the worker, then files with the second page and gets the document', async () => {
    const { seen, result } = await changeWith(done(), pdf);
    expect(seen[0]!.path).toBe(
      '/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=XV24M00B',
    );
    expect(seen[1]!.path).toBe(ACTION.replaceAll('&amp;', '&'));
    expect(seen[1]!.fields).toEqual({
      'ARQ.SPM.TICKET': 'T1',
      'SPM.CONTEXT': 'internet',
      'ARQ.SPM.OUT': 'XML_STYLESHEET',
      tipo: '1',
      NA5NumSegSocialCompleto: worker.nss,
      IP9NumDoc: worker.dni,
      CC1EmpresaAut: '011128000000097',
      PR_CAMPO_ORIGEN: 'FORM',
      'SPM.ACC.Consultar': 'Consultar',
    });
    expect(seen[2]!.fields).toMatchObject({
      codNuevoGrupo: '04',
      fechaSituacion: '09/03/2026',
      tipoImpresion: 'OnLine',
    });
    expect(seen[3]!.path).toBe(
      '/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1&TYPEVIEW=DOCUMENTO',
    );
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, false]);
    expect(result).toEqual({
      message: 'OPERACION REALIZADA CORRECTAMENTE',
      document: { contentType: 'application/pdf', name: 'TA.pdf', bytes: PDF },
    });
  });

  it('chooses the kind of document by its place where the values are others', async () => {
    const page = searchForm();
    page.body = latin1(
      Buffer.from(page.body)
        .toString('latin1')
        .replace(/value="(\d)"/g, 'value="X$1"'),
    );
    const { seen } = await play(changeGroup, { ...groupChange, dni: 'X1234567L' }, [
      page,
      groupPage(),
      done(),
    ]);
    expect(seen[1]!.fields.tipo).toBe('X6');
  });

  it('ends a dry run with the worker found and nothing sent that files', async () => {
    const { seen, how } = await play(changeGroup, groupChange, [searchForm(), groupPage()], true);
    expect(how).toEqual({ dry: true });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['no worker', [refusedPage('NUMERO DE AFILIACION INEXISTENTE')], false],
    ['a wrong date', [groupPage(), refusedPage('FECHA ERRONEA')], true],
  ])('is refused in the portal’s words: %s', async (_, answers, committed) => {
    const ending = await play(changeGroup, groupChange, [searchForm(), ...answers]);
    expect(ending.error).toBeInstanceOf(Refusal);
    expect(ending.committed).toBe(committed);
  });

  it.each<[string, Answer]>([
    ['nothing said', xml('')],
    ['another message', xml(message('INFO', 'PENDIENTE DE PROCESO'))],
    [
      'both an error and success',
      xml(message('ERROR', 'X') + message('INFO', 'OPERACION REALIZADA CORRECTAMENTE')),
    ],
    ['an error that sounds like success', refusedPage('OPERACION YA REALIZADA')],
    ['a page without end', answerOf('text/xml', latin1('<a>'.repeat(300)))],
  ])('leaves it open with %s', async (_, answer) => {
    const { error, committed } = await changeWith(answer);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  it('is accepted where the document does not come', async () => {
    const { result } = await changeWith(done(), xml(''));
    expect(result).toEqual({ message: 'OPERACION REALIZADA CORRECTAMENTE' });
  });

  it('never follows a link to elsewhere', async () => {
    const page = xml(
      message('INFO', 'OPERACION REALIZADA CORRECTAMENTE') +
        '<a data-pc_tipo="documento" href="https://elsewhere.invalid/doc">x</a>',
    );
    expect((await changeWith(page, pdf)).seen).toHaveLength(3);
  });

  it('puts occupation and category where they belong', async () => {
    const occupation = await play(changeOccupation, { ...worker, fecha_real: '2026-03-09', ocupacion: 'a' }, [
      searchForm(),
      recordPage('NueOcu', 'fecSit'),
      done(),
      pdf,
    ]);
    expect(occupation.seen[0]!.path).toContain('IDAPP=XV24M00G');
    expect(occupation.seen[2]!.fields).toMatchObject({ NueOcu: 'A', fecSit: '09/03/2026' });
    const category = await play(
      changeCategory,
      { ...worker, fecha_real: '2026-03-09', category_professional: '0000301' },
      [searchForm(), recordPage('NueCat', 'fecSit'), done(), pdf],
    );
    expect(category.seen[0]!.path).toContain('IDAPP=XV24M00I');
    expect(category.seen[2]!.fields).toMatchObject({ NueCat: '0000301' });
  });
});

describe('the contribution record', () => {
  it('gives every block under the portal’s names, and leaves', async () => {
    const { result, seen } = await play(contributionRecord, worker, [searchForm(), groupPage()]);
    expect(seen).toHaveLength(2);
    expect(result).toMatchObject({
      trabajador: { NOMBRE_COMPLETO: 'PEÑA GIL, ANA', ipfPsaf: { IP2tipo: '1', IP3numero: '' } },
      contrato: { tipoContrato: { codigo: '100', desCorta: '', desLarga: '' }, nafSustituido: '' },
      categoriaProfesional: { categoriaProfesional: '' },
      grupoCotizacion: {
        fechaCambioGrupo: '03/11/2025',
        grupoCotizacion: { codigo: '03', desCorta: 'JEFES' },
      },
      ocupacion: {},
    });
    expect(codeOf(result!.grupoCotizacion.grupoCotizacion)).toBe('03');
  });

  it('is unreadable without its blocks', async () => {
    const { error } = await play(contributionRecord, worker, [searchForm(), xml('<trabajador/>')]);
    expect(error).toBeInstanceOf(Unreadable);
  });
});

// --- Others that file

const cesion: AssignmentInput = {
  ...withKind,
  option: 'add',
  cesion_regimen: '0111',
  cesion_ccc: '08000000097',
  cesion_tipo: '02',
  startDate: '2026-03-09',
  endDate: '2026-04-01',
};
const cesionForm = () =>
  xml(
    form(
      `${select('OPCION', 'A', 'M', 'B')}${select('tipo', '1', '2', '6')}
${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut', 'CesEmpresa', 'CesTipo', 'fechaInicio', 'fechaFin')}
${button('ENVIO_3', 'Continuar')}`,
    ),
  );

describe('assignments', () => {
  it('may file with the form, and with the confirmation where it is asked for', async () => {
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

  it('are removed without an end', async () => {
    const { endDate, ...removal } = { ...cesion, option: 'remove' as const };
    const { seen } = await play(assignment, removal, [cesionForm(), confirmation(), done(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ OPCION: 'B', fechaFin: '' });
  });

  it('end a dry run before the form is sent', async () => {
    const { seen, how } = await play(assignment, cesion, [cesionForm(), confirmation()], true);
    expect(how).toEqual({ dry: true });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['the form', [refusedPage('LA CESION YA EXISTE')]],
    ['the confirmation', [confirmation(), refusedPage('LA CESION YA EXISTE')]],
  ])('are refused in answer to %s', async (_, answers) => {
    const { error } = await play(assignment, cesion, [cesionForm(), ...answers]);
    expect((error as Refusal).messages).toEqual(['LA CESION YA EXISTE']);
  });

  it('are accepted where the form files at once', async () => {
    const { seen, result } = await play(assignment, cesion, [cesionForm(), done(), pdf]);
    expect(seen).toHaveLength(3);
    expect(result?.document?.bytes).toEqual(PDF);
  });

  const sayingDone = () =>
    edit(confirmation(), '<form', `${message('INFO', 'OPERACION REALIZADA CORRECTAMENTE')}<form`);
  it.each([
    ['a page that says nothing and asks nothing', [xml('')], 2],
    ['a page that says that it is done and asks to confirm', [sayingDone()], 2],
    [
      'a page whose button of that place does not say that it confirms',
      [xml(form(button('ENVIO_20', 'BORRAR')))],
      2,
    ],
    ['a page that asks to confirm again', [confirmation(), confirmation()], 3],
  ])('are left open with %s', async (_, answers, requests) => {
    const { error, committed, seen } = await play(assignment, cesion, [cesionForm(), ...answers]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
    expect(seen).toHaveLength(requests);
  });
});

describe('forms that file at once', () => {
  it('records days of placements', async () => {
    const page = xml(
      form(
        `${select('tipo', '1', '2', '6')}${inputs('NA5NumSegSocialCompleto', 'IP9NumDoc', 'CC1EmpresaAut', 'periodo', 'diaEfectivo', 'diaPrevistoITAT', 'diaPrevisto', 'indPractica', 'noRemunerada')}${button('ENVIO_3', 'Continuar')}`,
      ),
    );
    const input = { ...withKind, month: '2026-03', dia_efectivo: 0, no_remunerada: true };
    const { seen } = await play(unpaidPlacement, input, [page, done(), pdf]);
    expect(seen[1]).toMatchObject({
      commits: true,
      fields: { periodo: '03/2026', diaEfectivo: '0', diaPrevisto: '', indPractica: '', noRemunerada: '1' },
    });
  });

  it('removes the registration in force', async () => {
    const page = xml(
      form(
        `${inputs('NA5NumSegSocialCompleto', 'CC1EmpresaAut')}${select('tipoImpresion', '', 'Diferido', 'OnLine')}${button('ENVIO_3', 'Continuar')}`,
      ),
    );
    const { seen } = await play(removeRegistration, worker, [page, done(), pdf]);
    expect(seen[1]).toMatchObject({ commits: true, fields: { CC1EmpresaAut: '011128000000097' } });
    expect((await play(removeRegistration, worker, [page], true)).seen).toHaveLength(1);
  });
});

// --- Jacada dialogs beside them

const screen = (controls: string, dil = '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR') =>
  answerOf(
    'text/html; charset=ISO-8859-1',
    latin1(`<html><body><form id="jacadaform" name="jacadaform" method="post" action="/Xhtml?SessionId=S1&amp;x=1">
${controls}
<label id="DIL">${dil}</label>
</form></body></html>`),
  );
const submit = (id: string, value = 'Continuar') =>
  `<input type="submit" id="${id}" name="btn_${id}" value="${value}"/>`;
const texts = (...names: string[]) =>
  names.map((name) => `<input type="text" name="txt_${name}" value=""/>`).join('');
const workerScreen = (continueId: string, scheme = 'SDFREGAFI_ayuda') =>
  screen(
    texts('SDFPROAFI', 'SDFCODAFI', 'SDFTIPPFI_ayuda', 'SDFNUMPFI', scheme, 'SDFTESCTACOT', 'SDFCTACOT') +
      submit(continueId),
  );
const accepted = () => screen('', '3408* OPERACION REALIZADA CORRECTAMENTE');

describe('changes over Jacada', () => {
  const contractScreens = () => [
    workerScreen('Sub2207601004'),
    screen(
      `${texts('SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA', 'SDFCOEFCO_ayuda')}<input name="txt_SDFTICO_ayuda" value="100"/>${submit('Sub2207401004')}`,
    ),
  ];
  const warning = () =>
    screen(
      `<div id="Sub0600401054">Revise el contenido del coeficiente a tiempo parcial</div>${submit('Sub9', 'Confirmar')}`,
    );
  const contract = { ...worker, startDate: '2026-03-09', contractType: '200', coeficiente: '500' };

  it('changes contract and coefficient, confirming the warning', async () => {
    const { seen, result } = await play(changeContract, contract, [
      ...contractScreens(),
      warning(),
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

  it('leaves a dry run before the second screen is sent', async () => {
    expect((await play(changeContract, contract, contractScreens(), true)).seen).toHaveLength(2);
  });

  it('changes the CNO, confirming where that is asked for', async () => {
    const screens = [
      workerScreen('Sub2207001004_40', 'SDFREGAFI'),
      screen(texts('SDFDREAL', 'SDFMREAL', 'SDFAREAL', 'SDFCNOCUP_ayuda') + submit('Sub2207001004_83')),
      screen(submit('Sub2204701006_83', 'Confirmar')),
      accepted(),
    ];
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

  it('removes a scheduled movement with its second screen', async () => {
    const both = '<select name="cbo_ListaAltasBajas001"><option>Alta</option><option>Baja</option></select>';
    const what = '<select name="cbo_ListaAltasBajas"><option></option><option>Eliminación</option></select>';
    const first = screen(
      texts(
        'SDFTESORNAF',
        'SDFNUMNAF',
        'SDFREGCC_ayuda',
        'SDFTESCC',
        'SDFNUMCC',
        'SDFDIAB',
        'SDFMESB',
        'SDFAOB',
      ) +
        both +
        what +
        submit('Sub2207101004'),
    );
    const input = { ...worker, kind: 'Baja' as const, fecha_real: '2026-03-09' };
    const { seen } = await play(removeScheduled, input, [first, screen(submit('Sub2207101004')), accepted()]);
    expect(seen[1]!.fields).toMatchObject({ cbo_ListaAltasBajas001: 'Baja', txt_SDFDIAB: '09' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true]);
  });

  it('removes a termination with its confirmation', async () => {
    const first = screen(
      texts(
        'SDFIDPRONAF',
        'SDFIDNAFCON',
        'SDFIDTIPOPF_ayuda',
        'SDFIDNIDEPF',
        'SDFIDREGIMEN_ayuda',
        'SDFIDTESCTA',
        'SDFIDCTACON',
        'SDFIDFREALDD',
        'SDFIDFREALMM',
        'SDFIDFREALAA',
      ) + submit('Sub2207401004'),
    );
    const { seen } = await play(removeTermination, { ...worker, fecha_real: '2026-03-09' }, [
      first,
      screen(submit('Sub2205301005', 'Confirmar')),
      accepted(),
    ]);
    expect(seen[1]!.fields).toMatchObject({ txt_SDFIDNIDEPF: '016262835H', txt_SDFIDFREALAA: '2026' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true]);
  });
});

describe('lists over Jacada', () => {
  it('names the workers of an account', async () => {
    const row = (...cells: string[]) =>
      `<tr>${cells.map((cell) => `<td><span><label>${cell}</label></span></td>`).join('')}</tr>`;
    const box = (id: string) => `<input type="checkbox" id="${id}" name="chk_${id}" value="1"/>`;
    const first = screen(
      texts('SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62') +
        box('chkgrupo1_1') +
        box('chkgrupo1_2') +
        submit('Sub2207601004'),
    );
    const rows =
      row('28 0000000196', 'GIL, ANA', '09-03-2026', '', '016262835H') +
      row('28 0000000297', 'LI, BO', '10-03-2026', 'BJ', '0X1234567L');
    const list = screen(
      `<table id="Sub1000112079"><tbody>${rows}</tbody></table>`,
      '3252* NO HAY MAS AFILIADOS',
    );
    const input = { regimen: '0111', ccc: worker.ccc, which: 'previous' as const };
    const { seen, result } = await play(accountWorkers, input, [first, list]);
    expect(seen[1]!.fields).toHaveProperty('chk_chkgrupo1_2');
    expect(seen[1]!.fields).not.toHaveProperty('chk_chkgrupo1_1');
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

  it('names the holder of an account', async () => {
    const first = screen(texts('SDFREGCTA_ayuda', 'SDFTESCTA', 'SDFNUMCTA') + submit('Sub2207601004'));
    const data = screen(
      '<label id="SDFEMPRESARIO3">B12345674</label><label id="SDFNOMBRE3">EJEMPLO SL</label>',
    );
    expect((await play(accountHolder, worker, [first, data])).result).toBe('EJEMPLO SL');
  });

  it('gives the movements that have documents', async () => {
    const first = screen(
      `${texts('SDFTESNAF', 'SDFNAF', 'SDFREGCTA_NH', 'SDFTESCTA', 'SDFCUENTA', 'SDFDIA', 'SDFMES', 'SDFAO')}<select name="cbo_ListaTipoImpresion"><option></option><option>OnLine</option></select><input type="checkbox" name="chk_SDFINFTA1" value="1"/>${submit('Sub2207601004')}`,
    );
    const cell = (column: number, text: string) =>
      `<td><label id="Sub0900112079_${column}_0">${text}</label></td>`;
    const list = screen(
      `<table id="Sub0900112079"><tbody><tr>${cell(1, 'ALTA')}${cell(2, '09 03 2026')}${cell(3, '01 03 2026')}</tr></tbody></table>`,
      '',
    );
    const { seen, result } = await play(taDocuments, worker, [first, list]);
    expect(seen[1]!.fields.txt_SDFAO).toBe('');
    expect(result).toEqual([
      { movement: 'ALTA', fecha_real: '2026-03-09', fecha_comunicacion: '2026-03-01' },
    ]);
  });
});

describe('documentKind', () => {
  it.each([
    ['16262835H', '1'],
    ['016262835H', '1'],
    ['K1234567A', '1'],
    ['X1234567L', '6'],
    ['AB123456', '2'],
  ])('%s is of kind %s', (dni, kind) => {
    expect(documentKind(dni)).toBe(kind);
  });
});

// --- Authorised users

const plain = (body: string) =>
  answerOf('text/html; charset=ISO-8859-1', latin1(`<html><body>${body}</body></html>`));
const ACCEPT = '<input type="submit" id="SPM.ACC.ACEPTAR" name="SPM.ACC.ACEPTAR" value="Aceptar"/>';
const users = () =>
  plain(
    form(
      `${radio('autorizado12345', 'NUM_AUTORIZADO', '12345')}<label for="autorizado12345">12345 - ASESORÍA UNO</label>
${radio('autorizado678', 'NUM_AUTORIZADO', '678')}<label for="autorizado678">678 - ASESORIA DOS</label>${ACCEPT}`,
    ),
  );
const settlementForm = () =>
  plain(
    form(
      `${inputs('CCC', 'REGIMEN', 'MES_DESDE', 'ANNIO_DESDE', 'MES_HASTA', 'ANNIO_HASTA', 'MES_CONTROL', 'ANNIO_CONTROL')}${select('TIPO_LIQUIDACION', 'L00', 'L03')}${radio('idOrigenE', 'ORIGEN_LIQUIDACION', 'E')}${radio('idOrigenT', 'ORIGEN_LIQUIDACION', 'T')}${ACCEPT}`,
      'formDatos',
    ),
  );
/** The list of settlements, by what it says of each. */
const settlementList = (...labels: string[]) =>
  plain(
    form(
      `${labels.map((label, index) => `${radio(`liquidacion${index}`, 'LIQUIDACION', `${index}`)}<label for="liquidacion${index}">${label}</label>`).join('\n')}
<input type="submit" id="SPM.ACC.CONTINUAR" name="SPM.ACC.CONTINUAR" value="Continuar"/>`,
      'formListado',
    ),
  );
const oneSettlement = () => settlementList('99000001 L03 01/2026 - 03/2026');
const htmlError = (text: string) =>
  plain(`<div id="ARQContenMensaje"><ul><li class="mensajeError">${text}</li></ul></div>`);
const settlement = {
  regimen: '0111',
  ccc: worker.ccc,
  type: 'L03',
  from: '2026-01',
  to: '2026-03',
  control: '2026-04',
};

const receiptPage = () => plain(link().replaceAll('prevdocumentoseinformes', 'div'));

describe('settlement receipts', () => {
  /** Where the certificate has one authorised user: asked whether there are several, then opened. */
  const opened = () => [settlementForm(), settlementForm()];
  const asOne = (...answers: Answer[]) => play(settlementReceipt, settlement, [...opened(), ...answers]);

  it('asks as the authorised user, for the months, and takes the document of the settlement', async () => {
    const answers = [users(), settlementForm(), oneSettlement(), receiptPage(), pdf];
    const { seen, result } = await play(settlementReceipt, { ...settlement, authorised: '00678' }, answers);
    expect(seen[0]!.path).toContain('IDAPP=XV21Y200');
    expect(seen[1]!.fields).toMatchObject({ NUM_AUTORIZADO: '678', 'SPM.PORTALTYPE': 'HTML' });
    expect(seen[1]!.fields).not.toHaveProperty('ARQ.SPM.OUT');
    expect(seen[2]!.fields).toMatchObject({
      MES_DESDE: '01',
      ANNIO_HASTA: '2026',
      TIPO_LIQUIDACION: 'L03',
      MES_CONTROL: '04',
      ORIGEN_LIQUIDACION: 'T',
    });
    expect(seen[3]!.fields).toMatchObject({ LIQUIDACION: '0', 'SPM.ACC.CONTINUAR': 'Continuar' });
    expect(result).toEqual({ document: { contentType: 'application/pdf', name: 'RLC.pdf', bytes: PDF } });
    expect(seen.some(({ commits }) => commits)).toBe(false);
  });

  it('tries each authorised user where none is named, until the account is theirs', async () => {
    const notOwner = htmlError('CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO');
    const asSecond = [users(), settlementForm(), oneSettlement(), receiptPage(), pdf];
    const answers = [users(), users(), settlementForm(), notOwner, ...asSecond];
    const { seen, result } = await play(settlementReceipt, settlement, answers);
    expect(seen.flatMap(({ fields }) => fields.NUM_AUTORIZADO ?? [])).toEqual(['12345', '678']);
    expect(result).toHaveProperty('document');
  });

  it('is refused where the account is of none of them', async () => {
    const text = 'CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO';
    const each = [users(), settlementForm(), htmlError(text)];
    const { error } = await play(settlementReceipt, settlement, [users(), ...each, ...each]);
    expect((error as Refusal).messages).toEqual([text]);
  });

  it.each(['NO EXISTE LIQUIDACION PARA LOS DATOS INTRODUCIDOS', 'NO EXISTE LIQUIDACIÓN'])(
    'tells %s',
    async (text) => {
      expect((await asOne(htmlError(text))).result).toEqual({ none: text });
    },
  );

  it('takes the settlement of exactly the period where the list has several', async () => {
    const list = settlementList(
      '99000001 L03 01/2026 - 01/2026',
      '99000002 L03 01/2026 - 03/2026',
      '99000003 L03 03/2026 - 03/2026',
    );
    const { seen, result } = await asOne(list, receiptPage(), pdf);
    expect(seen[3]!.fields.LIQUIDACION).toBe('1');
    expect(result).toHaveProperty('document');
  });

  it.each([
    ['none of them is', ['99000001 L03 01/2026 - 01/2026', '99000003 L03 03/2026 - 03/2026']],
    ['two of them are', ['99000001 L03 01/2026 - 03/2026', '99000003 L03 01/2026 - 03/2026']],
  ])('is refused where the list has several and %s of exactly the period', async (_, labels) => {
    const { error, seen } = await asOne(settlementList(...labels), receiptPage(), pdf);
    expect(error).toBeInstanceOf(Refusal);
    expect(seen).toHaveLength(3);
  });

  it('is refused for anything else', async () => {
    const { error } = await asOne(htmlError('C.C.C. ERRONEO'));
    expect((error as Refusal).messages).toEqual(['C.C.C. ERRONEO']);
  });

  it.each([
    ['a list without settlements', settlementList()],
    ['a page without list', plain(form(ACCEPT))],
  ])('is unreadable with %s', async (_, answer) => {
    expect((await asOne(answer)).error).toBeInstanceOf(Unreadable);
  });

  it('is refused for a type that the portal does not offer, and for a user that the certificate has not', async () => {
    const other = await play(settlementReceipt, { ...settlement, type: 'C00' }, opened());
    expect(other.error).toBeInstanceOf(Refusal);
    const stranger = await play(settlementReceipt, { ...settlement, authorised: '1' }, [users()]);
    expect(stranger.error).toBeInstanceOf(Refusal);
  });

  it('lists the authorised users, and none where there is no choice', async () => {
    const { result } = await play(authorisedUsers, { application: 'XV21Y200' }, [users()]);
    expect(result).toEqual([
      { numero: '12345', razSoc: 'ASESORÍA UNO' },
      { numero: '678', razSoc: 'ASESORIA DOS' },
    ]);
    const alone = await play(authorisedUsers, { application: 'XV21Y200' }, [settlementForm()]);
    expect(alone.result).toEqual([]);
  });
});

const bank = {
  regimen: '0111',
  ccc: worker.ccc,
  option: 'acreedor' as const,
  cuenta: {
    iban: 'ES91',
    entidad: '2100',
    oficina: '0418',
    dcnc: '4502',
    num1: '0005',
    num2: '1332',
    tipo: '9',
    cif: 'B12345674',
    titular: 'PEÑA SL',
  },
};
const bankControls = inputs(
  'CC1EmpresaAut',
  'IBAN',
  'ENTIDAD',
  'OFICINA',
  'DCNC',
  'NUM1',
  'NUM2',
  'TIPO_DOC',
  'NIF_TITULAR',
  'TITULAR',
);

describe('bank details', () => {
  it.each([
    ['a list', select('OPCION', 'C', 'A')],
    ['radio buttons', radio('o1', 'OPCION', 'C') + radio('o2', 'OPCION', 'A')],
  ])('may file with the form and with the confirmation, choosing from %s', async (_, choice) => {
    const page = xml(form(choice + bankControls + button('ENVIO_3', 'Continuar')));
    const { seen, result } = await play(bankDetails, bank, [page, confirmation(), done(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ OPCION: 'A', IBAN: 'ES91', TITULAR: 'PEÑA SL' });
    expect(seen.map(({ commits }) => commits)).toEqual([false, true, true, false]);
    expect(result?.document?.name).toBe('datos-bancarios.pdf');
  });
});

// --- Reports

describe('the life work report', () => {
  it('follows the link', async () => {
    const page = xml(
      form(inputs('NA5NumSegSocialCompleto', 'CC1EmpresaAut') + button('ENVIO_3', 'AC_GENERAR')),
    );
    const made = xml(message('INFO', 'Informe generado correctamente') + link('INFORME'));
    expect((await play(lifeReport, worker, [page, made, pdf])).result?.bytes).toEqual(PDF);
    expect((await play(lifeReport, worker, [page, xml('')])).error).toBeInstanceOf(Unreadable);
  });
});

/** A report as the portal makes it: a title, the sections, the headers, then a row a worker. */
const HEADERS: [section: string, header: string, value: string | number][] = [
  ['EMPRESA', 'Fecha Registro', '20260309'],
  ['EMPRESA', 'C.C.C. Principal', '011128000000097'],
  ['TRABAJADOR', 'N.A.F.', 280000000196],
  ['TRABAJADOR', 'Columna Nueva', 'n1'],
  ['TRABAJADOR', 'Entidad Responsable', 'e0'],
  ['INCAPACIDAD TEMPORAL (IT)', 'Entidad Responsable', 'e1'],
  ['INCAPACIDAD TEMPORAL (IT)', 'Fecha Baja IT', '20260301'],
  ['DEDUCCION POR IMPAGO (DIP)', 'Entidad Responsable', 'e2'],
  ['DEDUCCION POR IMPAGO (DIP)', 'Fecha Baja IT', '20260302'],
  ['DEDUCCION (DOP)', 'Entidad Responsable', 'e3'],
  ['DEDUCCION (DOP)', 'Otra Nueva', ''],
  ['DEDUCCION (DOP)', 'Otra Nueva', 'n2'],
  ['DEDUCCION (DOP)', 'Otra Nueva', 'n3'],
];

const spreadsheet = (bookType: 'biff8' | 'xlsx' = 'biff8') => {
  const columns = HEADERS.map(([section]) => section);
  const starts = columns.map((section, column) => (columns.indexOf(section) === column ? section : ''));
  const rows = [
    ['FICHERO INSS EMPRESAS'],
    starts,
    HEADERS.map(([, header]) => header),
    HEADERS.map(([, , value]) => value),
    [],
  ];
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = [...new Set(columns)].map((section) => ({
    s: { r: 1, c: columns.indexOf(section) },
    e: { r: 1, c: columns.lastIndexOf(section) },
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'FIE');
  return new Uint8Array(write(book, { type: 'array', bookType }));
};

describe('the FIE as rows', () => {
  it('names repeated headers by their section, and takes columns that nobody foresaw', async () => {
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
  ])('is unreadable when it is %s', async (_, bytes) => {
    await expect(readFie(bytes)).rejects.toBeInstanceOf(Unreadable);
  });

  it('ends in rows or is unreadable, whatever the bytes', async () => {
    const good = spreadsheet();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length), fc.uint8Array({ maxLength: 60 }), async (at, bytes) => {
        const broken = Uint8Array.from(good);
        broken.set(bytes.subarray(0, good.length - at), at);
        const error = await readFie(broken).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error === undefined || error instanceof Unreadable).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

const fieForm = () =>
  xml(
    form(
      `${radio('OPCIONES_BUSQUEDA_3', 'OPCIONES_BUSQUEDA', '0')}${radio('OPCIONES_BUSQUEDA_4', 'OPCIONES_BUSQUEDA', '0')}${radio('OPCIONES_BUSQUEDA_5', 'OPCIONES_BUSQUEDA', '1')}${radio('OPCIONES_BUSQUEDA_6', 'OPCIONES_BUSQUEDA', '2')}
<input id="REG" name="regimen" value=""/><input id="PROV" name="provincia" value=""/><input id="NUM" name="cccnum" value=""/>
${inputs('NAF', 'fechaIniEmpresa', 'fechaFinEmpresa')}${button('ENVIO_10', 'BUSCAR')}${button('ENVIO_5', 'Accion_Buscar')}`,
    ),
  );
const fieFound = () => xml(form(button('ENVIO_15', 'DESCARGAR')));
const fieMade = () => xml(message('INFO', '0350 - INFORME GENERADO CORRECTAMENTE') + link('INFORME'));
const range = { from: '2026-03-01', to: '2026-03-28' };

describe('the FIE', () => {
  it('comes with the portal’s words', async () => {
    const bytes = spreadsheet();
    const { seen, result } = await play(fie, { ...range, of: 'company', regimen: '0111', ccc: worker.ccc }, [
      fieForm(),
      fieFound(),
      fieMade(),
      answerOf('application/vnd.ms-excel', bytes),
    ]);
    expect(seen[1]!.fields).toMatchObject({
      OPCIONES_BUSQUEDA: '0',
      regimen: '0111',
      provincia: '28',
      cccnum: '000000097',
      fechaIniEmpresa: '01/03/2026',
    });
    expect(result?.message).toBe('0350 - INFORME GENERADO CORRECTAMENTE');
    expect(result?.document.contentType).toBe('application/vnd.ms-excel');
  });

  it.each<[FieInput, Record<string, string>]>([
    [
      { ...range, of: 'self-employed', naf: worker.nss },
      { OPCIONES_BUSQUEDA: '1', NAF: worker.nss },
    ],
    [
      { ...range, of: 'authorised-user' },
      { OPCIONES_BUSQUEDA: '2', NAF: '' },
    ],
  ])('asks for others than companies: $of', async (input, fields) => {
    const { seen } = await play(fie, input, [fieForm(), fieFound(), fieMade(), pdf]);
    expect(seen[1]!.fields).toMatchObject(fields);
  });

  it('is refused in the portal’s words', async () => {
    const text = 'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS';
    const { error } = await play(fie, { ...range, of: 'authorised-user' }, [fieForm(), refusedPage(text)]);
    expect((error as Refusal).messages).toEqual([text]);
  });
});

// --- Pages of the portal that are none

describe('what the portal says instead of a page', () => {
  const ask = (answer: Answer) => play(lifeReport, worker, [answer]);

  it.each<[string, Answer, unknown]>([
    ['an error page', answerOf('text/html', latin1('<p class="p2">Error</p>'), 500), { announced: false }],
    [
      'maintenance',
      answerOf('text/html', latin1('<p class="p2">Aplicación Cerrada temporalmente.</p>'), 503),
      { announced: true },
    ],
    ['a service that is away', xml(message('ERROR', 'SERVICIO NO DISPONIBLE')), { announced: false }],
  ])('is out of service with %s', async (_, answer, expected) => {
    const { error } = await ask(answer);
    expect(error).toBeInstanceOf(OutOfService);
    expect(error).toMatchObject(expected as object);
  });

  it.each<[string, Answer]>([
    ['403', answerOf('text/html', latin1('<div class="cuerpo_noautorizado"><p>No</p></div>'), 403)],
    ['a page', plain('<div class="cuerpo_noautorizado"><p>No autorizado</p></div>')],
  ])('is a refusal when the certificate is turned away with %s', async (_, answer) => {
    expect((await ask(answer)).error).toBeInstanceOf(Refusal);
  });

  it('reads UTF-8 where the XML says so', async () => {
    const page = answerOf(
      'text/xml',
      Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><P>${message('ERROR', 'PEÑA')}</P>`),
    );
    expect(((await ask(page)).error as Refusal).messages).toEqual(['PEÑA']);
  });
});

describe('scripts, whatever the answers are', () => {
  const scripts: [string, (answers: Answer[], dry: boolean) => ReturnType<typeof play>, () => Answer[]][] = [
    [
      'changeGroup',
      (answers, dry) => play(changeGroup, groupChange, answers, dry),
      () => [searchForm(), groupPage(), done(), pdf],
    ],
    [
      'contributionRecord',
      (answers) => play(contributionRecord, worker, answers),
      () => [searchForm(), groupPage()],
    ],
    [
      'assignment',
      (answers, dry) => play(assignment, cesion, answers, dry),
      () => [cesionForm(), confirmation(), done(), pdf],
    ],
    [
      'settlementReceipt',
      (answers) => play(settlementReceipt, settlement, answers),
      () => [users(), users(), settlementForm(), oneSettlement(), plain(link()), pdf],
    ],
    [
      'fie',
      (answers) => play(fie, { ...range, of: 'authorised-user' }, answers),
      () => [fieForm(), fieFound(), fieMade(), pdf],
    ],
  ];
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    '</form>',
    "<form id='\"'>",
    '<![CDATA[',
    ']]>',
    '&#0;',
    '\u0000',
    '',
  );
  const body = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constant(PDF), piece.map(latin1));
  const other = fc.record({
    status: fc.oneof({ weight: 6, arbitrary: fc.constant(200) }, fc.integer({ min: 100, max: 599 })),
    contentType: fc.constantFrom(
      'text/xml',
      'text/html',
      'application/xml; charset=nonsense',
      '',
      'application/pdf',
    ),
    headers: fc.constant({}),
    body,
  });
  const fate = fc.oneof(
    { weight: 5, arbitrary: fc.constant((good: Answer) => good) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(3000), fc.nat(200), piece).map(
        ([from, length, instead]) =>
          (good: Answer): Answer => ({
            ...good,
            body: Buffer.concat([
              good.body.subarray(0, from),
              latin1(instead),
              good.body.subarray(from + length),
            ]),
          }),
      ),
    },
    { weight: 1, arbitrary: other.map((answer) => () => answer) },
  );

  it.each(scripts)('%s ends, in a result or in one of the three errors of scripts', async (_, run, good) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 5 }), fc.boolean(), async (fates, dry) => {
        const answers = good().map((answer, index) => fates[index % fates.length]!(answer));
        const { how, steps, seen } = await run(answers, dry);
        expect(steps).toBeLessThanOrEqual(MAX_STEPS);
        if (dry) expect(seen.some(({ commits }) => commits)).toBe(false);
        if (!('error' in how)) return;
        const { error } = how;
        const foreseen =
          error instanceof Refusal || error instanceof OutOfService || error instanceof Unreadable;
        expect(foreseen ? undefined : error).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('a change counts as accepted only for what is known to accept', async () => {
    await fc.assert(
      fc.asyncProperty(other, async (last) => {
        expect((await changeWith(last)).result).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
