import * as z from 'zod';
import {
  CONTINGENCIES,
  CONTRACT_CLASSES,
  sickLeaveData,
} from '../../../../shared/authorities/tgss/prosa/sick-leave-data.ts';
import {
  ccc,
  code,
  date,
  dni,
  duplicate,
  hundredths,
  integer,
  nss,
  regimen,
  test,
  text,
  withLetter,
} from '../../../../shared/kernel/fields.ts';
import { notBefore, onlyWith } from '../../../../shared/kernel/rules.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { workerFact } from '../facts.ts';
import { cno, exampleInAccount, exampleWorker, withOptionalFile } from '../fields.ts';
import { acceptedReply } from '../replies.ts';
import { checkWorker, isDataHeld } from '../sick-leave.ts';

/** At least so many characters, as the Seguridad Social demands (BNR RED 06/2024, errors 158 and 159). */
const atLeast = (least: number, max: number, description: string) =>
  withLetter(text(max, `${description} ${least} caracteres como mínimo.`)).refine(
    (value) => typeof value !== 'string' || value.length >= least,
    { error: `Debe tener al menos ${least} caracteres.` },
  );

export const fileSickLeaveData = submission({
  id: 'fileSickLeaveData',
  method: 'POST',
  path: '/it',
  summary: 'Enviar los datos de la empresa de una baja médica',
  description:
    'La base y los días son los de la nómina: no se calculan ni se comprueban aquí. Con clase_contrato 2 son los del mes ' +
    'anterior al de la baja; con 1, la suma de los tres meses anteriores. Una baja médica se identifica por cuenta, ' +
    'trabajador y fecha_baja. El documento se compara antes con el que tiene la Seguridad Social para ese nss.',
  authority: 'tgss',
  dryRun: 'confirmation',
  acts: ({ regimen, ccc, nss, fecha_baja, dni: _, test: __, duplicate: ___, ...data }) => [
    { family: 'sickLeaveData', subject: [regimen, ccc, nss, fecha_baja], sets: data, isAlone: true },
  ],
  about: ({ regimen, ccc, nss, dni, fecha_baja }) => ({ regimen, ccc, nss, document: dni, date: fecha_baja }),
  rate: 'write',
  standing: 'chosen',
  request: z
    .object({
      test,
      regimen,
      ccc,
      nss,
      dni,
      fecha_baja: date('Fecha de la baja médica.'),
      contingencia: code(
        CONTINGENCIES,
        'Causa: 1 enfermedad común, 2 accidente no laboral, 3 accidente de trabajo, 4 enfermedad profesional, 5 periodo de observación.',
      ),
      puesto: atLeast(4, 100, 'Puesto de trabajo.'),
      funciones: atLeast(15, 500, 'Funciones que desempeña.'),
      ocupacion: cno.optional(),
      clase_contrato: code(
        CONTRACT_CLASSES,
        'Clase de contrato: 1 fijo discontinuo o a tiempo parcial, 2 los demás.',
      ),
      base: hundredths(9, 'Base de cotización', '€'),
      dias: integer('Días a los que corresponde la base.', 92).refine((days) => days !== 0, {
        error: 'No puede ser cero.',
      }),
      fecha_atep: date(
        'Fecha del accidente, o de la enfermedad profesional, si la Seguridad Social la pide.',
      ).optional(),
      duplicate,
    })
    .check(
      onlyWith('fecha_atep', 'las contingencias 3, 4 y 5', { contingencia: ['3', '4', '5'] }),
      notBefore('fecha_baja', 'fecha_atep', 'No puede ser anterior a la fecha del accidente.'),
    ),
  response: withOptionalFile,
  example: {
    request: {
      ...exampleInAccount,
      dni: exampleWorker.dni,
      fecha_baja: '2026-11-24',
      contingencia: '1',
      puesto: 'Auxiliar administrativa',
      funciones: 'Atención telefónica y archivo de documentos',
      clase_contrato: '2',
      base: '000185000',
      dias: 31,
      duplicate: 1,
    },
    response: { file: exampleFile('baja-medica.pdf') },
  },
  run: async (request, { tgss, keep }) => {
    await checkWorker(request, tgss);
    const done = await tgss.submit(sickLeaveData, request);
    if (!done) return {};
    const kept = done.document && (await keep(done.document));
    if (!request.duplicate) return {};
    const file = kept ? { value: kept } : { missing: 'el informe' };
    return acceptedReply('El envío', file, {});
  },
  emits: (request) => [
    workerFact('sickLeaveData', request, { date: request.fecha_baja, start: request.fecha_baja }),
  ],
  lookUp: {
    find: async (request, { since }, { tgss, authorityNow }) =>
      (await isDataHeld(tgss, request, { since, now: authorityNow })) ? {} : undefined,
  },
});
