import * as z from 'zod';
import { invalid } from '../../shared/kernel/errors.ts';
import { ccc, code, date, digits, digitsUpTo, dni, notZeros } from '../../shared/kernel/fields.ts';
import { isSent, listed, mandatory, notBefore, onlyWith, rule } from '../../shared/kernel/rules.ts';
import { resource } from '../../shared/operation/operation.ts';
import { type ByHand, changeByHand, Impossible } from '../by-hand.ts';
import { madridDay } from '../calendar.ts';
import { digestOf } from '../state.ts';
import { BAJAS, CONTRATOS, GRUPOS } from '../tgss/codes.ts';
import type { Terms } from '../tgss/registration.ts';
import { digest, ofAccountItself } from './fields.ts';
import { worldsOfStage } from './stage.ts';

/** Operation that makes a change at the authorities without this service, as a person does in a portal. */

/** The changes by hand, with their names in Spanish. */
const CHANGES = {
  register: 'Dar de alta',
  terminate: 'Dar de baja, o cambiar la baja que ya tiene',
  moveStart: 'Cambiar la fecha del alta',
  changeTerms: 'Cambiar datos de cotización',
  removeRegistration: 'Eliminar el alta',
  removeTermination: 'Eliminar la baja',
  addContract: 'Comunicar un contrato al SEPE',
  removeContract: 'Eliminar el contrato en el SEPE',
  removeCertificate: 'Eliminar el certificado de empresa en el SEPE',
} satisfies Record<ByHand['what'], string>;

/** Names of the terms of a registration, by the fields of the request. */
const TERM_OF = {
  grupo_cotizacion: 'grupo',
  tipo_contrato: 'contrato',
  coeficiente: 'coeficiente',
  cno: 'cno',
} as const satisfies Record<string, keyof Terms>;
const TERM_FIELDS = Object.keys(TERM_OF) as (keyof typeof TERM_OF)[];

const dated = { change: ['register', 'terminate', 'moveStart', 'addContract'] };
const DATED = 'register, terminate, moveStart y addContract';

const byHandRequest = z
  .object({
    change: code(
      CHANGES,
      'Qué se cambia, del último alta, contrato o certificado del trabajador en la cuenta.',
    ),
    ccc,
    dni,
    fecha_real: date('Día del alta, de la baja o del comienzo del contrato, hasta hoy.').optional(),
    fecha_fin: date('Con addContract: día en que termina el contrato.').optional(),
    situacion: code(BAJAS, 'Con terminate: clave de la baja; 51 si no se indica.')
      .meta({ codeList: 'terminations' })
      .optional(),
    grupo_cotizacion: code(GRUPOS, 'Con changeTerms: grupo de cotización.')
      .meta({ codeList: 'groups' })
      .optional(),
    tipo_contrato: digits(3, 'Con changeTerms: clave del contrato.')
      .meta({ codeList: 'contracts' })
      .optional(),
    coeficiente: digitsUpTo(
      3,
      'Con changeTerms: coeficiente de tiempo parcial, en milésimas; 0 si es a tiempo completo.',
    ).optional(),
    cno: notZeros(digits(4, 'Con changeTerms: ocupación según la CNO.'))
      .meta({ codeList: 'occupations' })
      .optional(),
  })
  .check(
    mandatory('fecha_real', DATED, dated),
    onlyWith('fecha_real', DATED, dated),
    mandatory('fecha_fin', 'addContract', { change: ['addContract'] }),
    onlyWith('fecha_fin', 'addContract', { change: ['addContract'] }),
    notBefore('fecha_fin', 'fecha_real', 'No puede ser anterior a fecha_real.'),
    onlyWith('situacion', 'terminate', { change: ['terminate'] }),
    ...TERM_FIELDS.map((field) => onlyWith(field, 'changeTerms', { change: ['changeTerms'] })),
    rule(
      'change',
      `Con changeTerms envíe al menos uno de ${listed(TERM_FIELDS)}.`,
      (values) => values.change === 'changeTerms' && !TERM_FIELDS.some((field) => isSent(values[field])),
    ),
  );

export const changeWorldByHand = resource({
  id: 'changeSandboxByHand',
  method: 'POST',
  path: '/by-hand',
  summary: 'Cambiar algo a mano en los organismos de prueba de la cuenta',
  description:
    'Como quien entra en el portal de un organismo, o como el organismo de oficio: este servicio no presenta nada, no guarda ' +
    'ningún trámite y no cambia la plantilla. Así se ve qué encuentra un cuadre (POST /reconciliations). ' +
    'Una empresa cliente no puede hacerlo.',
  access: 'files',
  onlyDefined: true,
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  request: byHandRequest,
  response: z.object({ digest }),
  example: {
    request: { change: 'changeTerms', ccc: '28999901454', dni: '99999053K', grupo_cotizacion: '05' },
    response: { digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
  },
  run: async (request, { caller, authorityNow }) => {
    const change = byHandOf(request, madridDay(authorityNow));
    const changed = await worldsOfStage().enter(caller.accountId, ({ environment: { state } }) => {
      try {
        changeByHand(state, change);
      } catch (error) {
        if (!(error instanceof Impossible)) throw error;
        throw invalid({ [FIELD_OF[error.part]]: [error.message] });
      }
      return digestOf(state);
    });
    return { data: { digest: changed } };
  },
});

const FIELD_OF = { dni: 'dni', ccc: 'ccc', what: 'change', day: 'fecha_real' } satisfies Record<
  Impossible['part'],
  keyof z.output<typeof byHandRequest>
>;

/**
 * @param today the day of the world
 * @throws ServiceError 422 for a later day, or a contract type that the stand-ins do not know
 */
const byHandOf = (request: z.output<typeof byHandRequest>, today: string): ByHand => {
  const { change: what, dni, ccc, situacion = '51', fecha_fin: end = '', tipo_contrato } = request;
  // The schema requires it if it is used.
  const day = request.fecha_real ?? today;
  const errors = {
    ...(day > today && { fecha_real: [`No puede ser posterior al día del entorno de pruebas, ${today}.`] }),
    ...(tipo_contrato !== undefined &&
      !CONTRATOS.has(tipo_contrato) && {
        tipo_contrato: ['Los organismos de prueba no conocen este tipo de contrato.'],
      }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const whose = { dni, ccc };
  switch (what) {
    case 'register':
    case 'moveStart':
      return { what, ...whose, since: day };
    case 'terminate':
      return { what, ...whose, until: day, cause: situacion };
    case 'addContract':
      return { what, ...whose, start: day, end };
    case 'changeTerms':
      return { what, ...whose, terms: termsOf(request) };
    default:
      return { what, ...whose };
  }
};

/** The sent terms in the form of the stand-ins. */
const termsOf = (request: z.output<typeof byHandRequest>): Partial<Terms> => {
  const { coeficiente } = request;
  // The stand-ins have an empty coefficient for full time.
  const sent = { ...request, ...(coeficiente && /^0+$/.test(coeficiente) && { coeficiente: '' }) };
  return Object.fromEntries(
    TERM_FIELDS.filter((field) => sent[field] !== undefined).map((field) => [TERM_OF[field], sent[field]]),
  );
};
