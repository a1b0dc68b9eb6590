import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { type AltaInput, alta } from '../../../../shared/authorities/tgss/jacada/atr01.ts';
import type { Accepted } from '../../../../shared/authorities/tgss/values.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import {
  ccc,
  code,
  date,
  digits,
  digitsUpTo,
  duplicate,
  notZeros,
  obtenerIdc,
  regimen,
  test,
  text,
} from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { listed, mandatory, onlyWith, together } from '../../../../shared/kernel/rules.ts';
import { dayAfter, madridDay, slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { ageDoubts } from '../../../../shared/operation/person-doubts.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { movementAct } from '../acts.ts';
import { coefficientDoubts, coefficientExpected } from '../coefficient-doubts.ts';
import { workerFact } from '../facts.ts';
import {
  ARTISTS,
  categoryIsForArtists,
  categoryProfessional,
  cccAndWorker,
  cesionTipo,
  cno,
  coeficiente,
  convenio,
  exampleWorker,
  fileAndIdc,
  grupoCotizacion,
  ocupacion,
  tipoContrato,
} from '../fields.ts';
import { nssToRegister } from '../first-number.ts';
import { findAlta } from '../look-ups.ts';
import { ALTA_DAYS_AHEAD } from '../movements.ts';
import { acceptedReply, type FiledMovement, idcOf, taOf } from '../replies.ts';

const AGRARIAN = '0163';
const AHEAD = `como máximo ${ALTA_DAYS_AHEAD} días naturales antes`;
/** Contract types that need the worker's collective, defined by the interface. */
const WITH_COLLECTIVE = ['402', '502', '407', '507'];
const CONTRACTS_WITH_COLLECTIVE = `contratos ${listed(WITH_COLLECTIVE)}`;

export const registerEmployee = submission({
  id: 'registerEmployee',
  method: 'POST',
  path: '/alta',
  summary: 'Dar de alta a un trabajador',
  authority: 'tgss',
  acts: (request) => [movementAct('alta', request)],
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'document',
  request: z
    .object({
      test,
      ...cccAndWorker,
      nss: nssToRegister,
      fecha_real: date(`Fecha real del alta, que se presenta ${AHEAD}.`),
      grupo_cotizacion: grupoCotizacion,
      tipo_contrato: tipoContrato,
      cno,
      category_professional: categoryProfessional.optional(),
      coeficiente: coeficiente.optional(),
      rlce: notZeros(digitsUpTo(4, 'Relación laboral de carácter especial.')).optional(),
      worker_collective: notZeros(
        digitsUpTo(3, `Colectivo de trabajadores; obligatorio con ${CONTRACTS_WITH_COLLECTIVE}.`),
      ).optional(),
      ocupacion: ocupacion.optional(),
      convenio: convenio.optional(),
      modalidad_ctz: code(
        { '1': 'mensual', '2': 'por jornadas reales' },
        'Modalidad de cotización, régimen 0163: 1 mensual, 2 jornadas reales.',
      ).optional(),
      fic: date('Inicio del contrato, para cambios de cuenta dentro de la misma empresa o grupo.').optional(),
      sust_cause: notZeros(digits(2, 'Causa de sustitución.')).optional(),
      sust_nss: notZeros(
        digits(12, 'Número de la Seguridad Social de la persona sustituida.', 'nss'),
      ).optional(),
      duplicate,
      obtener_idc: obtenerIdc,
      exc_ctz: notZeros(digits(3, 'Tipo de relación laboral.')).optional(),
      cond_desempleado: text(10, 'Condición de desempleado.').optional(),
      beneficios: text(
        10,
        'Beneficios; la Seguridad Social puede pedirlos si la condición de desempleado es 1.',
      ).optional(),
      fom_empl_agrario: code(
        { '1': 'fomento de empleo agrario', '2': 'exceso de cotización' },
        'Régimen 0163: 1 fomento de empleo agrario, 2 con exceso de cotización inferior a 30 días.',
      ).optional(),
      sexo: code({ M: 'hombre', F: 'mujer' }, 'Sexo: M hombre, F mujer.').optional(),
      fnacimiento: date('Fecha de nacimiento.').optional(),
      cesion_regimen: regimen.meta({ description: 'Régimen de la empresa usuaria, 4 dígitos.' }).optional(),
      cesion_ccc: ccc
        .meta({
          description: 'Cuenta de cotización de la empresa usuaria, 11 dígitos.',
        })
        .optional(),
      cesion_tipo: cesionTipo.optional(),
    })
    .check(
      mandatory('category_professional', 'régimen 0112', { regimen: [ARTISTS] }),
      categoryIsForArtists,
      mandatory('worker_collective', CONTRACTS_WITH_COLLECTIVE, { tipo_contrato: WITH_COLLECTIVE }),
      coefficientExpected('tipo_contrato'),
      mandatory('sust_nss', 'sust_cause', { sust_cause: true }),
      onlyWith('modalidad_ctz', 'el régimen 0163', { regimen: [AGRARIAN] }),
      onlyWith('fom_empl_agrario', 'el régimen 0163', { regimen: [AGRARIAN] }),
      ...together('cesion_regimen', 'cesion_ccc', 'cesion_tipo'),
    ),
  response: fileAndIdc,
  example: {
    request: {
      ...exampleWorker,
      fecha_real: '2026-12-01',
      grupo_cotizacion: '03',
      tipo_contrato: '100',
      cno: '0011',
      duplicate: 1,
    },
    response: { file: exampleFile('ta-alta.pdf') },
  },
  run: async (request, ports) => {
    const latest = dayAfter(madridDay(ports.authorityNow), { days: ALTA_DAYS_AHEAD });
    if (request.fecha_real > latest)
      throw invalid({
        fecha_real: [`No puede ser posterior al ${slashedDate(latest)}: un alta se presenta ${AHEAD}.`],
      });
    const done = await ports.tgss.submit(alta, request);
    return done ? altaReply(done, request, ports) : missingBenefits(request);
  },
  replyAgain: (request, _, ports) => altaReply({}, request, ports),
  doubts: (request) => [
    ...coefficientDoubts(request.tipo_contrato, request.coeficiente),
    ...ageDoubts(request.fnacimiento, request.fecha_real),
  ],
  emits: (request) => [
    workerFact('alta', request, { date: request.fecha_real, contractType: request.tipo_contrato }),
    ...(request.cesion_ccc ? [workerFact('cesion', request, { date: request.fecha_real })] : []),
  ],
  lookUp: {
    find: async (request, { since }, ports) => {
      const done = await findAlta(ports.tgss, request, since);
      return done && altaReply(done, request, ports);
    },
  },
});

/** Warning of a dry run without benefits. Programs in use send none, and TGSS accepts it. */
const missingBenefits = ({ cond_desempleado, beneficios }: AltaInput): { warnings?: string[] } =>
  cond_desempleado === '1' && beneficios === undefined
    ? {
        warnings: [
          'No se han enviado beneficios con cond_desempleado 1: la Seguridad Social decide si los exige.',
        ],
      }
    : {};

/** The reply to a registration that took effect. */
const altaReply = async (
  done: Accepted,
  request: AltaInput & FiledMovement,
  ports: Ports & { tgss: ReadingPort },
): Promise<Reply<z.output<typeof fileAndIdc>>> => {
  const file = await taOf(done, { ...request, movType: 'ALTA' }, ports);
  return acceptedReply('El alta', file, await idcOf(request, ports));
};
