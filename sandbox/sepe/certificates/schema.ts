/** The schema of company certificates, as a public program quotes it: elements in their order, and patterns of values. */

import type { XmlElement } from '@rgrove/parse-xml';
import { childrenOf, localName } from '../xml.ts';

/** An element: `?` optional, `+` one or more, `*` any number. Its content is a pattern, or elements. */
type Element = [name: string, occurs: '' | '?' | '+' | '*', content: RegExp | Element[]];

const digits = (width: number) => new RegExp(`^\\d{${width}}$`);
const DATE = /^(19|20)\d\d(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])$/;
const COMPANY = /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]|[XYZ]\d{7}[A-Z])$/;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_\s.,\-`'´]{1,14}$/u;
const SURNAME = /^[\p{L}\p{N}_][\p{L}\p{N}_\s.,\-`'´]{1,19}$/u;
const REMARKS = /^.{1,50}$/s;
const DAYS_REA = /^(0\d|[12]\d|3[01])$/;

const MONTH: Element[] = [
  ['Ano', '', /^(19|20)\d\d$/],
  ['Mes', '', /^(0[1-9]|1[0-2])$/],
];
const BASES: Element[] = [
  ['BaseCotizacionContingenciasComunes', '?', digits(9)],
  ['BaseCotizacionDesempleo', '', digits(9)],
  ['Observaciones', '?', REMARKS],
];

const WORKER: Element[] = [
  ['DNI_NIE', '', /^[0-9XYZ]\d{7}[A-Z]$/],
  ['Nombre', '', NAME],
  ['Apellido1', '', SURNAME],
  ['Apellido2', '?', SURNAME],
  ['NumSS', '?', digits(12)],
  ['GrupoCotizacion', '?', digits(2)],
  ['TipoContrato', '', digits(3)],
  ['DuracionContrato', '?', digits(5)],
  ['IndicadorDuracionContrato', '?', /^[DMA]$/],
  ['CodProfesion', '', digits(7)],
  ['CargoPublicoSindical', '?', digits(2)],
  ['PorcentualDedicacion', '?', digits(4)],
  ['DedicacionCompleta', '?', /^1$/],
  ['FechaAltaEmpresa', '', DATE],
  ['CodCausaSuspension', '', digits(2)],
  ['FechaSuspensionExtincion', '', DATE],
  ['FechaFinSuspension', '?', DATE],
  ['ERE', '?', /^\d{5}(19|20)\d{2}$/],
  ['PorcentualReduccionERE', '?', digits(4)],
  ['PorcentualReduccionOTROS', '?', digits(4)],
  ['CodCausaPorcentReduccion', '?', digits(2)],
  ['FechaDesdePeriodoSalarios', '?', DATE],
  ['FechaHastaPeriodoSalarios', '?', DATE],
  ['DiasSalarioTramitacion', '', digits(5)],
  [
    'DistribucionJornadas',
    '?',
    [
      [
        'Periodo',
        '+',
        [
          ['TipoDistribucion', '', digits(1)],
          ['FechaInicioPeriodo', '', DATE],
          ['FechaFinPeriodo', '', DATE],
          ['NumeroDiasTrabajadosPorSemanaOPeriodo', '', /^(?!0{5})\d{5}$/],
        ],
      ],
    ],
  ],
  ['Datos_Cotizacion', '*', [...MONTH, ['NumDiasCotizados', '', /^(00[1-9]|0[12]\d|03[01])$/], ...BASES]],
  [
    'Datos_Cotizacion_REA',
    '*',
    [
      ...MONTH,
      ['GrupoCotizacion', '?', digits(2)],
      ['NumDiasCotizados', '?', DAYS_REA],
      ['NumJornadasCotizadas', '?', DAYS_REA],
      ['BaseCotizacionDesempleo', '?', digits(9)],
      ['Observaciones', '?', REMARKS],
    ],
  ],
  ['Datos_VacacionesCotizadas', '?', [['NumDiasCotizados', '', digits(3)], ...BASES]],
  [
    'Datos_VacacionesCotizadas_REA',
    '?',
    [
      ['GrupoCotizacion', '?', digits(2)],
      ['NumDiasCotizados', '', digits(2)],
      ['NumJornadasCotizadas', '', /^00$/],
      ['BaseCotizacionDesempleo', '?', digits(9)],
      ['Observaciones', '?', REMARKS],
    ],
  ],
];

const DOCUMENT: Element[] = [
  [
    'Cuenta_cotizacion',
    '+',
    [
      [
        'Datos_Representante',
        '',
        [
          ['CIF_NIF', '', COMPANY],
          ['Nombre', '', NAME],
          ['Apellido1', '', SURNAME],
          ['Apellido2', '?', SURNAME],
          ['Cargo', '?', /^.{1,40}$/s],
        ],
      ],
      [
        'Datos_Empresa',
        '',
        [
          ['CIF_NIF', '', COMPANY],
          ['CCC', '', digits(15)],
        ],
      ],
      ['Datos_Trabajador', '+', WORKER],
    ],
  ],
];

/** Pairs of elements of which a worker has exactly one, or at most one. */
const CHOICES: [one: string, other: string, least: 0 | 1][] = [
  ['PorcentualDedicacion', 'DedicacionCompleta', 0],
  ['Datos_Cotizacion', 'Datos_Cotizacion_REA', 1],
  ['Datos_VacacionesCotizadas', 'Datos_VacacionesCotizadas_REA', 0],
];

/** Name of the first element that is wrong, missing or out of place; undefined if the document matches the schema. */
export function faultOf(root: XmlElement): string | undefined {
  return localName(root) === 'Certificado_empresa' ? faultIn(root, DOCUMENT) : localName(root);
}

function faultIn(parent: XmlElement, schema: Element[]): string | undefined {
  const children = childrenOf(parent);
  const counted = (name: string) => children.filter((child) => localName(child) === name).length;
  let at = 0;
  for (const [name, occurs, content] of schema) {
    const count = counted(name);
    if (
      (count === 0 && (occurs === '' || occurs === '+')) ||
      (count > 1 && (occurs === '' || occurs === '?'))
    )
      return name;
    for (const child of children.slice(at, at + count)) {
      if (localName(child) !== name) return localName(child);
      const fault = Array.isArray(content)
        ? faultIn(child, content)
        : childrenOf(child).length === 0 && content.test(child.text)
          ? undefined
          : name;
      if (fault) return fault;
    }
    at += count;
  }
  if (at < children.length) return localName(children[at]!);
  if (schema !== WORKER) return undefined;
  const broken = CHOICES.find(([one, other, least]) => {
    const both = Number(counted(one) > 0) + Number(counted(other) > 0);
    return both > 1 || both < least;
  });
  return broken?.[1];
}
