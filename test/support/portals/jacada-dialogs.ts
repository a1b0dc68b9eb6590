import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import type { AltaInput, BajaInput } from '../../../shared/authorities/tgss/jacada/atr01.ts';
import { button, inputs, label, list, NEXT_PAGE, print, screen, tableOf, worker, yesNo } from './jacada.ts';
import type { Seen } from './portal.ts';

/** The screens of single transactions, by transaction. */

// --- ATR01: registrations and terminations

export const altaInput: AltaInput = {
  ...worker,
  fecha_real: '2026-03-09',
  grupo_cotizacion: '03',
  tipo_contrato: '100',
  cno: '0011',
};

export const bajaInput: BajaInput = { ...worker, situacion: '93', fecha_real: '2026-12-31' };

/** The first screen of ATR01: the choice of alta or baja, the worker and the account. */
export const atr01First = () =>
  screen(
    `<select id="ListaAltasBajas" name="cbo_ListaAltasBajas"><option>Alta</option><option>Baja</option></select>
${inputs('SDFPROAFI', 'SDFCODAFI', 'SDFTIPPFI_ayuda', 'SDFNUMPFI', 'SDFREGAFI_ayuda', 'SDFTESCTACOT', 'SDFCTACOT')}
${button('Sub2207401004')}${button('Sub2205001006', 'Salir')}`,
  );

/** Fields of the second screen, each with a list of codes next to it. */
const CODED = [
  ...['SITAFI', 'GRUCOT', 'TICO', 'COEFCO', 'COLTRA', 'OCUPACION', 'RLCE', 'CNOCUP', 'MODCOTI', 'CATPROF'],
  ...['CAUSUS', 'EXCCTZ', 'DESEMP', 'BENEF', 'FOMAGR', 'SEXO', 'CESREG', 'CESTIP'],
].map((name) => `SDF${name}_ayuda`);
const DATES = ['FREAL', 'FFINV', 'FIC', 'FNAC', 'FFT'].flatMap((stem) =>
  ['DD', 'MM', 'AA'].map((part) => `SDF${stem}${part}`),
);

/** The second screen of ATR01: all other data. It is also shown again with another message. */
export const atr01Second = (message = '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR') =>
  screen(
    `${inputs(...CODED, ...DATES)}
${inputs('SDFINDSAA', 'SDFDIATRA', 'SDFPRONAFSUS', 'SDFCODNAFSUS', 'SDFCESTES', 'SDFCESCTA')}
<input type="text" name="txt_SDFCONVCOL_ayuda" value="60888888888888"/>
<input type="checkbox" id="SDFINDGCMENSUAL" name="chk_SDFINDGCMENSUAL" value="1"/>
<input type="text" name="txt_DISABLED" value="x" disabled/>
<textarea name="txt_NOTE">nota ñ</textarea>
${yesNo('ListaInactZ')}${yesNo('ListaSiNo')}${print('ListaTipoImpresion001')}${print()}
${button('Sub2207401004')}`,
    message,
  );

/** Screens with a warning before a filing takes effect. */
export const warnings = {
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

// --- ATR42, ATR45, ATR55: changes

/** The first screen of a change: the worker and the contribution account. */
const workerScreen = (continueId: string, scheme: string) =>
  screen(
    inputs('SDFPROAFI', 'SDFCODAFI', 'SDFTIPPFI_ayuda', 'SDFNUMPFI', scheme, 'SDFTESCTACOT', 'SDFCTACOT') +
      button(continueId),
  );

/** The screens of ATR45, which changes contract and coefficient. */
export const contractScreens = () => [
  workerScreen('Sub2207601004', 'SDFREGAFI_ayuda'),
  screen(
    `${inputs('SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA', 'SDFCOEFCO_ayuda')}<input name="txt_SDFTICO_ayuda" value="100"/>${button('Sub2207401004')}`,
  ),
];

/**
 * The screens of ATR55, which changes the CNO.
 * @param first id of the button of the first screen
 * @param second id of the button of the second screen
 */
export const cnoScreens = (first = 'Sub2207001004_40', second = 'Sub2207001004_83') => [
  workerScreen(first, 'SDFREGAFI'),
  screen(inputs('SDFDREAL', 'SDFMREAL', 'SDFAREAL', 'SDFCNOCUP_ayuda') + button(second)),
];

/** The first screen of ATR42, which removes a scheduled movement. */
export const scheduledScreen = (continueOn: string) =>
  screen(
    `${inputs('SDFTESORNAF', 'SDFNUMNAF', 'SDFREGCC_ayuda', 'SDFTESCC', 'SDFNUMCC', 'SDFDIAB', 'SDFMESB', 'SDFAOB')}
<select name="cbo_ListaAltasBajas001"><option>Alta</option><option>Baja</option></select>
<select name="cbo_ListaAltasBajas"><option></option><option>Eliminación</option></select>${button(continueOn)}`,
  );

// --- ATR65: documents of movements

export const taInput = { ...worker, date: '2026-03-09', movType: 'BAJA' as const };

export const taFirst = () =>
  screen(
    `${inputs('SDFTESNAF', 'SDFNAF', 'SDFREGCTA_NH', 'SDFTESCTA', 'SDFCUENTA', 'SDFDIA', 'SDFMES', 'SDFAO')}
${print()}<input type="checkbox" name="chk_SDFINFTA1" value="1"/>${button('Sub2207601004')}`,
  );

/** The list of the movements. */
export const TA = 'Sub0900112079';
/** A full page of rows, none of which matches `taInput`. */
export const fullPage = Array.from({ length: 12 }, (_, row) => ['ALTA', `${row + 1} 01 2026`]);

// --- ATR37: contribution data

export const idcFirst = () =>
  screen(
    `${inputs('SDFTESNAF', 'SDFNAF', 'SDFREGCTA', 'SDFTESCTA', 'SDFCUENTA', 'SDFDIA', 'SDFMES', 'SDFAO')}
${print()}${button('Sub2207601004')}`,
  );

/** The list of the registrations. */
export const IDC = 'Sub0900112078';

// --- RCR92: being up to date

export const debtsFirst = () => screen(inputs('SDFWMIDENT', 'SDFWMRESU') + print() + button('Sub1'));

/** The second screen: the choice of parts for the certificate. */
export const debtParts = () =>
  screen(
    ['chkgrupo1_1', 'chkgrupo1_2', 'chkgrupo1_3', 'detalle_deuda']
      .map((id) => `<input type="checkbox" id="${id}" name="chk_${id}" value="1"/>`)
      .join('') +
      print() +
      button('Sub2', 'Confirmar'),
  );

// --- ATR62: workers of an account

/** A checkbox, with the hidden field of the same name that the portal adds to each. */
const box = (id: string, checked = '') =>
  `<input type="checkbox" id="${id}" name="chk_${id}" value="1" ${checked}/><input type="hidden" name="chk_${id}" value="1"/>`;

export const workersFirst = () =>
  screen(
    `${inputs('SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62')}
${box('chkgrupo1_1', 'checked')}
${box('chkgrupo1_2')}
${button('Sub2207601004')}`,
  );

/** The list of workers: a plain table with an empty row at its end. */
export const workers = (rows: string[][], message: string) =>
  screen(
    `<table id="Sub1000112079"><tr><th>N</th><th>N</th><th>F</th><th>S</th><th>D</th></tr><tbody>${rows
      .map(
        (cells) => `<tr>${cells.map((text) => `<td><span><label>${text}</label></span></td>`).join('')}</tr>`,
      )
      .join(
        '',
      )}<tr><td></td><td></td><td></td><td></td><td></td></tr></tbody></table>${button('Sub2207801001', 'Pág. Sig.')}`,
    message,
  );
export const rowOfJuan = ['28 0000000196', 'PEREZ, JUAN', '01-02-2025', '', '016262835H'];
export const rowOfAna = ['28 0000000297', 'LOPEZ, ANA', '01-02-2025', 'BJ', '0X1234567L'];

// --- ATR61: situations of a worker

/** A registration of a worker in an account; `end` is empty if it has not ended. */
export interface Relation {
  account: string;
  start: string;
  end: string;
}

/** One registration a year in one account, the most recent first. Only the most recent one has not ended. */
export const relations = (count: number): Relation[] =>
  Array.from({ length: count }, (_, index) => ({
    account: worker.ccc,
    start: `${2026 - index}-01-02`,
    end: index === 0 ? '' : `${2026 - index}-12-31`,
  }));

const situationsFirst = () => screen(`${inputs('SDFTESORNAF', 'SDFNUMNAF')}${button('Sub2207601004')}`);

/** Table id of the list of registrations. */
export const SITUATIONS = 'Sub0900112061';
/** Table id of the list of contribution conditions. */
export const CONDITIONS = 'Sub0900112063';
/** Id of the button that leads back to the list. */
export const BACK = 'Sub2205801004';
/** Checkboxes for further data. */
const BOXES = ['CONVCOL', 'DATOSCONTAFI', 'PECLIQAFI', 'CES', 'ERE']
  .map((name) => `<input type="checkbox" name="chk_SDF${name}" value="1"/>`)
  .join('\n');

const slashed = (date: string) => date.split('-').toReversed().join('/');
const spaced = (date: string) => date.split('-').toReversed().join(' ');

const labelsOf = ({ account, start, end }: Relation) =>
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

const CONDITION = [
  ...['1', 'T', '37', 'BONIFICACION', '4310', 'MAYORES', '50,00', '01/03/2026', '31/03/2026'],
  ...['1', 'CUOTA', '99', 'LEY', '1.234,56'],
];
const conditionsTable = tableOf(list(CONDITIONS, [CONDITION]));

/** The data page in the newest form, in which texts have titles but no ids. */
const textOf = ({ account, start, end }: Relation, coefficient: string) => `<div id="Sub0400101079_77">
<div>DATOS PERSONALES</div><table><tr><td>NUSS:</td><td>28 0000000196</td><td>IPF:</td><td>1 016262835H</td><td>F.Nacimiento:</td><td>17 05 1990</td>
<td>Sexo:</td><td>M</td></tr><tr><td>GARCIA PEÑA ANA MARIA</td><td>Movil para SMS:</td><td>600000000</td></tr></table>
<div>DATOS EMPRESA</div><p>Cta. Cotiz.: ${account.slice(0, 2)} ${account.slice(2)} R&eacute;gimen: 0111 Ident.Empr.: 9 0B00000000</p><p>Nombre ...: UNA S.L.</p>
<p>Situaci&oacute;n:<b>${end ? '51 BAJA VOLUNTARIA' : '01 ALTA NORMAL'}</b>G.C.: 3 F.R.A.: ${slashed(start)} F.E.A.: ${slashed(start)}
F.R.B.: ${end ? slashed(end) : ''} F.E.B.: ${end ? slashed(end) : ''}</p><p>Contrato: 200 Coef.: ${coefficient} Colec.: 9 Ocup: </p></div>`;

/** Table id of the list in its newest form. Only its column for the account is known. */
const NEWEST_SITUATIONS = 'Sub1000110078';

/** Options for how the portal shows its pages. */
interface Shown {
  /** The form of list and data page: with ids, or the newest form, as text. */
  form?: 'ids' | 'text';
  /** The coefficient as the newest form shows it. */
  coefficient?: string;
  /** Whether the list shows when each registration began. */
  dated?: boolean;
}

/** The portal for one worker's registrations, the most recent first. It remembers the page that it shows. */
export const workerPortal = (
  known: Relation[],
  { form = 'ids', coefficient = '0,500', dated = true }: Shown = {},
) => {
  let page = 0;
  let at: Relation | undefined;
  const show = () => {
    const shown = known.slice(page * 12, page * 12 + 12);
    const rows = shown.map(({ account, start, end }) => [
      '0111',
      `${account.slice(0, 2)} ${account.slice(2)}`,
      spaced(start),
      end && spaced(end),
      end ? 'BJ' : 'AL',
    ]);
    const more = known.length > page * 12 + 12 ? '3251* HAY MAS' : '3252* NO HAY MAS';
    if (form === 'ids') return list(SITUATIONS, rows, more);
    const newest = rows.map(([scheme, account, start, ...others]) => [
      `${scheme} ${account}`,
      ...(dated ? [start!, ...others] : []),
    ]);
    return list(NEWEST_SITUATIONS, newest as string[][], more);
  };
  const data = (withBack: boolean) =>
    screen(
      `${form === 'ids' ? labelsOf(at!) : textOf(at!, coefficient)}\n${BOXES}${inputs('SDFMESPEC', 'SDFAOPEC')}${button('Sub2207601004')}${withBack ? button(BACK, 'Pág. Ant.') : ''}`,
      '',
    );
  return (seen: Seen): Answer => {
    const { fields } = seen;
    if (seen.path.includes('TRANSACCION=ATR61')) return situationsFirst();
    if ('txt_SDFNUMNAF' in fields) {
      if (known.length === 0) return screen('', '3543* NO EXISTEN DATOS PARA ESTA CONSULTA');
      page = 0;
      at = known.length === 1 ? known[0] : undefined;
      return at ? data(false) : show();
    }
    const selected = Object.keys(fields).find((name) => fields[name] === 'Select');
    if (selected) {
      at = known[page * 12 + Number(selected.split('_').at(-1))] ?? known[0];
      return data(true);
    }
    if (`btn_${NEXT_PAGE}` in fields) {
      page += 1;
      return show();
    }
    if (`btn_${BACK}` in fields) return known.length === 1 ? data(false) : show();
    const parts = [
      'chk_SDFCONVCOL' in fields ? label('SDFCONVCOL', '28000000000001') : '',
      'chk_SDFDATOSCONTAFI' in fields ? label('SDFCNOCUP', '4112') : '',
      'chk_SDFPECLIQAFI' in fields && fields.txt_SDFMESPEC === '03' && fields.txt_SDFAOPEC === '2026'
        ? conditionsTable
        : '',
    ];
    return screen(`${parts.join('\n')}${button(BACK, 'Pág. Ant.')}`, '');
  };
};
