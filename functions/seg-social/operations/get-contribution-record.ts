import * as z from 'zod';
import { contributionRecord } from '../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { ccc, dni, nss, regimen, test } from '../../../shared/fields.ts';
import { reading } from '../../../shared/operation.ts';
import { exampleWorkerWithoutKind } from '../fields.ts';

const coded = z.object({ codigo: z.string(), desCorta: z.string(), desLarga: z.string() }).partial();

/** A block with the members that the interface names; the authority's own answer may have more. */
const block = (description: string, ...members: string[]) =>
  z
    .looseObject(Object.fromEntries(members.map((name) => [name, z.union([z.string(), coded]).optional()])))
    .meta({ description });

export const getContributionRecord = reading({
  method: 'GET',
  path: '/category-occupation-gc',
  summary: 'Grupo de cotización, ocupación y categoría profesional de un trabajador',
  description:
    'Los datos codificados llevan codigo, desCorta y desLarga; las fechas de cambio son DD/MM/AAAA.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z.object({ test, regimen, ccc, nss, dni }),
  response: z.object({
    trabajador: block(
      'Trabajador.',
      'NA1NumSegSocialSinDC',
      'IP2TipoDocIPF',
      'NA5NumSegSocialCompleto',
      'IP3DocIPF',
      'IP9NumDoc',
      'NOMBRE_COMPLETO',
      'tipoDescrip',
    ).extend({
      ipfPsaf: z.looseObject({ IP2tipo: z.string().optional(), IP3numero: z.string().optional() }).optional(),
    }),
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
  }),
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
      categoriaProfesional: { categoriaProfesional: '' },
      claveSituacionPeriodo: { claveSituacion: { codigo: '01', desCorta: 'ALTA', desLarga: 'ALTA NORMAL' } },
      grupoCotizacion: {
        fechaCambioGrupo: '03/11/2025',
        grupoCotizacion: { codigo: '03', desCorta: 'JEFES', desLarga: 'JEFES ADMINISTRATIVOS Y DE TALLER' },
      },
      ocupacion: { ocupacion: '' },
    },
  },
  run: async (request, { tgss }) => ({ data: await tgss.read(contributionRecord, request) }),
});
