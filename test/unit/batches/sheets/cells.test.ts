import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { cellsOf, columnFinder } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import type { FoundColumns } from '../../../../functions/capabilities/batches/sheets/types.ts';
import type { CellReading } from '../../../../shared/sheets/cells/readings.ts';
import { rowsOf, submissionOf, workbook } from '../../../support/sheets/files.ts';

/**
 * How cells are read: each case has the cell in a workbook, the text that a spreadsheet program shows, and the value that is
 * filed or the message. It is read from a workbook and from a CSV file, in the row of an operation's example. To add a case,
 * add a line.
 */

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

/** A cell in a workbook, and its shown text, which is also the text in a CSV file. */
interface Written {
  cell: unknown;
  shown: string;
}

const text = (shown: string): Written => ({ cell: shown, shown });
const number = (cell: number, shown = String(cell)): Written => ({ cell, shown });
const day = (date: string, shown: string): Written => ({ cell: new Date(`${date}T00:00:00Z`), shown });

/** The filed value, and a note about it. */
const filed = (value: unknown, note?: string) => ({ value, note });
/** The messages for a cell that is not filed. */
const said = (...messages: string[]) => ({ messages });

type Outcome = ReturnType<typeof filed> | ReturnType<typeof said>;
type File = 'xlsx' | 'csv';
/** The outcome for both kinds of files, or for each kind. */
type Case = [Written, Outcome | Record<File, Outcome>];

const bothReadings = (width: number, inFront: string, afterProvince: string) =>
  said(
    `Debe tener ${width} dígitos. A ${inFront.slice(1)} le falta un cero, y no se sabe dónde: puede ser ${inFront} o, si es un número antiguo, ${afterProvince}. Escriba todas sus cifras.`,
  );
const lost = (whole: string, inWords = '') =>
  filed(whole, `Se ha leído ${whole}${inWords}: faltaban los ceros de la izquierda.`);
const share = (thousandths: string, percent: string) =>
  filed(thousandths, `Se ha leído el ${percent} de la jornada (${thousandths} milésimas).`);
const fullTime = filed(undefined, 'Se ha leído la jornada completa, que se presenta sin coeficiente.');
const twoShares = (written: string, percent: string, thousandths: string) =>
  said(
    `${written} puede ser el ${percent} de la jornada o el ${thousandths} (en milésimas): escriba ${percent} o ${thousandths}.`,
  );
const HOW_SHARE =
  'Escriba la parte de la jornada completa en %, como 37,5 %, o en milésimas con tres cifras, como 375.';
const ERROR = (shown: string) => said(`La celda tiene el error ${shown}: escriba el valor.`);
const ALL_ZEROS = 'No existe ningún código que sea todo ceros. Si no hay dato, no se envía.';
const ZEROS = said(ALL_ZEROS);
/** The outcome for a cell of zeros with fewer digits. */
const zeros = (width: string) => said(`Debe tener ${width}.`, ALL_ZEROS);
const NO_LETTER = said('Debe tener alguna letra. Si no hay dato, no se envía.');
const HOW_DATE = 'Escriba una fecha como 31/12/2026 o 2026-12-31.';
const dayNumber = (number: string, date: string) =>
  `${number} no es una fecha. Puede ser el número con que una hoja de cálculo guarda el ${date}: si lo es, escriba ese día. ${HOW_DATE}`;
const alone = (text: string, code: string) =>
  said(`«${text}» tiene la clave y un texto: escriba solo la clave, ${code}.`);
const NO_PROVINCE = (province: string) =>
  said(`No existe la provincia ${province}, que son los dos primeros dígitos: revise el número.`);
const nothing = (text: string) => `«${text}» es lo que escribe un programa cuando no hay dato.`;
const needed = (text: string) => said(`${nothing(text)} Escriba el valor.`);
const empty = (text: string) => filed(undefined, `Se ha leído vacía: ${nothing(text)}`);
const unseen = (codes: string) => `Tenía signos que no se ven, y no se leen: ${codes}.`;
const escaped = (sign: string) =>
  said(`Tiene «${sign}», que es como un programa escribe una letra: escriba la letra.`);
const LOST_LETTER = said('Tiene «?» donde se perdió una letra: escriba la letra.');
const mayBeName = (text: string) =>
  filed(text, `«${text}» puede ser un nombre, o lo que escribe un programa cuando no hay dato: compruébelo.`);
const NOT_WHOLE = (shown: string) =>
  said(`${shown} no es el valor completo: dé a la celda formato de texto y escriba todas las cifras.`);

const CASES: Record<string, Record<string, Case[]>> = {
  registerEmployee: {
    nss: [
      [text('280000000097'), filed('280000000097')],
      [number(280000000097), filed('280000000097')],
      // There is no province 81, so only the zero in front can be missing.
      [number(81234567842), lost('081234567842')],
      [text('81234567842'), lost('081234567842')],
      // Either an older, shorter number or a number of province 02: the check digits fit both.
      [number(28123456742), bothReadings(12, '028123456742', '280123456742')],
      [text('28123456742'), bothReadings(12, '028123456742', '280123456742')],
      [number(12345678901), bothReadings(12, '012345678901', '120345678901')],
      [number(2812345674), said('Debe tener 12 dígitos.')],
      [number(0), zeros('12 dígitos')],
      [text('000000000000'), ZEROS],
      // Copied from a message, or from a program that made a dash of each hyphen.
      [text('280000000097\u200e'), filed('280000000097', unseen('U+200E'))],
      [text('\u200b280000000097\u00ad'), filed('280000000097', unseen('U+200B, U+00AD'))],
      [text('28\u20130000000097'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('28\u2212000000\u00a00097'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('28•0000000097'), said('Solo admite cifras, 12 en total. Tiene «•» (U+2022).')],
      [text('nan'), needed('nan')],
      [text('2,8E+11'), NOT_WHOLE('2,8E+11')],
      [text('2.8E+11'), NOT_WHOLE('2.8E+11')],
      [text('#N/D'), ERROR('#N/D')],
      // As programs write whole numbers.
      [text('81234567842.0'), lost('081234567842')],
      [text('280000000097.0'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('280,000,000,097.00'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('81.234.567.842'), lost('081234567842')],
      [text('2.80000000097E+11'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('2,800000000970E11'), filed('280000000097', 'Se ha leído 280000000097.')],
      [text('28000000097.5'), said('Solo admite cifras, 12 en total.')],
      [text('811234567840'), NO_PROVINCE('81')],
    ],
    ccc: [
      [text('8000000097.0'), lost('08000000097')],
      [text('8,000,000,097'), lost('08000000097')],
      [text('66000000097'), NO_PROVINCE('66')],
      [number(8000000097), lost('08000000097')],
      [number(2812345666), bothReadings(11, '02812345666', '28012345666')],
      [text('2812345666'), bothReadings(11, '02812345666', '28012345666')],
      [number(280000000), said('Debe tener 11 dígitos.')],
      [number(0), zeros('11 dígitos')],
      [text('########'), ERROR('########')],
      [text('=1/0'), said('Solo admite cifras, 11 en total.')],
    ],
    regimen: [
      [text('0111'), filed('0111')],
      [number(111), lost('0111')],
      [number(0), zeros('4 dígitos')],
    ],
    dni: [
      [text('12345678Z'), filed('12345678Z')],
      [number(0), ZEROS],
      [text('#¡REF!'), ERROR('#¡REF!')],
      [text('-'), said('Solo admite letras y cifras, 20 como máximo.')],
      [
        day('2026-12-01', '01/12/2026'),
        {
          xlsx: said(
            'El programa de hojas de cálculo ha hecho una fecha (2026-12-01): dé a la celda formato de texto y escriba el valor de nuevo.',
          ),
          csv: said('Solo admite letras y cifras, 20 como máximo.'),
        },
      ],
      [
        number(1.2345e20, '1.2345E+20'),
        {
          xlsx: NOT_WHOLE('123450000000000000000'),
          csv: NOT_WHOLE('1.2345E+20'),
        },
      ],
    ],
    grupo_cotizacion: [
      [text('04'), filed('04')],
      [number(4), lost('04')],
      [text('7.0'), lost('07')],
      [text('7.5'), said('Solo admite cifras, 2 como máximo.')],
      [text('07 Auxiliares'), alone('07 Auxiliares', '07')],
      [text('7'), lost('07')],
      [text('10'), filed('10')],
      [number(0), ZEROS],
    ],
    // Members of boards and co-operatives.
    tipo_contrato: [
      [text('000'), filed('000')],
      [number(0), lost('000')],
      [number(100), filed('100')],
      [text('100.0'), filed('100', 'Se ha leído 100.')],
      [text('200 indef. parcial'), alone('200 indef. parcial', '200')],
      [text('Indefinido (100)'), alone('Indefinido (100)', '100')],
      // It may be either.
      [text('100 o 200 indefinido'), said('Solo admite cifras, 3 en total.')],
      [text('C100'), said('Solo admite cifras, 3 en total.')],
      // A list of the office's own.
      [number(1), said('1 no es una clave de contrato, que tiene tres cifras.')],
      [text('12'), said('12 no es una clave de contrato, que tiene tres cifras.')],
    ],
    cno: [
      [number(11), lost('0011')],
      // A workbook can mark it as text, and then it is right as it is.
      [text('11'), { xlsx: filed('11'), csv: lost('0011') }],
      [number(0), ZEROS],
      [text('0000'), ZEROS],
      [text('#N/A'), ERROR('#N/A')],
    ],
    convenio: [
      [text('28000775011982'), filed('28000775011982')],
      [number(0), zeros('14 dígitos')],
      [text('00000000000000'), ZEROS],
      [text('#¿NOMBRE?'), ERROR('#¿NOMBRE?')],
    ],
    coeficiente: [
      // Three figures are thousandths, as in the interface.
      [number(500), filed('500')],
      [text('050'), share('050', '5 %')],
      [number(50), twoShares('50', '50 %', '5 %')],
      [text('50'), twoShares('50', '50 %', '5 %')],
      [number(100), twoShares('100', '100 %', '10 %')],
      [number(1), said('1 puede ser la jornada completa o el 1 %: escriba 100 % o 1 %.')],
      [text('1,0'), said('1,0 puede ser la jornada completa o el 1 %: escriba 100 % o 1 %.')],
      [text('37,5 %'), filed('375')],
      [text('37.5%'), filed('375')],
      [text('50 % de la jornada'), share('500', '50 %')],
      [number(37.5), share('375', '37,5 %')],
      [text('37,50'), share('375', '37,5 %')],
      [number(0.375), share('375', '37,5 %')],
      [text('0,375'), share('375', '37,5 %')],
      [text('.375'), said(HOW_SHARE)],
      [text('375 milésimas'), share('375', '37,5 %')],
      [text('375.0'), share('375', '37,5 %')],
      [text('50.0'), twoShares('50.0', '50 %', '5 %')],
      [text('50,00'), share('500', '50 %')],
      [text('0,3333'), said('0,3333 tiene más decimales: solo hay milésimas, como 33,3 %.')],
      [text('120 %'), said(`120 % pasa de la jornada completa. ${HOW_SHARE}`)],
      [text('20 h'), said('20 h son horas: escriba qué parte de la jornada completa es, como 50 %.')],
      [text('C'), said(HOW_SHARE)],
      [text('100 %'), fullTime],
      [text('Jornada completa'), fullTime],
      // Existing programs send it for full time.
      [number(0), filed('000', 'Se ha leído la jornada completa (000).')],
      [text('#¡VALOR!'), ERROR('#¡VALOR!')],
      [text('nan'), empty('nan')],
      [text('None'), empty('None')],
      [text('N/D'), empty('N/D')],
    ],
    fnacimiento: [
      [text('NaT'), empty('NaT')],
      [text('17/05/1990\u200f'), filed('1990-05-17', unseen('U+200F'))],
    ],
    fecha_real: [
      [text('NaT'), needed('NaT')],
      [day('2026-12-01', '01/12/2026'), filed('2026-12-01')],
      [text('01/12/2026'), filed('2026-12-01')],
      [text('1/12/2026'), filed('2026-12-01')],
      [text('1-12-2026'), filed('2026-12-01')],
      [text('01.12.2026'), filed('2026-12-01')],
      [text('2026-12-01'), filed('2026-12-01')],
      [text('2026-12-01T00:00:00'), filed('2026-12-01')],
      [text('12/31/26'), said(`12/31/26 tiene el mes delante del día. ${HOW_DATE}`)],
      [text('12/31/2026'), said(`12/31/2026 tiene el mes delante del día. ${HOW_DATE}`)],
      [text('31/02/2026'), said('La fecha no existe en el calendario.')],
      [number(46357), said(dayNumber('46357', '01/12/2026'))],
      [number(9999), { xlsx: said(`9999 no es una fecha. ${HOW_DATE}`), csv: said(HOW_DATE) }],
      [number(0), { xlsx: said(`0 no es una fecha. ${HOW_DATE}`), csv: said(HOW_DATE) }],
      [text('########'), ERROR('########')],
    ],
    // A text to the interface.
    cond_desempleado: [
      [text('1.0'), filed('1', 'Se ha leído 1.')],
      [text('1.50'), filed('1.50')],
    ],
    duplicate: [
      [text('sí'), filed(true)],
      [number(0), filed(false)],
      [text('1.0'), filed(true, 'Se ha leído 1.')],
      [text('quizá'), said('Escriba 1 (sí) o 0 (no).')],
      [text('#N/D'), ERROR('#N/D')],
    ],
  },
  notifyContract: {
    surname: [
      [text('GARCIA'), filed('GARCIA')],
      [text('Ł'), said('El organismo no admite estos caracteres: «Ł» (U+0141).')],
      [text('O'), filed('O')],
      [number(0), NO_LETTER],
      [text('0'), NO_LETTER],
      [text('?'), NO_LETTER],
      [text('-'), NO_LETTER],
      [text('MU?OZ'), LOST_LETTER],
      [text('MU&Ntilde%OZ'), said('Tiene «&», que no es de un nombre.')],
      [text('MU\\u00d1OZ'), escaped('\\u00d1')],
      [text('MU%C3%91OZ'), escaped('%C3%91')],
      [text('MU=D1OZ'), escaped('=D1')],
      [text('GARCIA 2'), said('Tiene «2», que no es de un nombre.')],
      [text('[object Object]'), said('Tiene «[object Object]», que es de un programa y no de un nombre.')],
      [
        text('MUÃ‘OZ'),
        {
          xlsx: said(
            'Tiene letras mal codificadas («Ã‘»): escríbalas como son, o guarde el fichero en UTF-8.',
          ),
          // A text file is read in the encoding in which it was saved.
          csv: filed('MUÑOZ'),
        },
      ],
      [text('DE\u00a0LA\u2009 CRUZ'), filed('DE LA CRUZ')],
      [text('MU\u00adÑOZ\u200b'), filed('MUÑOZ', unseen('U+00AD, U+200B'))],
      [text('undefined'), needed('undefined')],
      [text('NULL'), needed('NULL')],
      [text('Null'), mayBeName('Null')],
      [text('NAN'), mayBeName('NAN')],
      [text('Nil'), filed('Nil')],
      [text('#N/D'), ERROR('#N/D')],
      [text('Err:502'), ERROR('Err:502')],
      [text('#OBTENIENDO_DATOS'), ERROR('#OBTENIENDO_DATOS')],
    ],
    // Mandatory with a DNI, so the row of the example fails at it.
    lastSurname: [
      [text('nan'), said('Es obligatorio con NIF/DNI.')],
      [text('undefined'), said('Es obligatorio con NIF/DNI.')],
    ],
    occupation: [
      [number(0), zeros('4 dígitos')],
      [
        text(
          'Empleados administrativos sin tareas de atención al público no clasificados bajo otros epígrafes',
        ),
        filed(
          '4309',
          'Se ha leído 4309 (Empleados administrativos sin tareas de atención al público no clasificados bajo otros epígrafes).',
        ),
      ],
    ],
    nationality: [
      [number(0), zeros('3 dígitos')],
      [text('724'), filed('724')],
      [text('España'), filed('724', 'Se ha leído 724 (España).')],
      [text('ESPAÑOLA'), filed('724', 'Se ha leído 724 (España).')],
      [text('724 · España'), filed('724', 'Se ha leído 724 (España).')],
      [
        text('Atlántida'),
        said('«Atlántida» no está en la lista de países de ISO 3166-1: escriba el código.'),
      ],
    ],
    municipality: [
      [text('Madrid'), filed('28079', 'Se ha leído 28079 (Madrid).')],
      [
        text("l'Hospitalet\u00a0de  Llobregat"),
        filed('08101', "Se ha leído 08101 (Hospitalet de Llobregat, L')."),
      ],
      [text('Moya'), said('«Moya» puede ser 16135 o 35013: escriba el código.')],
    ],
    sex: [
      [text('Hombre'), filed('1', 'Se ha leído 1.')],
      [text('MUJER'), filed('2', 'Se ha leído 2.')],
      [text('Varón'), filed('1', 'Se ha leído 1.')],
      [text('femenino'), filed('2', 'Se ha leído 2.')],
    ],
    docType: [
      [text('DNI'), filed('D', 'Se ha leído D.')],
      [text('nie'), filed('E', 'Se ha leído E.')],
    ],
    nss: [
      // By this value SEPE knows that there is none.
      [text('000000000000'), filed('000000000000')],
      [number(0), said('Debe tener 12 dígitos.')],
    ],
  },
  transformContract: {
    'DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION': [
      [number(11128000000097), lost('011128000000097')],
      [number(1112812345642), said('Debe tener 15 dígitos.')],
    ],
  },
  fileCompanyCertificate: {
    'Datos_Trabajador.CodProfesion': [[number(0), zeros('4 dígitos (CNO) o 7')]],
    'Datos_Trabajador.DiasSalarioTramitacion': [[number(0), lost('00000')]],
  },
};

const cases = Object.entries(CASES).flatMap(([id, columns]) =>
  Object.entries(columns).flatMap(([header, written]) =>
    written.flatMap(([{ cell, shown }, outcome]) =>
      (['xlsx', 'csv'] as const).map((file) => ({
        id,
        header,
        cell,
        shown,
        file,
        outcome: 'xlsx' in outcome ? outcome[file] : outcome,
        // All other columns have the values of the example.
        kind: typeof cell === 'object' ? 'date' : typeof cell,
      })),
    ),
  ),
);

describe('the cells of a sheet', () => {
  test.each(cases)(
    'the cell $id $header: $kind $shown in $file is $outcome',
    async ({ id, header, cell, shown, file, outcome }) => {
      const operation = submissionOf(id);
      const example = Object.entries(cellsOf(operation.example.request as Record<string, unknown>));
      const others = example.filter(([other]) => other !== header);
      const headers = [...others.map(([other]) => other), header];
      const written = [...others.map(([, value]) => value), file === 'xlsx' ? cell : shown];
      const bytes =
        file === 'xlsx'
          ? workbook([headers, written])
          : [headers, written].map((row) => row.join(';')).join('\r\n');
      const [row] = await rowsOf(bytes, { format: file, operations: [operation] });
      const { mistakes, value } = await checkRow(row!, operation);
      const of = (remarks: typeof mistakes) =>
        remarks.filter(({ column }) => column === header).map(({ message }) => message);
      if ('messages' in outcome) expect(of(mistakes)).toEqual(outcome.messages);
      else {
        expect(of(mistakes)).toEqual([]);
        expect(of(row!.notes)).toEqual(outcome.note === undefined ? [] : [outcome.note]);
        const { path } = columnFinder(operation)(header)!;
        const request = mistakes.length === 0 ? value : row!.request;
        expect(path.reduce((inner, part) => (inner as never)?.[part], request)).toBe(outcome.value);
      }
    },
  );
});

/** How many of the cells of a column are read: the values of the request, or the beginning of the message. */
interface ColumnCase {
  column: string;
  operation?: string;
  /** The header as it is written, if it differs. */
  header?: string;
  cells: (string | number)[];
  read: unknown[];
  /** The codes from which a person chooses. */
  readings?: string[];
  /** The one that a person chose. */
  chosen?: CellReading;
}

const kept = (message: string) => ({ kept: message });
const M_ALONE = kept('M puede ser mujer (si hombre es H o V) u hombre (si mujer es F)');
const HOURS = (text: string) => kept(`${text} puede ser el ${text} % u horas`);
const MIXED = kept('En esta columna M puede ser hombre o mujer, porque tiene H (fila 2) y F (fila 3)');
const SEX = { column: 'sexo' };
const SEPE = { operation: 'notifyContract', column: 'sex' };
const SHARE = { column: 'coeficiente' };
const TIME = { column: 'coeficiente', header: 'Jornada' };
const PERCENT = { column: 'coeficiente', header: '% jornada' };
const FULL = undefined;

const COLUMNS: Record<string, ColumnCase[]> = {
  'a column of sexes': [
    { ...SEX, cells: ['H', 'M', 'm'], read: ['M', 'F', 'F'] },
    { ...SEX, cells: ['M', 'V'], read: ['F', 'M'] },
    { ...SEX, cells: ['M', 'F', 'M'], read: ['M', 'F', 'M'] },
    { ...SEX, cells: ['H', 'F'], read: ['M', 'F'] },
    { ...SEX, cells: [1, 2], read: ['M', 'F'] },
    { ...SEX, cells: ['1', '6'], read: ['M', 'F'] },
    { ...SEX, cells: ['1.0', '6.0'], read: ['M', 'F'] },
    { ...SEX, cells: ['Mujer', 'HOMBRE'], read: ['F', 'M'] },
    // As a list of choices shows them.
    { ...SEX, cells: ['H', 'M · hombre', 'F · mujer'], read: ['M', 'M', 'F'] },
    { ...SEX, cells: ['H', 'M', 'X'], read: ['M', 'F', kept('Debe ser uno de')] },
    { ...SEX, cells: ['M', 'M'], read: [M_ALONE, M_ALONE], readings: ['HM', 'MF'] },
    { ...SEX, cells: ['M', 'Mujer'], read: [M_ALONE, 'F'], readings: ['HM', 'MF'] },
    { ...SEX, cells: ['M', 'M'], chosen: 'HM', read: ['F', 'F'] },
    { ...SEX, cells: ['M', 'M'], chosen: 'MF', read: ['M', 'M'] },
    // What the cells show counts more than a choice that was remembered.
    { ...SEX, cells: ['H', 'M'], chosen: 'MF', read: ['M', 'F'] },
    { ...SEX, cells: ['H', 'F', 'M', 'mujer'], read: [MIXED, MIXED, MIXED, 'F'] },
    {
      ...SEX,
      cells: [1, 2, 6],
      read: Array(3).fill(kept('No se sabe qué código usa esta columna, que tiene 2 (fila 3) y 6 (fila 4)')),
    },
    {
      ...SEX,
      cells: [0, 1],
      read: [kept('Debe ser uno de'), kept('No se sabe qué código usa esta columna')],
    },
    { ...SEPE, cells: ['H', 'M'], read: ['1', '2'] },
    { ...SEPE, cells: ['M', 'F'], read: ['1', '2'] },
    { ...SEPE, cells: [1, 6, 6], read: ['1', '2', '2'] },
    { ...SEPE, cells: ['M'], read: [M_ALONE], readings: ['HM', 'MF'] },
  ],
  'a column of parts of the working time': [
    { ...SHARE, cells: ['37,5', 50, 100], read: ['375', '500', FULL] },
    { ...SHARE, cells: ['37,5 %', '50'], read: ['375', '500'] },
    { ...SHARE, cells: [0.375, 0.5, 1], read: ['375', '500', FULL] },
    { ...SHARE, cells: ['500', '100', '050'], read: ['500', '100', '050'] },
    {
      ...SHARE,
      cells: [500, 50],
      read: ['500', kept('50 puede ser el 50 %')],
      readings: ['percent', 'thousandths'],
    },
    // Each of these is certain; what is not, is not read by one of several codes.
    {
      ...SHARE,
      cells: ['500', '0,500', '50,00', '37,5', '60'],
      read: ['500', '500', '500', '375', kept('60 puede ser el 60 %')],
      readings: ['percent', 'thousandths'],
    },
    { ...SHARE, cells: [50, 75], chosen: 'percent', read: ['500', '750'] },
    { ...SHARE, cells: [50, 75], chosen: 'thousandths', read: ['050', '075'] },
    { ...SHARE, cells: [1, 1], chosen: 'fraction', read: [FULL, FULL] },
    {
      ...SHARE,
      cells: ['100'],
      read: [kept('100 puede ser el 100 %')],
      readings: ['percent', 'thousandths'],
    },
    { ...PERCENT, cells: [50, 37.5, 100, '20'], read: ['500', '375', FULL, '200'] },
    { ...PERCENT, cells: ['0,5', '1'], read: ['500', FULL] },
    { ...PERCENT, cells: ['1'], read: [kept('1 puede ser la jornada completa')], readings: ['fraction'] },
    {
      ...PERCENT,
      cells: ['50', '050'],
      read: ['500', kept('050 puede ser')],
      readings: ['percent', 'thousandths'],
    },
    { ...TIME, cells: ['50', '37,5', 'Completa'], read: ['500', '375', FULL] },
    { ...TIME, cells: ['37.5'], read: ['375'] },
    {
      ...TIME,
      cells: ['37,5 %', '20'],
      read: ['375', HOURS('20')],
      readings: ['percent', 'thousandths'],
    },
    { ...TIME, cells: ['50', '20'], read: ['500', '200'] },
    { ...TIME, cells: ['100', '20'], read: [FULL, '200'] },
    { ...TIME, cells: ['20', '40'], read: [HOURS('20'), HOURS('40')], readings: ['percent', 'thousandths'] },
    {
      ...TIME,
      cells: ['20', '37,5'],
      read: [HOURS('20'), kept('37,5 puede ser un porcentaje u horas')],
      readings: ['percent', 'thousandths'],
    },
    {
      ...TIME,
      cells: ['100 %', '20 h', '20', '0,5'],
      read: [FULL, kept('20 h son horas'), HOURS('20'), '500'],
      readings: ['percent', 'thousandths'],
    },
  ],
  'a column of yes and no': [
    { column: 'duplicate', cells: ['x', 'no'], read: [true, false] },
    { column: 'duplicate', cells: ['V', 'F', 'V'], read: [true, false, true] },
    { column: 'duplicate', cells: ['F', 'no'], read: [kept('Escriba 1 (sí) o 0 (no)'), false] },
    {
      column: 'duplicate',
      cells: ['✓', 'x'],
      read: [kept('Escriba 1'), kept('En esta columna X puede ser no')],
    },
    {
      column: 'duplicate',
      cells: [1, 0, 2],
      read: [kept('En esta columna 1'), kept('En esta columna 0'), kept('Escriba 1')],
    },
    {
      column: 'inactividad_z',
      operation: 'deregisterEmployee',
      cells: ['sí', 0, 'X'],
      read: ['S', 'N', 'S'],
    },
  ],
  'a column of groups': [
    { column: 'grupo_cotizacion', cells: [7, '10'], read: ['07', '10'] },
    { column: 'grupo_cotizacion', cells: [7, 'O7'], read: ['07', kept('Solo admite cifras')] },
    {
      column: 'grupo_cotizacion',
      cells: [2, 'A1', 'B'],
      read: [
        kept('La columna tiene A1 (fila 3), que no es un grupo'),
        kept('Solo admite'),
        kept('Solo admite'),
      ],
    },
    {
      column: 'grupo_cotizacion',
      cells: ['II', '2', 'III'],
      read: [kept('Solo admite'), kept('La columna'), kept('Solo admite')],
    },
  ],
};

const columnCases = Object.entries(COLUMNS).flatMap(([what, cases]) =>
  cases.flatMap((one) =>
    (['xlsx', 'csv'] as const).map((file) => ({ what, file, header: one.column, ...one })),
  ),
);

test.each(columnCases)(
  'the column $what with $cells below $header in $file is read as $read',
  async ({ operation: id = 'registerEmployee', column, header, cells, read, readings, chosen, file }) => {
    const operation = submissionOf(id);
    const example = Object.entries(cellsOf(operation.example.request as Record<string, unknown>));
    const others = example.filter(([other]) => other !== column);
    const sheet = [
      [...others.map(([other]) => other), header],
      ...cells.map((cell) => [...others.map(([, value]) => value), cell]),
      // A sum is no value of the column.
      ['TOTAL', ...others.slice(1).map(() => ''), ''],
    ];
    let columns: FoundColumns | undefined;
    const rows = await rowsOf(
      file === 'xlsx'
        ? workbook(sheet)
        : sheet.map((row) => row.map((cell) => String(cell).replace('.', ',')).join(';')).join('\r\n'),
      {
        format: file,
        operations: [operation],
        mapping: [{ header, column, ...(chosen && { reading: chosen }) }],
        found: (all) => {
          columns = all;
        },
      },
    );
    const { path } = columnFinder(operation)(column)!;
    const results = await Promise.all(
      rows.slice(0, cells.length).map(async (row) => {
        const { mistakes } = await checkRow(row, operation);
        const mistake = mistakes.find((one) => one.column === column);
        const value = path.reduce((inner, part) => (inner as never)?.[part], row.request as unknown);
        return mistake ? kept(mistake.message) : typeof value === 'number' ? value === 1 : value;
      }),
    );
    expect(results).toEqual(
      read.map((one) =>
        typeof one === 'object' && one !== null
          ? kept(expect.stringMatching(`^${(one as ReturnType<typeof kept>).kept.replace(/[()]/g, '\\$&')}`))
          : one,
      ),
    );
    expect(columns!.columns.find((one) => one.column === column)?.readings).toEqual(readings);
  },
);

test('a cell that its column explains is stored in a form that means the same in any column', async () => {
  const operation = submissionOf('registerEmployee');
  const [first, second] = await rowsOf('sexo;Jornada\r\nM;50\r\nH;37,5 %', {
    format: 'csv',
    operations: [operation],
    mapping: [{ header: 'Jornada', column: 'coeficiente' }],
  });
  expect(first!.cells).toEqual({ sexo: 'F', coeficiente: '50 %' });
  expect(second!.cells).toEqual({ sexo: 'M', coeficiente: '37,5 %' });
  expect(first!.notes.map(({ message }) => message)).toEqual([
    'Se ha leído mujer (F): la columna tiene H (fila 3).',
    'Se ha leído el 50 % de la jornada (500 milésimas).',
  ]);
});

test('a result of a formula is also reported in a JSON list, which a program may have made from cells', async () => {
  const operation = submissionOf('notifyContract');
  const request = { ...operation.example.request, surname: '#N/D', occupation: 0, lastSurname: '-' };
  const [row] = await rowsOf(JSON.stringify([{ operation: operation.id, request }]), {
    format: 'json',
    operations: [operation],
  });
  const { mistakes } = await checkRow(row!, operation);
  expect(mistakes.map(({ column, message }) => [column, message])).toEqual([
    ['surname', '#N/D es un error de una hoja de cálculo, y no un dato.'],
    ['lastSurname', NO_LETTER.messages[0]],
    ['occupation', ALL_ZEROS],
  ]);
});
