import * as z from 'zod';
import { codeOf, contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import type { Data } from '../../../../shared/authorities/tgss/prosa/page.ts';
import { ccc, dni, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { isoDay } from '../../../../shared/operation/fact.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { workerFact } from '../facts.ts';
import { exampleWorkerWithoutKind } from '../fields.ts';

const coded = z
  .object({ codigo: z.string(), desCorta: z.string(), desLarga: z.string() })
  .partial()
  .meta({ id: 'CodedValue', description: 'Código y sus textos.' });

/** The members that the interface names; the authority's own answer may have more. */
const membersOf = (...members: string[]) =>
  z.looseObject(Object.fromEntries(members.map((name) => [name, z.union([z.string(), coded]).optional()])));

/** A block, which is an empty object where the worker has nothing of it. */
const block = (description: string, ...members: string[]) => membersOf(...members).meta({ description });

/** Replaces objects that contain only empty texts by empty objects. */
const withoutEmpty = (data: Data): Data => {
  if (typeof data === 'string') return data;
  return isEmpty(data)
    ? {}
    : Object.fromEntries(Object.entries(data).map(([name, member]) => [name, withoutEmpty(member)]));
};

const isEmpty = (data: Data): boolean =>
  typeof data === 'string' ? data === '' : Object.values(data).every(isEmpty);

const response = z.object({
  trabajador: membersOf(
    'NA1NumSegSocialSinDC',
    'IP2TipoDocIPF',
    'NA5NumSegSocialCompleto',
    'IP3DocIPF',
    'IP9NumDoc',
    'NOMBRE_COMPLETO',
    'tipoDescrip',
  )
    .extend({
      ipfPsaf: z.looseObject({ IP2tipo: z.string().optional(), IP3numero: z.string().optional() }).optional(),
    })
    .meta({ description: 'Trabajador.' }),
  cuentaCotizacion: block(
    'Cuenta de cotización.',
    'CC2Empleador',
    'CC6Empleador',
    'CC3_solicitante',
    'CC4_solicitante',
    'CC2_solicitante',
    'CF2Cuenta',
    'CF3Cuenta',
    'CF2_solicitante',
    'CF3_solicitante',
    'RAZ_solicitante',
    'CC1EmpresaAut',
  ),
  contrato: block(
    'Contrato.',
    'caracteristicasContrato',
    'coeficienteContrato',
    'coeficienteTiempoParcial',
    'coeficienteTiempoParcialInicialReduccionJornada',
    'contratoTrabajoSPEE',
    'cuantiaGlobalBonificada',
    'excluidoCensoAgrario',
    'excluidoDesempleo',
    'exclusionCotizacion',
    'fechaCambioContrato',
    'gradoMinusvalia',
    'modalidadCotizacion',
    'nafSustituido',
    'tipoContrato',
  ),
  categoriaProfesional: block(
    'Categoría profesional.',
    'fechaCambioCategoriaProfesional',
    'categoriaProfesional',
  ),
  claveSituacionPeriodo: block('Situación.', 'claveSituacion'),
  grupoCotizacion: block(
    'Grupo de cotización.',
    'fechaCambioGrupo',
    'grupoCotizacion',
    'indCotizacionMensual',
  ),
  ocupacion: block('Ocupación.', 'epigrafe', 'fechaCambioOcupacion', 'ocupacion'),
});

/** `DD/MM/AAAA`. */
const SLASHED = /^\d{2}\/\d{2}\/\d{4}$/;

export const getContributionRecord = reading({
  id: 'getContributionRecord',
  method: 'GET',
  path: '/category-occupation-gc',
  summary: 'Grupo de cotización, ocupación y categoría profesional de un trabajador',
  description:
    'Los datos codificados llevan codigo, desCorta y desLarga; las fechas de cambio son DD/MM/AAAA. ' +
    'Los datos que el trabajador no tiene son un objeto vacío.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z.object({ test, regimen, ccc, nss, dni }),
  response,
  example: {
    request: exampleWorkerWithoutKind,
    response: {
      trabajador: {
        NA5NumSegSocialCompleto: exampleWorkerWithoutKind.nss,
        NOMBRE_COMPLETO: 'GARCIA LOPEZ, ANA',
      },
      cuentaCotizacion: { CC1EmpresaAut: '011128000000097', RAZ_solicitante: 'CONSTRUCCIONES EJEMPLO SL' },
      contrato: {
        tipoContrato: { codigo: '100', desCorta: 'INDEFINIDO', desLarga: 'INDEFINIDO TIEMPO COMPLETO' },
        fechaCambioContrato: '03/11/2025',
      },
      categoriaProfesional: {},
      claveSituacionPeriodo: { claveSituacion: { codigo: '01', desCorta: 'ALTA', desLarga: 'ALTA NORMAL' } },
      grupoCotizacion: {
        fechaCambioGrupo: '03/11/2025',
        grupoCotizacion: { codigo: '03', desCorta: 'JEFES', desLarga: 'JEFES ADMINISTRATIVOS Y DE TALLER' },
      },
      ocupacion: {},
    },
  },
  // The day from which the present contract counts: a change of contract, or the registration.
  emitsOnRead: ({ regimen, ccc, nss, dni }, { contrato }) => {
    const { tipoContrato, fechaCambioContrato } = contrato;
    const contractType = codeOf(tipoContrato);
    return contractType !== '' && typeof fechaCambioContrato === 'string' && SLASHED.test(fechaCambioContrato)
      ? [
          workerFact(
            'change',
            { regimen, ccc, nss, dni },
            { date: isoDay(fechaCambioContrato), contractType },
          ),
        ]
      : [];
  },
  run: async (request, { tgss }) => {
    const blocks = Object.entries(await tgss.read(contributionRecord, request));
    const data = Object.fromEntries(blocks.map(([name, block]) => [name, withoutEmpty(block)]));
    return { data: data as z.output<typeof response> };
  },
});
