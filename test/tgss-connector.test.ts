import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOut, MAX_STEPS } from '../shared/authorities/conversation.ts';
import {
  type Answer,
  type Exchange,
  OutOfService,
  Refusal,
  type Step,
  Unreadable,
} from '../shared/authorities/exchange.ts';
import { fillIn, findForm } from '../shared/authorities/html/form.ts';
import { decode, encodeForm } from '../shared/authorities/html/latin1.ts';
import { MAX_PAGE_BYTES, readPage } from '../shared/authorities/html/page.ts';
import { type AltaInput, alta } from '../shared/authorities/tgss/alta.ts';
import { type BajaInput, baja } from '../shared/authorities/tgss/baja.ts';
import { contributionData } from '../shared/authorities/tgss/contribution-data.ts';
import { duplicateTa } from '../shared/authorities/tgss/duplicate-ta.ts';
import { type SituationsInput, situations } from '../shared/authorities/tgss/situations.ts';
import { workerOfAccount } from '../shared/authorities/tgss/worker-of-account.ts';
import { ChannelFailure } from '../shared/channel/failure.ts';

// --- A portal made of functions

/** A request as the portal sees it: path, and fields of the form in the order sent. */
interface Seen {
  path: string;
  commits: boolean;
  fields: Record<string, string>;
  names: string[];
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const html = (body: string, status = 200, headers: Answer['headers'] = {}): Answer => ({
  status,
  contentType: 'text/html; charset=ISO-8859-1',
  headers,
  body: latin1(body),
});

const PDF = latin1('%PDF-1.4 proof');
const pdf: Answer = { status: 200, contentType: 'application/pdf', headers: {}, body: PDF };

const seenOf = (step: Step): Seen => {
  const pairs = String(step.body ?? '')
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map((part) => decodeLatin1(part)) as [string, string]);
  return {
    path: step.path,
    commits: step.commits === true,
    fields: Object.fromEntries(pairs),
    names: pairs.map(([name]) => name),
  };
};

const decodeLatin1 = (part: string) =>
  decode(
    latin1(
      part.replace(/\+/g, ' ').replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  );

/** Plays a portal against an exchange; its answers come from a list, the last of them for ever, or from a function. */
const play = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  portal: (Answer | Error)[] | ((seen: Seen, step: number) => Answer | Error),
  dry = false,
) => {
  const seen: Seen[] = [];
  const ending = await carryOut(exchange, input, dry, async (step) => {
    seen.push(seenOf(step));
    const at = seen.length - 1;
    const answer =
      typeof portal === 'function' ? portal(seen[at]!, at) : portal[Math.min(at, portal.length - 1)]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const result = 'result' in ending.how ? ending.how.result : undefined;
  const error = 'error' in ending.how ? ending.how.error : undefined;
  return { ...ending, seen, result, error };
};

let session = 0;

/** A page as the portal writes it. */
const screen = (controls: string, dil = '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR', rest = '') => {
  session += 1;
  return html(`<html><body>
<form id="jacadaform" name="jacadaform" method="post" action="/Xhtml?SessionId=S${session}&amp;x=1">
<input type="hidden" name="Applname" value="LIBAFCON"/>
<input type="hidden" name="sessionId" value="S${session}"/>
<input type="hidden" id="focusedControl" name="focusedControl" value=""/>
<input type="hidden" name="default_null" value="1"/>
<input type="hidden" id="CommandEdit" name="txt_CommandEdit" value="Atr01"/>
${controls}
<label id="DIL">${dil}</label>
</form>
${rest}</body></html>`);
};

const inputs = (...names: string[]) =>
  names.map((name) => `<input type="text" id="${name.slice(4)}" name="${name}" value=""/>`).join('\n');
const button = (id: string, value = 'Continuar') =>
  `<input type="submit" id="${id}" name="btn_${id}" value="${value}"/>`;
const label = (id: string, text: string) => `<label id="${id}">${text}</label>`;
const print = (id = 'ListaTipoImpresion') =>
  `<select id="${id}" name="cbo_${id}"><option></option><option>OnLine</option><option>Diferido</option></select>`;

const reportPage = () =>
  screen(
    [
      ['SDFFICHERO', 'F0001'],
      ['SDFINFORMEA601', 'AA'],
      ['SDFINFORMEA602', 'BB'],
      ['SDFINFORMEA603', 'CC'],
      ['SDFINFORMEA604', 'DD'],
      ['SDFAPLICACION', 'AFIR'],
      ['SDFUSUARIO', 'PEÑA'],
      ['SDFIDIOMA', 'C'],
      ['SDFFECHA', '01/02/2026'],
      ['SDFHORA', '10:11'],
      ['SDFTIPO', 'P'],
    ]
      .map(([id, value]) => `<input type="hidden" id="${id}" name="txt_${id}" value="${value}"/>`)
      .join('\n'),
    '',
    '<form name="InvocaFormularioImpRED" method="post" action="/ImprPDF/InSeNaCoder" target="_blank"></form>',
  );

/** A list of the kind `Sub09001120xx`, padded to twelve rows. */
const list = (table: string, rows: string[][], dil = '', last = false) => {
  const cell = (text: string, column: number, row: number) =>
    `<td>\n<span>\n<label id="${table}_${column}_${row}" name="_${column}_${row}">${text}</label>\n</span>\n</td>`;
  const padded = [
    ...rows,
    ...Array.from({ length: Math.max(0, 12 - rows.length) }, () => rows[0]?.map(() => '') ?? []),
  ];
  const body = padded.map((cells, row) => {
    const select = `<select id="${table}_0_${row}" name="tbl_cbo_${table}_0_${row}"><option></option><option>Select</option></select>`;
    return `<tr><td>${select}</td>${cells.map((text, index) => cell(text, index + 1, row)).join('')}</tr>`;
  });
  const next = last ? '' : button('Sub2206301003', 'Pág. Sig.');
  const command = '<input type="hidden" id="FkeyButton" name="btn_FkeyButton" value=""/>';
  return screen(
    `<table id="${table}"><thead><tr><th></th></tr></thead><tbody>${body.join('')}</tbody></table>${next}${command}`,
    dil,
  );
};

const worker = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000196',
  identificacion: '1',
  dni: '16262835H',
} as const;

// --- ATR01

const altaInput: AltaInput = {
  ...worker,
  fecha_real: '2026-03-09',
  grupo_cotizacion: '03',
  tipo_contrato: '100',
  cno: '0011',
};

const bajaInput: BajaInput = { ...worker, situacion: '93', fecha_real: '2026-12-31' };

const first = () =>
  screen(
    `<select id="ListaAltasBajas" name="cbo_ListaAltasBajas"><option>Alta</option><option>Baja</option></select>
${inputs('txt_SDFPROAFI', 'txt_SDFCODAFI', 'txt_SDFTIPPFI_ayuda', 'txt_SDFNUMPFI', 'txt_SDFREGAFI_ayuda', 'txt_SDFTESCTACOT', 'txt_SDFCTACOT')}
${button('Sub2207401004')}${button('Sub2205001006', 'Salir')}`,
  );

const coded = [
  'SITAFI',
  'GRUCOT',
  'TICO',
  'COEFCO',
  'COLTRA',
  'OCUPACION',
  'RLCE',
  'CNOCUP',
  'MODCOTI',
  'CATPRO',
  'CAUSUS',
];
const more = ['EXCCTZ', 'CONDES', 'BENEF', 'FOMAGR', 'SEXO', 'CESREG', 'CESTIP'];
const dates = ['FREAL', 'FFINV', 'FIC', 'FNAC', 'FFT'].flatMap((stem) =>
  ['DD', 'MM', 'AA'].map((part) => `txt_SDF${stem}${part}`),
);
const yesNo = (id: string) =>
  `<select id="${id}" name="cbo_${id}"><option>NO</option><option>SI</option></select>`;

const second = (dil = '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR') =>
  screen(
    `${inputs(...[...coded, ...more].map((name) => `txt_SDF${name}_ayuda`), ...dates)}
${inputs('txt_SDFINDSAA', 'txt_SDFDIATRA', 'txt_SDFPRONAFSUS', 'txt_SDFCODNAFSUS', 'txt_SDFCESTES', 'txt_SDFCESCTA')}
<input type="text" name="txt_SDFCONVCOL_ayuda" value="60888888888888"/>
<input type="checkbox" id="SDFINDGCMENSUAL" name="chk_SDFINDGCMENSUAL" value="1"/>
<input type="text" name="txt_DISABLED" value="x" disabled/>
<textarea name="txt_NOTE">nota ñ</textarea>
${yesNo('ListaInactZ')}${yesNo('ListaSiNo')}${print('ListaTipoImpresion001')}${print()}
${button('Sub2207401004')}`,
    dil,
  );

const warnings = {
  handling: () =>
    screen(
      `<div id="Sub0000201056">La MECANIZACION de este tipo de registros puede implicar...</div>${button('Sub1', 'Continuar')}`,
    ),
  coefficient: () =>
    screen(
      `<div id="Sub0600401054">Revise el contenido del coeficiente a tiempo parcial</div>${button('Sub2', 'Confirmar')}`,
    ),
  benefits: () =>
    screen(`<div id="Frame">Pueden aplicarse beneficios en materia de</div>${button('Sub3', 'Confirmar')}`),
};

const file = (...answers: (Answer | Error)[]) => play(alta, altaInput, [first(), second(), ...answers]);

describe('ATR01', () => {
  it('sends the first screen as a browser would', async () => {
    const opening = first();
    const { seen } = await play(alta, altaInput, [opening, second(), reportPage(), pdf]);
    expect(seen[0]!.path).toBe('/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR01&E=I&AP=AFIR');
    expect(seen[1]!.path).toMatch(/^\/Xhtml\?SessionId=S\d+&x=1$/);
    expect(seen[1]!.fields).toEqual({
      Applname: 'LIBAFCON',
      sessionId: expect.stringMatching(/^S\d+$/),
      focusedControl: '',
      default_null: '1',
      txt_CommandEdit: 'Atr01',
      cbo_ListaAltasBajas: 'Alta',
      txt_SDFPROAFI: '28',
      txt_SDFCODAFI: '0000000196',
      txt_SDFTIPPFI_ayuda: '1',
      txt_SDFNUMPFI: '016262835H',
      txt_SDFREGAFI_ayuda: '0111',
      txt_SDFTESCTACOT: '28',
      txt_SDFCTACOT: '000000097',
      btn_Sub2207401004: 'Continuar',
    });
  });

  it('fills in what is given, and sends back everything else as it came', async () => {
    const { seen } = await file(reportPage(), pdf);
    const { fields, names } = seen[2]!;
    expect(fields).toMatchObject({
      txt_SDFSITAFI_ayuda: '01',
      txt_SDFFREALDD: '09',
      txt_SDFFREALMM: '03',
      txt_SDFFREALAA: '2026',
      txt_SDFGRUCOT_ayuda: '03',
      txt_SDFTICO_ayuda: '100',
      txt_SDFCNOCUP_ayuda: '0011',
      txt_SDFCONVCOL_ayuda: '60888888888888',
      txt_SDFCOEFCO_ayuda: '',
      txt_NOTE: 'nota ñ',
      cbo_ListaInactZ: 'NO',
      cbo_ListaSiNo: 'SI',
      cbo_ListaTipoImpresion001: 'OnLine',
      cbo_ListaTipoImpresion: '',
    });
    expect(names).not.toContain('chk_SDFINDGCMENSUAL');
    expect(names).not.toContain('txt_DISABLED');
    expect(new Set(names).size).toBe(names.length);
  });

  it('puts every field of a registration where it belongs', async () => {
    const full: AltaInput = {
      ...altaInput,
      regimen: '0163',
      category_professional: '0000301',
      coeficiente: '500',
      rlce: '0100',
      worker_collective: '967',
      ocupacion: 'a',
      convenio: '28000000000001',
      modalidad_ctz: '2',
      fic: '2026-01-02',
      sust_cause: '01',
      sust_nss: '280000000297',
      exc_ctz: '064',
      cond_desempleado: '1',
      beneficios: 'B',
      fom_empl_agrario: '1',
      sexo: 'F',
      fnacimiento: '1990-05-17',
      cesion_regimen: '0111',
      cesion_ccc: '08000000001',
      cesion_tipo: '02',
    };
    const { seen } = await play(alta, full, [first(), second(), reportPage(), pdf]);
    expect(seen[2]!.fields).toMatchObject({
      txt_SDFCATPRO_ayuda: '0000301',
      txt_SDFCOEFCO_ayuda: '500',
      txt_SDFRLCE_ayuda: '0100',
      txt_SDFCOLTRA_ayuda: '967',
      txt_SDFOCUPACION_ayuda: 'A',
      txt_SDFCONVCOL_ayuda: '28000000000001',
      txt_SDFMODCOTI_ayuda: '2',
      txt_SDFFICDD: '02',
      txt_SDFFICMM: '01',
      txt_SDFFICAA: '2026',
      txt_SDFCAUSUS_ayuda: '01',
      txt_SDFPRONAFSUS: '28',
      txt_SDFCODNAFSUS: '0000000297',
      txt_SDFEXCCTZ_ayuda: '064',
      txt_SDFCONDES_ayuda: '1',
      txt_SDFBENEF_ayuda: 'B',
      txt_SDFFOMAGR_ayuda: '1',
      txt_SDFSEXO_ayuda: '2',
      txt_SDFFNACDD: '17',
      txt_SDFFNACMM: '05',
      txt_SDFFNACAA: '1990',
      txt_SDFCESREG_ayuda: '0111',
      txt_SDFCESTES: '08',
      txt_SDFCESCTA: '000000001',
      txt_SDFCESTIP_ayuda: '02',
      cbo_ListaTipoImpresion: 'OnLine',
      cbo_ListaTipoImpresion001: '',
    });
  });

  it('puts every field of a termination where it belongs', async () => {
    const full: BajaInput = {
      ...bajaInput,
      fecha_vacaciones: '2027-01-05',
      indicativoSAA: '001',
      inactividad_z: 'S',
      dias_trabajados: 7,
      fecha_fin_temporal: '2026-12-30',
    };
    const { seen, result } = await play(baja, full, [first(), second(), reportPage(), pdf]);
    expect(seen[1]!.fields).toMatchObject({ cbo_ListaAltasBajas: 'Baja' });
    expect(seen[2]!.fields).toMatchObject({
      txt_SDFSITAFI_ayuda: '93',
      txt_SDFFREALDD: '31',
      txt_SDFFFINVDD: '05',
      txt_SDFFFINVMM: '01',
      txt_SDFFFINVAA: '2027',
      txt_SDFINDSAA: '001',
      cbo_ListaInactZ: 'SI',
      txt_SDFDIATRA: '7',
      txt_SDFFFTDD: '30',
    });
    expect(result?.document?.bytes).toEqual(PDF);
  });

  it('ends a dry run before the screen that files', async () => {
    const { seen, how } = await play(alta, altaInput, [first(), second()], true);
    expect(how).toEqual({ dry: true });
    expect(seen.map(({ commits }) => commits)).toEqual([false, false]);
  });

  it('commits with the second screen and with nothing before or after it', async () => {
    const { seen } = await file(reportPage(), pdf);
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, false]);
  });

  it('gets the document that the last page brings', async () => {
    const { seen, result } = await file(reportPage(), pdf);
    expect(seen[3]!.path).toBe('/ImprPDF/InSeNaCoder');
    expect(seen[3]!.fields).toEqual({
      param: 'F0001',
      trans: 'AABBCCDD',
      aplicacion: 'AFIR',
      usuario: 'PEÑA',
      idioma: 'C',
      fecha: '01/02/2026 10:11',
      tipo: 'P',
    });
    expect(result).toEqual({ document: { contentType: 'application/pdf', name: 'TA.pdf', bytes: PDF } });
  });

  it('takes a document that comes at once', async () => {
    expect((await file(pdf)).result?.document?.bytes).toEqual(PDF);
  });

  it.each<[string, Answer | Error]>([
    ['an error page', html('error', 500)],
    ['a page', html('<html></html>')],
    ['nothing', new ChannelFailure('silent', { sent: true, ofAuthority: true, code: 'x' })],
  ])('is accepted without document when the document answers %s', async (_, answer) => {
    expect(await file(reportPage(), answer)).toMatchObject({ result: {}, error: undefined });
  });

  it('is accepted without document when the last page lacks a field', async () => {
    const page = screen('<input type="hidden" id="SDFFICHERO" name="txt_SDFFICHERO" value="F"/>', '');
    expect(await file(page)).toMatchObject({ result: {}, steps: 3 });
  });

  it.each([
    ['3408* OPERACION REALIZADA CORRECTAMENTE', 'OPERACION REALIZADA CORRECTAMENTE'],
    [
      '9125*   ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA',
      'ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA',
    ],
    ['9086* ALTA REALIZADA CORRECTAMENTE.CONVENIO COLECTIVO NO ADMITIDO', /NO ADMITIDO$/],
  ])('is accepted in words: %s', async (dil, message) => {
    expect((await file(second(dil))).result).toEqual({ message: expect.stringMatching(message) });
  });

  it.each([
    ['3053* FECHA REAL ERRONEA', '3053* FECHA REAL ERRONEA'],
    ['* 3001*&nbsp;&nbsp; CAMPO\n OBLIGATORIO', '* 3001* CAMPO OBLIGATORIO'],
    ['9999- TEXTO', '9999- TEXTO'],
    ['SIN CODIGO', 'SIN CODIGO'],
  ])('is refused with the portal’s words: %s', async (dil, words) => {
    const { error, committed } = await file(second(dil));
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual([words]);
    expect(committed).toBe(true);
  });

  it('is refused by the first screen before anything is committed', async () => {
    const refusing = screen('', '3462*    CUENTA DE COTIZACION NO AUTORIZADA');
    const { error, committed } = await play(alta, altaInput, [first(), refusing]);
    expect((error as Refusal).messages).toEqual(['3462* CUENTA DE COTIZACION NO AUTORIZADA']);
    expect(committed).toBe(false);
  });

  it.each([
    ['asks again', second()],
    ['says nothing', second('')],
    ['has a code that other programs ignore', second('2148* AVISO')],
    ['speaks of success under an unknown code', second('7777* ALTA REALIZADA')],
    ['shows another page', html('<html><body>hola</body></html>')],
    ['shows a page without code', screen('')],
  ])('is neither accepted nor refused when the answer %s', async (_, answer) => {
    const { error, committed } = await file(answer);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  it('confirms warnings, each once and as what takes effect', async () => {
    const { seen, result } = await file(
      warnings.handling(),
      warnings.coefficient(),
      warnings.benefits(),
      reportPage(),
      pdf,
    );
    expect(result?.document).toBeDefined();
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, true, true, true, false]);
    expect(seen.slice(3, 6).map(({ fields }) => [fields.btn_Sub1, fields.btn_Sub2, fields.btn_Sub3])).toEqual(
      [
        ['Continuar', undefined, undefined],
        [undefined, 'Confirmar', undefined],
        [undefined, undefined, 'Confirmar'],
      ],
    );
  });

  it.each(Object.entries(warnings))('does not confirm the same warning twice: %s', async (_, warning) => {
    const { error, steps } = await file(warning(), warning());
    expect(error).toBeInstanceOf(Unreadable);
    expect(steps).toBe(4);
  });

  it('does not confirm what is already accepted', async () => {
    const page = screen(
      `<div id="Frame">Pueden aplicarse beneficios en materia de</div>${button('Sub3', 'Confirmar')}`,
      '3408* OPERACION REALIZADA CORRECTAMENTE',
    );
    expect(await file(page)).toMatchObject({ result: { message: expect.any(String) }, steps: 3 });
  });

  it('refuses a warning that nobody knows how to take', async () => {
    const page = screen(
      `${label('Sub1001101047', 'AVISO')}${label('Sub1201101047', 'NO SE PUEDE MECANIZAR')}`,
      '',
    );
    expect(((await file(page)).error as Refusal).messages).toEqual(['NO SE PUEDE MECANIZAR']);
  });

  it('does not file a value for which the screen has no place', async () => {
    const withPlace = second();
    const without = html(
      Buffer.from(withPlace.body)
        .toString('latin1')
        .replace('name="txt_SDFCOEFCO_ayuda"', 'name="txt_OTHER"'),
    );
    const { error, committed } = await play(alta, { ...altaInput, coeficiente: '500' }, [first(), without]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(false);
  });
});

// --- Readings

const taFirst = () =>
  screen(
    `${inputs('txt_SDFTESNAF', 'txt_SDFNAF', 'txt_SDFREGCTA_NH', 'txt_SDFTESCTA', 'txt_SDFCUENTA', 'txt_SDFDIA', 'txt_SDFMES', 'txt_SDFAO')}
${print()}<input type="checkbox" name="chk_SDFINFTA1" value="1"/>${button('Sub2207601004')}`,
  );
const TA = 'Sub0900112079';
const fullPage = Array.from({ length: 12 }, (_, row) => ['ALTA', `${row + 1} 01 2026`]);
const taInput = { ...worker, date: '2026-03-09', movType: 'BAJA' as const };

describe('ATR65', () => {
  it('asks for the document of a movement and a date', async () => {
    const rows = [
      ['ALTA', '09 03 2026'],
      ['BAJA VOLUNTARIA', '08 03 2026'],
      ['BAJA VOLUNTARIA', '09 03 2026'],
    ];
    const { seen, result } = await play(duplicateTa, taInput, [taFirst(), list(TA, rows), reportPage(), pdf]);
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFTESNAF: '28',
      txt_SDFNAF: '0000000196',
      txt_SDFREGCTA_NH: '0111',
      txt_SDFTESCTA: '28',
      txt_SDFCUENTA: '000000097',
      txt_SDFDIA: '09',
      txt_SDFMES: '03',
      txt_SDFAO: '2026',
      cbo_ListaTipoImpresion: 'OnLine',
      chk_SDFINFTA1: '1',
    });
    const chosen = Object.entries(seen[2]!.fields).filter(([, value]) => value === 'Select');
    expect(chosen).toEqual([[`tbl_cbo_${TA}_0_2`, 'Select']]);
    expect(seen[2]!.fields).toMatchObject({ txt_CommandEdit: 'EN', btn_FkeyButton: '+' });
    expect(new Set(seen[2]!.names).size).toBe(seen[2]!.names.length);
    expect(result?.bytes).toEqual(PDF);
  });

  it('goes through the pages', async () => {
    const pages = [taFirst(), list(TA, fullPage), list(TA, [['BAJA', '09/03/2026']]), reportPage(), pdf];
    const { seen, result } = await play(duplicateTa, taInput, pages);
    expect(seen[2]!.fields.btn_Sub2206301003).toBe('Pág. Sig.');
    expect(seen[3]!.fields[`tbl_cbo_${TA}_0_0`]).toBe('Select');
    expect(result?.bytes).toEqual(PDF);
  });

  it.each<[string, Answer[]]>([
    ['the portal has no data', [taFirst(), screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA')]],
    ['no row fits', [taFirst(), list(TA, [['ALTA', '09 03 2026']])]],
    ['the list is empty', [taFirst(), list(TA, [])]],
    [
      'the end of the list is told only beyond it',
      [
        taFirst(),
        list(
          TA,
          Array.from({ length: 12 }, () => ['ALTA', '01 01 2026']),
        ),
        list(TA, [], '3037* NO HAY MAS DATOS'),
      ],
    ],
  ])('there is none when %s', async (_, answers) => {
    expect(await play(duplicateTa, taInput, answers)).toMatchObject({
      how: { result: undefined },
      error: undefined,
    });
  });

  it('ends where a list does not', async () => {
    const page = (_: Seen, step: number) =>
      step === 0
        ? taFirst()
        : list(TA, [['ALTA', `${(step % 28) + 1} 01 2020`]], '3251* HAY MAS AFILIADOS A CONSULTAR');
    const { error, steps } = await play(duplicateTa, taInput, page);
    expect(error).toBeInstanceOf(Unreadable);
    expect(steps).toBeLessThanOrEqual(MAX_STEPS);
  });

  it('does not take a page without the list for an empty list', async () => {
    expect((await play(duplicateTa, taInput, [taFirst(), screen('', '')])).error).toBeInstanceOf(Unreadable);
  });

  it.each([
    ['shows the last page again', list(TA, fullPage, '3037* NO HAY MAS DATOS')],
    ['shows no list', screen('', '3145* NO HAY MAS PAGINAS')],
    ['has no more data', screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA')],
  ])('ends where the portal, asked for more, %s', async (_, beyond) => {
    const { how, steps } = await play(duplicateTa, taInput, [taFirst(), list(TA, fullPage), beyond]);
    expect([how, steps]).toEqual([{ result: undefined }, 3]);
  });

  it('does not lose rows that the portal says are there', async () => {
    const answers = [
      taFirst(),
      list(TA, [['ALTA', '01 01 2026']], '3251* HAY MAS AFILIADOS A CONSULTAR', true),
    ];
    expect((await play(duplicateTa, taInput, answers)).error).toBeInstanceOf(Unreadable);
  });

  it('tells that a document is too long to be sent', async () => {
    const page = screen('<p>El informe requerido excede el límite de información...</p>', '');
    const answers = [taFirst(), list(TA, [['BAJA', '09 03 2026']]), page];
    expect(((await play(duplicateTa, taInput, answers)).error as Refusal).messages[0]).toContain(
      'excede el límite',
    );
  });

  it.each<[string, Answer, unknown]>([
    ['an error page', html('', 500), OutOfService],
    ['a page', html('<html></html>'), Unreadable],
  ])('is an error when the document itself answers %s', async (_, answer, kind) => {
    const answers = [taFirst(), list(TA, [['BAJA', '09 03 2026']]), reportPage(), answer];
    expect((await play(duplicateTa, taInput, answers)).error).toBeInstanceOf(kind);
  });
});

const idcFirst = () =>
  screen(
    `${inputs('txt_SDFTESNAF', 'txt_SDFNAF', 'txt_SDFREGCTA', 'txt_SDFTESCTA', 'txt_SDFCUENTA', 'txt_SDFDIA', 'txt_SDFMES', 'txt_SDFAO')}
${print()}${button('Sub2207601004')}`,
  );
const IDC = 'Sub0900112078';

describe('ATR37', () => {
  const rows = [
    ['01 02 2025', '', ''],
    ['01 06 2024', '31 12 2024', ''],
    ['01 01 2020', '31 12 2020', ''],
  ];
  const ask = (date: string, page = (_seen: Seen): Answer => list(IDC, rows)) =>
    play(contributionData, { ...worker, date }, (seen) => {
      if (seen.path.includes('TRANSACCION=')) return idcFirst();
      if (seen.path === '/ImprPDF/InSeNaCoder') return pdf;
      return Object.values(seen.fields).includes('Select') ? reportPage() : page(seen);
    });
  const chosen = (seen: Seen[]) =>
    seen.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name] === 'Select'));

  it.each([
    ['2025-02-01', '2025-02-01', 0],
    ['2025-12-31', '2025-02-01', 0],
    ['2024-12-31', '2024-06-01', 1],
    ['2020-01-01', '2020-01-01', 2],
  ])('is of the registration in force on %s', async (date, expected, row) => {
    const { seen, result } = await ask(date);
    expect(result).toMatchObject({ date: expected, document: { name: 'IDC.pdf', bytes: PDF } });
    expect(chosen(seen)).toEqual([`tbl_cbo_${IDC}_0_${row}`]);
  });

  it.each(['2025-01-15', '2019-12-31'])('is refused when none is in force on %s', async (date) => {
    expect((await ask(date)).error).toBeInstanceOf(Refusal);
  });

  it('selects a row on the page that the portal showed last', async () => {
    const old = Array.from({ length: 12 }, (_, year) => [`01 01 ${2000 + year}`, `31 12 ${2000 + year}`, '']);
    let shown = 0;
    const { seen, result } = await ask('2003-05-05', (request) => {
      shown = 'btn_Sub2206301003' in request.fields ? shown + 1 : 0;
      return shown === 0 ? list(IDC, old) : list(IDC, rows);
    });
    expect(result?.date).toBe('2003-01-01');
    const selection = seen.findIndex(({ fields }) => Object.values(fields).includes('Select'));
    expect('btn_Sub2206301003' in seen[selection - 1]!.fields).toBe(false);
    expect(chosen(seen)).toEqual([`tbl_cbo_${IDC}_0_3`]);
  });

  it('sends the date unless it is of the future', async () => {
    expect((await ask('2025-02-01')).seen[1]!.fields).toMatchObject({ txt_SDFDIA: '01', txt_SDFAO: '2025' });
    expect((await ask('2999-02-01')).seen[1]!.fields).toMatchObject({
      txt_SDFDIA: '',
      txt_SDFMES: '',
      txt_SDFAO: '',
    });
  });

  it('goes on through the page for companies that lost benefits, once', async () => {
    const between = () => screen(`<p>PERDIDA DE BENEFICIOS</p>${button('Sub9')}`, '');
    const input = { ...worker, date: '2025-02-01' };
    const { seen, result } = await play(contributionData, input, [
      idcFirst(),
      list(IDC, rows),
      between(),
      reportPage(),
      pdf,
    ]);
    expect(seen[3]!.fields.btn_Sub9).toBe('Continuar');
    expect(result?.date).toBe('2025-02-01');
    const circle = await play(contributionData, input, [idcFirst(), list(IDC, rows), between(), between()]);
    expect(circle.error).toBeInstanceOf(Unreadable);
    expect(circle.steps).toBe(4);
  });
});

const workersFirst = () =>
  screen(
    `${inputs('txt_SDFREG62_ayuda', 'txt_SDFTESO62', 'txt_SDFNUM62')}
<input type="checkbox" id="chkgrupo1_1" name="chk_chkgrupo1_1" value="1" checked/><input type="hidden" name="chk_chkgrupo1_1" value="1"/>
<input type="checkbox" id="chkgrupo1_2" name="chk_chkgrupo1_2" value="1"/><input type="hidden" name="chk_chkgrupo1_2" value="1"/>
${button('Sub2207601004')}`,
  );
const workers = (rows: string[][], dil: string) =>
  screen(
    `<table id="Sub1000112079"><tr><th>N</th><th>N</th><th>F</th><th>S</th><th>D</th></tr><tbody>${rows
      .map(
        (cells) => `<tr>${cells.map((text) => `<td><span><label>${text}</label></span></td>`).join('')}</tr>`,
      )
      .join(
        '',
      )}<tr><td></td><td></td><td></td><td></td><td></td></tr></tbody></table>${button('Sub2207801001', 'Pág. Sig.')}`,
    dil,
  );
const juan = ['28 0000000196', 'PEREZ, JUAN', '01-02-2025', '', '016262835H'];
const ana = ['28 0000000297', 'LOPEZ, ANA', '01-02-2025', 'BJ', '0X1234567L'];

describe('ATR62', () => {
  const input = { regimen: '0111', ccc: '28000000097', dni: '16262835H' };
  const NONE = '3543* NO EXISTEN DATOS PARA ESTA CONSULTA';
  const times = (name: string, { names }: Seen) => names.filter((other) => other === name).length;

  it('finds a registered worker, page by page', async () => {
    const { seen, result } = await play(workerOfAccount, input, [
      workersFirst(),
      workers([ana], '3251* HAY MAS AFILIADOS A CONSULTAR'),
      workers([juan], '3252* NO HAY MAS AFILIADOS A CONSULTAR'),
    ]);
    expect(result).toBe('280000000196');
    expect(seen[1]!.fields).toMatchObject({
      txt_SDFREG62_ayuda: '0111',
      txt_SDFTESO62: '28',
      txt_SDFNUM62: '000000097',
    });
    expect([times('chk_chkgrupo1_1', seen[1]!), times('chk_chkgrupo1_2', seen[1]!)]).toEqual([2, 1]);
    expect(seen[2]!.names).toContain('btn_Sub2207801001');
  });

  it('looks among the previous movements, then gives up', async () => {
    const answers = (found: string[][]) => [
      workersFirst(),
      screen('', NONE),
      workersFirst(),
      workers(found, '3252* NO HAY MAS AFILIADOS A CONSULTAR'),
    ];
    const { seen, result } = await play(
      workerOfAccount,
      { ...input, dni: 'X1234567L' },
      answers([juan, ana]),
    );
    expect(result).toBe('280000000297');
    expect([times('chk_chkgrupo1_1', seen[3]!), times('chk_chkgrupo1_2', seen[3]!)]).toEqual([1, 2]);
    expect((await play(workerOfAccount, input, answers([ana]))).how).toEqual({ result: undefined });
  });

  it('is refused for another’s account', async () => {
    const answers = [workersFirst(), screen('', '3462* CUENTA DE COTIZACION NO AUTORIZADA')];
    expect((await play(workerOfAccount, input, answers)).error).toBeInstanceOf(Refusal);
  });
});

const situationsFirst = () =>
  screen(`${inputs('txt_SDFTESORNAF', 'txt_SDFNUMNAF')}${button('Sub2207601004')}`);
const SITUATIONS = 'Sub0900112061';
const boxes = ['CONVCOL', 'DATOSCONTAFI', 'PECLIQAFI', 'CES', 'ERE']
  .map((name) => `<input type="checkbox" name="chk_SDF${name}" value="1"/>`)
  .join('\n');

interface Relation {
  account: string;
  start: string;
  end: string;
}

const slashed = (date: string) => date.split('-').toReversed().join('/');
const spaced = (date: string) => date.split('-').toReversed().join(' ');

const labels = ({ account, start, end }: Relation) =>
  Object.entries({
    SDFNUMIPF: '016262835H',
    SDFTIPIPF: '1',
    SDFDIANAC: '17',
    SDFMESNAC: '5',
    SDFAONAC: '1990',
    SDFSEXO: 'MUJER',
    SDFAPELNOM: 'GARCIA PEÑA, ANA MARIA',
    SDFMOVIL: '600000000',
    SDFTESORCCC: account.slice(0, 2),
    SDFNUMCCC: account.slice(2),
    SDFREGIM: '0111',
    SDFTSITUACAFI: end ? '51 BAJA VOLUNTARIA' : '01 ALTA NORMAL',
    SDFCGRUPOAFI: '03',
    SDFTGRUPOAFI: 'JEFES ADMINISTRATIVOS Y DE TALLER',
    SDFTIPOAFI: '200',
    SDFCOEFAFI: '500',
    SDFCATEGORIA: '',
    SDFFRAAFI: slashed(start),
    SDFFRBAFI: end ? slashed(end) : '',
  })
    .map(([id, text]) => label(id, text))
    .join('\n');

const conditions = list('Sub0900112063', [
  [
    '1',
    'T',
    '37',
    'BONIFICACION',
    '4310',
    'MAYORES',
    '50,00',
    '01/03/2026',
    '31/03/2026',
    '1',
    'CUOTA',
    '99',
    'LEY',
    '1.234,56',
  ],
]);
const conditionsTable = /<table[\s\S]*<\/table>/.exec(Buffer.from(conditions.body).toString('latin1'))![0];

/** A portal with the relations of one worker, most recent first, that keeps track of the page it shows. */
const workerPortal = (relations: Relation[]) => {
  let page = 0;
  let at: Relation | undefined;
  const show = () => {
    const shown = relations.slice(page * 12, page * 12 + 12);
    const rows = shown.map(({ account, start, end }) => [
      '0111',
      `${account.slice(0, 2)} ${account.slice(2)}`,
      spaced(start),
      end && spaced(end),
      end ? 'BJ' : 'AL',
    ]);
    return list(SITUATIONS, rows, relations.length > page * 12 + 12 ? '3251* HAY MAS' : '3252* NO HAY MAS');
  };
  const data = (back: boolean) =>
    screen(
      `${labels(at!)}\n${boxes}${inputs('txt_SDFMESPEC', 'txt_SDFAOPEC')}${button('Sub2207601004')}${back ? button('Sub2205801004', 'Pág. Ant.') : ''}`,
      '',
    );
  return (seen: Seen): Answer => {
    const { fields } = seen;
    if (seen.path.includes('TRANSACCION=ATR61')) return situationsFirst();
    if ('txt_SDFNUMNAF' in fields) {
      if (relations.length === 0) return screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA');
      page = 0;
      at = relations.length === 1 ? relations[0] : undefined;
      return at ? data(false) : show();
    }
    const selected = Object.keys(fields).find((name) => fields[name] === 'Select');
    if (selected) {
      at = relations[page * 12 + Number(selected.split('_').at(-1))] ?? relations[0];
      return data(true);
    }
    if ('btn_Sub2206301003' in fields) {
      page += 1;
      return show();
    }
    if ('btn_Sub2205801004' in fields) return relations.length === 1 ? data(false) : show();
    const parts = [
      'chk_SDFCONVCOL' in fields ? label('SDFCONVCOL', '28000000000001') : '',
      'chk_SDFDATOSCONTAFI' in fields ? label('SDFCNOCUP', '4112') : '',
      'chk_SDFPECLIQAFI' in fields && fields.txt_SDFMESPEC === '03' && fields.txt_SDFAOPEC === '2026'
        ? conditionsTable
        : '',
    ];
    return screen(`${parts.join('\n')}${button('Sub2205801004', 'Pág. Ant.')}`, '');
  };
};

describe('ATR61', () => {
  const here = '28000000097';
  const elsewhere = '08000000001';
  const relations = (count: number): Relation[] =>
    Array.from({ length: count }, (_, index) => ({
      account: here,
      start: `${2026 - index}-01-02`,
      end: index === 0 ? '' : `${2026 - index}-12-31`,
    }));
  const input: SituationsInput = { nss: worker.nss, regimen: '0111', ccc: here, offset: 0, limit: 10 };
  const ask = (known: Relation[], changes: Partial<SituationsInput> = {}) =>
    play(situations, { ...input, ...changes }, workerPortal(known));
  const starts = (result: { records: { fecha_alta: string }[] } | undefined) =>
    result?.records.map(({ fecha_alta }) => fecha_alta.slice(0, 4));

  it('reads the data of a worker with one record', async () => {
    const { result } = await ask(relations(1));
    expect(result).toEqual({
      records: [
        {
          nss: worker.nss,
          identificacion: '1',
          dni: '16262835H',
          fnacimiento: '1990-05-17',
          sexo: 'F',
          nombres: 'ANA MARIA',
          apellidos: 'GARCIA PEÑA',
          tlf: '600000000',
          regimen: '0111',
          ccc: here,
          situacion: '01',
          situacion_text: 'ALTA NORMAL',
          grupo_cotizacion: '03',
          grupo_cotizacion_text: 'JEFES ADMINISTRATIVOS Y DE TALLER',
          tipo_contrato: '200',
          coef: '500',
          cno: '',
          category_professional: '',
          fecha_alta: '2026-01-02',
          fecha_baja: '',
          pl: [],
        },
      ],
      more: false,
    });
  });

  it.each<[string, Relation[], Partial<SituationsInput>]>([
    ['there is no data', [], {}],
    ['the only record is of another account', [{ account: elsewhere, start: '2026-01-02', end: '' }], {}],
    ['the only record is of another date', relations(1), { startDate: '2026-01-03' }],
    ['the only record is skipped', relations(1), { offset: 1 }],
    ['all records are skipped', relations(3), { offset: 3 }],
    ['all records are of another scheme', relations(3), { regimen: '0163' }],
  ])('gives no records when %s', async (_, known, changes) => {
    expect((await ask(known, changes)).how).toEqual({ result: { records: [], more: false } });
  });

  it('gives a block of the records of the account, across the pages of the list', async () => {
    const known = relations(30).flatMap((relation) => [relation, { ...relation, account: elsewhere }]);
    const { result } = await ask(known, { offset: 5 });
    expect(starts(result)).toEqual(Array.from({ length: 10 }, (_, index) => String(2021 - index)));
    expect(result?.more).toBe(true);
    expect(new Set(result?.records.map(({ ccc }) => ccc))).toEqual(new Set([here]));
  });

  it.each([
    [10, false],
    [11, true],
    [12, true],
    [13, true],
  ])('of %i records, tells whether more remain', async (count, expected) => {
    const { result } = await ask(relations(count));
    expect(result?.records).toHaveLength(10);
    expect(result?.more).toBe(expected);
  });

  it('does not count a record twice when the portal shows its last page again', async () => {
    const answer = workerPortal(relations(12));
    const silent = (seen: Seen) => {
      const dil = 'btn_Sub2206301003' in seen.fields ? '3037* NO HAY MAS DATOS' : '';
      // The list as it is, whatever page is asked for.
      const { btn_Sub2206301003: _, ...fields } = seen.fields;
      const body = Buffer.from(
        answer({ ...seen, fields: dil ? { ...fields, btn_Sub2205801004: '' } : fields }).body,
      );
      return html(body.toString('latin1').replace('3252* NO HAY MAS', dil));
    };
    const { result } = await play(situations, { ...input, offset: 8 }, silent);
    expect(starts(result)).toEqual(['2018', '2017', '2016', '2015']);
  });

  it('gives only the most recent one, or that of a date', async () => {
    const firstOnly = await ask(relations(5), { first: true, limit: 1 });
    expect([starts(firstOnly.result), firstOnly.result?.more]).toEqual([['2026'], false]);
    expect(starts((await ask(relations(5), { startDate: '2024-01-02' })).result)).toEqual(['2024']);
  });

  it('tells a situation that has ended', async () => {
    expect((await ask(relations(2))).result?.records[1]).toMatchObject({
      situacion: '51',
      situacion_text: 'BAJA VOLUNTARIA',
      fecha_baja: '2025-12-31',
    });
  });

  it.each([1, 3])('asks for what is wanted besides, with %i records', async (count) => {
    const { result } = await ask(relations(count), {
      getConvenio: true,
      getDatos: true,
      pl_period: '2026-03',
    });
    expect(result?.records).toHaveLength(count);
    for (const record of result!.records) {
      expect(record).toMatchObject({
        cno: '4112',
        convenio: '28000000000001',
        pl: [
          {
            tramo: '1',
            titulo: 'T',
            tipo_peculiaridad: '37',
            tipo_peculiaridad_desc: 'BONIFICACION',
            colectivo_incentivado: '4310',
            colectivo_incentivado_desc: 'MAYORES',
            porcentaje: '50,00',
            fecha_desde: '2026-03-01',
            fecha_hasta: '2026-03-31',
            fraccion_cuota: '1',
            fraccion_cuota_desc: 'CUOTA',
            legislacion: '99',
            legislacion_desc: 'LEY',
            cuantia: '1.234,56',
          },
        ],
      });
    }
  });

  it('does not take one record for another', async () => {
    const known = workerPortal(relations(3));
    const confused = (seen: Seen) => {
      const selected = Object.values(seen.fields).includes('Select');
      const answer = known(seen);
      if (!selected) return answer;
      return html(Buffer.from(answer.body).toString('latin1').replace('02/01/2026', '02/01/2025'));
    };
    expect((await play(situations, input, confused)).error).toBeInstanceOf(Unreadable);
  });
});

// --- What is not a screen

const announced = '<p class="p2">Aplicación Cerrada temporalmente.</p><p class="p2">Motivo</p>';

describe('pages of the portal that are no screens', () => {
  const openWith = async (answer: Answer) => (await play(duplicateTa, taInput, [answer])).error;

  it.each<[string, Answer, string | RegExp]>([
    [
      'turns the certificate away',
      html('<div class="cuerpo_noautorizado"><p>Acceso no autorizado</p></div>', 403),
      'Acceso no autorizado',
    ],
    ['forbids without a word', html('', 403), /no autoriza/],
    ['says so on a good status', html('<div class="cuerpo_noautorizado"><p>No</p></div>'), 'No'],
    [
      'says so in its head',
      html('<div class="cabMensaje">Usuario no autorizado</div>'),
      'Usuario no autorizado',
    ],
    [
      'says so beside a form',
      screen('', '', '<div class="cabMensaje">Usuario no autorizado</div>'),
      'Usuario no autorizado',
    ],
    ['shows a revoked certificate', html('<img src="revokedError.jpg"/>'), /no autoriza/],
    ['refuses on the first screen', screen('', '3030* REGIMEN ERRONEO'), '3030* REGIMEN ERRONEO'],
  ])('refuses when it %s', async (_, answer, words) => {
    const error = await openWith(answer);
    expect(error).toBeInstanceOf(Refusal);
    const [message] = (error as Refusal).messages;
    if (typeof words === 'string') expect(message).toBe(words);
    else expect(message).toMatch(words);
  });

  it.each<[string, Answer, { status: number; announced: boolean }]>([
    ['fails', html('<p class="p2">Error</p>', 500), { status: 500, announced: false }],
    ['does not find', html('', 404), { status: 404, announced: false }],
    ['redirects', html('', 302), { status: 302, announced: false }],
    ['is closed', html(announced, 503), { status: 503, announced: true }],
    ['is closed on a good status', html(announced), { status: 200, announced: true }],
    ['has its page of maintenance', html('<div id="Static001">x</div>'), { status: 200, announced: true }],
    ['cannot attend', html('NO SE PUEDE ATENDER EN ESTE MOMENTO'), { status: 200, announced: false }],
    ['says so in the message', screen('', '9999* SERVICIO NO DISPONIBLE'), { status: 200, announced: false }],
  ])('is out of service when it %s', async (_, answer, expected) => {
    const error = await openWith(answer);
    expect(error).toBeInstanceOf(OutOfService);
    expect(error).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['page too large', `<form id="jacadaform" action="/x">${'x'.repeat(MAX_PAGE_BYTES)}</form>`],
    ['page with too many tags', '<b>'.repeat(50_000)],
    ['page too deeply nested', '<div>'.repeat(30_000)],
    ['form without address', '<form id="jacadaform" action="javascript:alert(1)"></form>'],
    ['form with too long an address', `<form id="jacadaform" action="/${'x'.repeat(5_000)}"></form>`],
  ])('is unreadable when it is a %s', async (message, body) => {
    expect(await openWith(html(body))).toEqual(new Unreadable(message));
  });

  it.each([
    ['https://evil.example/Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['//evil.example/Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['?SessionId=1', '/Xhtml?SessionId=1'],
  ])('keeps to the authority when a form is sent to %s', (action, path) => {
    const page = readPage(html(`<form id="jacadaform" action="${action}"></form>`), '/Xhtml?x');
    expect(findForm(page, 'jacadaform')?.action).toBe(path);
  });
});

// --- For any input

describe('forms', () => {
  const escaped = (text: string) => text.replace(/[^\w ]/g, (character) => `&#${character.charCodeAt(0)};`);
  const latin1Text = fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => decode(Uint8Array.of(code))),
  });

  it('travel unchanged through the portal’s character set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(latin1Text, latin1Text)), (fields) => {
        const sent = encodeForm(fields);
        expect(sent).toMatch(/^[A-Za-z0-9*._+%&=-]*$/);
        const pairs = sent === '' ? [] : sent.split('&').map((pair) => pair.split('=').map(decodeLatin1));
        expect(pairs).toEqual(fields);
      }),
    );
  });

  it('send hidden fields back as they came, in whatever order and number', () => {
    const control = fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), latin1Text);
    fc.assert(
      fc.property(fc.uniqueArray(control, { selector: ([name]) => name }), (controls) => {
        const hidden = controls.map(
          ([name, value]) => `<input type=hidden name="${name}" value="${escaped(value)}">`,
        );
        const page = readPage(html(`<form id="f" action="/x">${hidden.join('')}</form>`), '/');
        expect(fillIn(findForm(page, 'f')!, {})).toEqual(controls);
      }),
    );
  });

  it('write characters beyond the set as browsers do', () => {
    expect(encodeForm([['a b', 'ñ€漢']])).toBe('a+b=%F1%80%26%2328450%3B');
  });
});

describe('scripts, whatever the answers are', () => {
  type Portal = (seen: Seen, step: number) => Answer;
  const inTurn =
    (...answers: Answer[]) =>
    (_seen: Seen, step: number) =>
      answers[Math.min(step, answers.length - 1)]!;
  const known = Array.from({ length: 30 }, (_, index) => ({
    account: worker.ccc,
    start: `${2026 - index}-01-02`,
    end: index === 0 ? '' : `${2026 - index}-12-31`,
  }));

  /** Each exchange with a portal at which it succeeds. */
  const scripts: [string, () => Portal, (portal: Portal, dry: boolean) => ReturnType<typeof play>][] = [
    [
      'alta',
      () => inTurn(first(), second(), warnings.handling(), warnings.coefficient(), reportPage(), pdf),
      (portal, dry) => play(alta, altaInput, portal, dry),
    ],
    [
      'baja',
      () => inTurn(first(), second(), second('3408* OPERACION REALIZADA CORRECTAMENTE')),
      (portal, dry) => play(baja, bajaInput, portal, dry),
    ],
    [
      'duplicateTa',
      () => inTurn(taFirst(), list(TA, fullPage), list(TA, [['BAJA', '09 03 2026']]), reportPage(), pdf),
      (portal) => play(duplicateTa, taInput, portal),
    ],
    [
      'contributionData',
      () => inTurn(idcFirst(), list(IDC, [['01 02 2025', '']]), reportPage(), pdf),
      (portal) => play(contributionData, { ...worker, date: '2025-02-01' }, portal),
    ],
    [
      'workerOfAccount',
      () =>
        inTurn(
          workersFirst(),
          workers([ana], '3252*'),
          workersFirst(),
          workers([ana], '3251*'),
          workers([juan], '3252*'),
        ),
      (portal) => play(workerOfAccount, worker, portal),
    ],
    [
      'situations',
      () => workerPortal(known),
      (portal) =>
        play(situations, { ...worker, offset: 11, limit: 2, getDatos: true, pl_period: '2026-03' }, portal),
    ],
  ];

  it.each(scripts)('%s succeeds at a portal that is left in peace', async (_, portal, run) => {
    expect(await run(portal(), false)).toMatchObject({ how: { result: expect.anything() } });
  });

  /** Pieces of which the portal's pages are made, so that what is generated comes far. */
  const piece = fc.constantFrom(
    '<form id="jacadaform" action="/Xhtml?SessionId=1&amp;x">',
    '<form name="jacadaform" action="http://[">',
    '</form>',
    ...[
      '3083*',
      '3408* OPERACION REALIZADA',
      '3543*',
      '3251*',
      '3252*',
      '3037*',
      '3462* NO',
      '',
      '* *',
      '99999999* X',
    ].map((dil) => label('DIL', dil)),
    ...[first, second, taFirst, idcFirst, reportPage, ...Object.values(warnings)].map((make) =>
      Buffer.from(make().body).toString('latin1'),
    ),
    ...[TA, IDC, 'Sub0900112061', 'Sub0900112063', 'Sub1000112079'].map((table) =>
      Buffer.from(list(table, [['ALTA', '01 02 2025', '']]).body).toString('latin1'),
    ),
    label('SDFAPELNOM', 'A, B'),
    label('SDFREGIM', '0111'),
    inputs('txt_SDFTESORNAF', 'txt_SDFNUMNAF', 'txt_SDFREG62_ayuda', 'txt_SDFTESO62', 'txt_SDFNUM62'),
    '<input type=checkbox name=chk_chkgrupo1_1><input type=checkbox name=chk_chkgrupo1_2>',
    button('Sub2207401004'),
    button('Sub2207601004'),
    button('Sub2206301003', 'Pág. Sig.'),
    button('Sub2205801004'),
    '<table><tr><td>',
    '<select name="x"><option selected>',
    '<!--',
    '<script>',
    '\0',
    announced,
  );

  const body = fc.oneof(
    { weight: 4, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => latin1(pieces.join('\n'))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constant(PDF) },
  );

  const answer = fc.record({
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 599 }) },
    ),
    contentType: fc.oneof(
      { weight: 4, arbitrary: fc.constant('text/html; charset=ISO-8859-1') },
      { weight: 1, arbitrary: fc.string() },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/html; charset=utf-16',
          'text/html; charset="nonsense"',
          'application/pdf',
        ),
      },
    ),
    headers: fc.constant({}),
    body,
  });

  /** What becomes of a good answer: mostly nothing, else a part is replaced, or all of it. */
  const fate = fc.oneof(
    { weight: 6, arbitrary: fc.constant((good: Answer) => good) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(4000), fc.nat(300), fc.oneof(piece, fc.constant(''))).map(
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
    { weight: 1, arbitrary: answer.map((other) => () => other) },
  );

  it.each(scripts)(
    '%s ends, in a result or in one of the three errors of scripts',
    async (_, portal, run) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fate, { minLength: 1, maxLength: 12 }),
          fc.boolean(),
          async (fates, dry) => {
            const good = portal();
            const disturbed: Portal = (seen, step) => fates[step % fates.length]!(good(seen, step));
            const { how, steps, seen } = await run(disturbed, dry);
            expect(steps).toBeLessThanOrEqual(MAX_STEPS);
            if (dry) expect(seen.some(({ commits }) => commits)).toBe(false);
            if (!('error' in how)) return;
            const { error } = how;
            const foreseen =
              error instanceof Refusal || error instanceof OutOfService || error instanceof Unreadable;
            expect(foreseen ? undefined : error).toBeUndefined();
          },
        ),
        { numRuns: 120 },
      );
    },
  );

  it('a registration counts as accepted only for what is known to accept', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (last) => {
        const { result } = await play(alta, altaInput, [first(), second(), last]);
        if (!result) return;
        expect(last.status).toBe(200);
        expect(decode(last.body)).toMatch(/^%PDF-|SDFFICHERO|3408\*/);
      }),
      { numRuns: 300 },
    );
  });
});
