import * as z from 'zod';
import {
  APPLICANTS,
  birthCertificate,
  REASONS,
} from '../../../../shared/authorities/tgss/prosa/birth-certificate.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import { ccc, code, date, dni, duplicate, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { notBefore, rule } from '../../../../shared/kernel/rules.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { isBirthHeld } from '../birth.ts';
import { exampleInAccount, exampleWorker, withOptionalFile } from '../fields.ts';
import { acceptedReply } from '../replies.ts';
import { checkWorker } from '../sick-leave.ts';

export const fileBirthCertificate = submission({
  id: 'fileBirthCertificate',
  method: 'POST',
  path: '/nacimiento',
  summary: 'Enviar el certificado de empresa por nacimiento y cuidado de menor',
  description:
    'Con un solo periodo de descanso. En producción está cerrado hasta que alguien con certificado haya visto sus páginas: entonces ' +
    'no se envía nada. Las bases son las que propone la Seguridad Social.',
  authority: 'tgss',
  dryRun: 'confirmation',
  acts: ({ regimen, ccc, nss, fecha_inicio, dni: _, test: __, duplicate: ___, ...data }) => [
    { family: 'birthCertificate', subject: [regimen, ccc, nss, fecha_inicio], sets: data, isAlone: true },
  ],
  about: ({ regimen, ccc, nss, dni, fecha_inicio }) => ({
    regimen,
    ccc,
    nss,
    document: dni,
    date: fecha_inicio,
  }),
  rate: 'write',
  standing: 'chosen',
  request: z
    .object({
      test,
      regimen,
      ccc,
      nss,
      dni,
      solicitante: code(
        APPLICANTS,
        'Quién descansa: M madre biológica, P otro progenitor, A primer adoptante, B segundo adoptante.',
      ),
      motivo: code(
        REASONS,
        'Motivo: 1 nacimiento, 2 fallecimiento de la madre, 3 cesión u opción, 4 parto múltiple, 5 antes del parto, 6 adopción, tutela o acogimiento.',
      ),
      fecha_inicio: date('Inicio del descanso: no se envía antes de ese día.'),
      fecha_fin: date('Fin del primer periodo de descanso.'),
      duplicate,
    })
    .check(
      rule(
        'motivo',
        'Ese motivo es solo de la madre biológica.',
        ({ motivo, solicitante }) => motivo === '5' && solicitante !== 'M',
      ),
      notBefore('fecha_fin', 'fecha_inicio', 'No puede ser anterior al inicio del descanso.'),
    ),
  response: withOptionalFile,
  example: {
    request: {
      ...exampleInAccount,
      dni: exampleWorker.dni,
      solicitante: 'M',
      motivo: '1',
      fecha_inicio: '2026-11-16',
      fecha_fin: '2027-03-07',
      duplicate: 1,
    },
    response: { file: exampleFile('nacimiento.pdf') },
  },
  run: async (request, { tgss, keep, authorityNow }) => {
    if (request.fecha_inicio > madridDay(authorityNow))
      throw invalid({ fecha_inicio: ['El certificado se envía desde el día en que empieza el descanso.'] });
    await checkWorker(request, tgss);
    const done = await tgss.submit(birthCertificate, request);
    if (!done) return {};
    const kept = done.document && (await keep(done.document));
    if (!request.duplicate) return {};
    return acceptedReply('El envío', kept ? { value: kept } : { missing: 'el certificado' }, {});
  },
  lookUp: {
    find: async (request, { since }, { tgss, authorityNow }) =>
      (await isBirthHeld(tgss, request, { since, now: authorityNow })) ? {} : undefined,
  },
});
