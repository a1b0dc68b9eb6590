import type { Standing } from './rule.ts';

/** A cause (situacion) of a termination, and whether it can put the worker into legal unemployment. */
export interface Cause {
  /** Its name, in Spanish. */
  text: string;
  /** Whether a company certificate is due. */
  isUnemployment: boolean;
  /** The reason and its norm. */
  source: string;
  standing: Standing;
}

const LGSS = 'Ley General de la Seguridad Social';

const can = (text: string, source: string, standing: Standing = 'toCheck'): Cause => ({
  text,
  isUnemployment: true,
  source: `${LGSS}, ${source}`,
  standing,
});
const cannot = (text: string, source: string, standing: Standing = 'toCheck'): Cause => ({
  text,
  isUnemployment: false,
  source,
  standing,
});

/** Article 267.1 lists the situations of legal unemployment, and none of these is among them. */
const NOT_LISTED = `${LGSS}, artículo 267.1: no está entre las situaciones legales de desempleo`;
/** The contract goes on, in another account or with another employer. */
const GOES_ON = `${LGSS}, artículo 267.1: la relación laboral sigue, y no se extingue ni se suspende`;

/**
 * The causes of terminations by their code at the Tesorería, two digits. Article 267 was read (text of 2022). The codes and
 * their texts come from public lists of payroll programs, because the Tesorería's own table could not be read: `toCheck` if the
 * lists agree, `inferred` if only one has the code. Causes that cannot be legal unemployment make no company certificate due;
 * all others do, including unlisted ones.
 */
export const CAUSES: Readonly<Record<string, Cause>> = {
  51: cannot('Dimisión o baja voluntaria', `${LGSS}, artículo 267.2.a`),
  52: can('Fuerza mayor', 'artículo 267.1.a.1.º'),
  53: can('Despido disciplinario individual', 'artículo 267.1.a.3.º'),
  54: can('Baja no voluntaria por otras causas', 'artículo 267.1.a.2.º'),
  55: cannot(
    'Fusión, absorción o sucesión de empresa',
    `Estatuto de los Trabajadores, artículo 44; ${GOES_ON}`,
  ),
  56: cannot('Fallecimiento', NOT_LISTED),
  58: cannot('Pase a pensionista', NOT_LISTED),
  60: cannot('Traslado de centro de trabajo', GOES_ON, 'inferred'),
  61: cannot('Cambio de contrato', GOES_ON, 'inferred'),
  63: cannot('Excedencia voluntaria o forzosa', NOT_LISTED),
  65: can('Agotamiento de la incapacidad temporal', 'artículo 267.1.a', 'inferred'),
  67: can('Paro estacional', 'artículo 267.1', 'inferred'),
  68: cannot('Excedencia por cuidado de hijos', NOT_LISTED),
  69: can('Suspensión temporal por expediente de regulación de empleo', 'artículo 267.1.b.1.º'),
  73: cannot('Excedencia por cuidado de familiares', NOT_LISTED),
  74: cannot('Otras causas de suspensión', NOT_LISTED),
  77: can('Despido colectivo', 'artículo 267.1.a.1.º'),
  80: can('Suspensión por violencia de género', 'artículo 267.1.b.2.º'),
  85: can('No superar el periodo de prueba', 'artículo 267.1.a.7.º'),
  89: cannot('Cambio de cuenta de cotización', GOES_ON, 'inferred'),
  91: can('Despido por causas objetivas de la empresa', 'artículo 267.1.a.4.º'),
  92: can('Despido por causas objetivas del trabajador', 'artículo 267.1.a.4.º'),
  93: can('Fin de contrato temporal', 'artículo 267.1.a.6.º'),
  94: cannot(
    'Pase a inactividad de fijos discontinuos',
    'Orden TIN/790/2010: se comunica como periodo de actividad, no con un certificado por cada cese',
  ),
  99: can('Otras causas', 'artículo 267.1', 'inferred'),
};

/** Whether a termination with a cause can be legal unemployment. Unknown causes are assumed to be. */
export const canBeUnemployment = (cause: string): boolean => CAUSES[cause]?.isUnemployment ?? true;

/** The codes of the causes that cannot be legal unemployment, in order. */
export const NO_UNEMPLOYMENT: readonly string[] = Object.keys(CAUSES).filter(
  (code) => !canBeUnemployment(code),
);
