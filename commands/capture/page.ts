import { PATIENCE } from './capture.ts';
import { READINGS } from './readings.ts';

/**
 * The page that `--page` prints for a person who may lend a certificate for an hour, with the questions that this
 * would settle. It is in Spanish, for people who know the portals and not this project.
 */

/**
 * The most informative readings, by the name of the exchange: the question of each, and the assumption that it
 * tests.
 */
const MOST_WANTED: Record<string, readonly [asks: string, settles: string]> = {
  'ACBR0001 pension simulation': [
    'Simulador de pensiones, sin certificado',
    'si las páginas nuevas de la TGSS llegan como HTML o como datos: de eso dependen todas las de su familia',
  ],
  'ATR61 situations': [
    'Situaciones de un trabajador con varias altas',
    'cuál de las dos formas de la consulta más usada muestra hoy la TGSS, y qué columnas tiene su lista',
  ],
  'Prosa authorised users': [
    'Autorizaciones de su certificado',
    'cómo se elige autorizado si tiene varias; sin eso no se presenta nada por ellas',
  ],
  'XV24M00B contribution record': [
    'Ficha de grupo de cotización (solo se lee)',
    'con qué nombres vienen los datos que se cambian con grupo, ocupación y categoría',
  ],
  'XV24M00D affiliation number by document': [
    'Número de afiliación por DNI y apellidos',
    'con qué nombres contesta: con ella empiezan las altas de quien no sabe su número',
  ],
  'XV26L100 FIE': ['Bajas médicas de una cuenta (FIE)', 'los campos de hoy, y qué dice si no hay ninguna'],
  'XV21Y200 settlement receipt': [
    'Recibo de liquidación de un mes (con --unseen)',
    'dónde está el documento: mientras no se vea, esta consulta está apagada',
  ],
  'Contrat@ list of notifications': [
    'Contratos comunicados entre dos fechas',
    'el formulario y las columnas de esa lista, que nadie ha publicado',
  ],
  'Certific@2 list': [
    'Certificados de empresa de un trabajador',
    'sus columnas y sus títulos, y la tabla de bases de cotización',
  ],
  'WSCN consultarListadoNotificaciones': [
    'Lista de notificaciones de la TGSS (no abre ninguna)',
    'cómo se firma el mensaje y con qué palabras dice el estado',
  ],
};

const WIDTH = 92;

/**
 * Wraps a paragraph at `WIDTH` columns.
 * @param first text before the first line; the other lines are indented by its length
 */
const wrap = (text: string, first = ''): string => {
  const indent = ' '.repeat(first.length);
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (indent.length + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? first : indent}${line}`).join('\n');
};

const questionLines = (): string[] =>
  Object.entries(MOST_WANTED).map(([name, [asks, settles]], index) => {
    const { needs, exchange } = READINGS.find((reading) => reading.exchange.name === name)!;
    const given = needs.length > 0 ? needs.map((each) => `--${each}`).join(' ') : 'nada más';
    return [
      wrap(`${asks} (${exchange.authority.toUpperCase()}, ${name}).`, `${index + 1}.`.padEnd(4)),
      wrap(`Aclara ${settles}.`, '    '),
      wrap(`Hay que dar: ${given}.`, '    '),
    ].join('\n');
  });

/** The page, as text of at most 66 lines. */
export const capturePage = (): string =>
  [
    'SI TIENE UN CERTIFICADO DIGITAL: QUÉ ACLARARÍA EN CINCO MINUTOS',
    '',
    wrap(
      'Pasarela habla con los portales como lo hacen programas públicos; nada se ha probado aún contra los de verdad. ' +
        `npm run capture hace una vez cada una de sus ${READINGS.length} consultas, con su certificado y en su ` +
        'ordenador. Estas diez son de las que más depende:',
    ),
    '',
    ...questionLines(),
    '',
    'CUÁNTO TARDA',
    wrap(
      `Unos cinco minutos las ${READINGS.length}; ninguna espera más de ${PATIENCE / 1000} segundos. Tenga a mano ` +
        'los datos de una cuenta de cotización y de un trabajador suyo: la consulta cuyos datos no se den se salta.',
    ),
    '',
    'QUÉ NO HACE NUNCA',
    wrap(
      'No presenta, no confirma y no cambia nada: no tiene con qué enviar un paso que surta efecto.',
      '- ',
    ),
    wrap('No abre notificaciones: las lista, y solo pide las que ya estaban abiertas.', '- '),
    wrap(
      'No guarda ni envía el certificado ni su contraseña, que solo usa para conectarse a los portales.',
      '- ',
    ),
    wrap(
      'No manda nada a nadie más: lo que se dijo queda en este ordenador, en .local/capture/, sin datos personales. ' +
        'Léalo antes de compartirlo.',
      '- ',
    ),
    wrap(
      'Lo único que deja en los portales son los informes y certificados tributarios que pide a nombre del titular, ' +
        'como si los pidiera usted en la sede.',
    ),
    '',
    'CÓMO',
    '  npm run capture -- --only readings --demo .local/demo.json    antes, con los portales de prueba',
    '  npm run capture -- --only readings --p12 certificado.p12      después, con los de verdad',
  ].join('\n');
