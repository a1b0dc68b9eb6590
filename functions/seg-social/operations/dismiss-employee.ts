import * as z from 'zod';
import type { Accepted } from '../../../shared/authorities/tgss/accepted.ts';
import { type BajaInput, baja } from '../../../shared/authorities/tgss/jacada/baja.ts';
import { type Reply, submission } from '../../../shared/operation.ts';
import type { Ports, ReadingPort } from '../../../shared/ports.ts';
import { exampleFile, exampleWorker, withOptionalFile } from '../fields.ts';
import { findBaja } from '../look-ups.ts';
import { acceptedReply } from '../replies.ts';
import { holidaysNeedIndicator, terminated, terminationFields } from '../termination.ts';

export const dismissEmployee = submission({
  method: 'POST',
  path: '/despido',
  summary: 'Comunicar el despido de un trabajador',
  description: 'Es una baja con la clave de situación del despido, y se responde como ella.',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object(terminationFields).check(holidaysNeedIndicator),
  response: withOptionalFile,
  example: {
    request: { ...exampleWorker, situacion: '54', fecha_real: '2026-12-31', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: async (request, ports) => {
    const done = await ports.tgss.submit(baja, request);
    return done ? bajaReply(done, request, ports) : {};
  },
  lookUp: {
    find: async (request, { since }, ports) => {
      const done = await findBaja(ports.tgss, request, since);
      return done && bajaReply(done, request, ports);
    },
  },
});

/** The reply to a termination that took effect. */
const bajaReply = async (
  done: Accepted,
  request: BajaInput & { duplicate: boolean },
  ports: Ports & { tgss: ReadingPort },
): Promise<Reply<z.output<typeof withOptionalFile>>> => {
  const { file, lookedUp } = await terminated(done, request, ports);
  return acceptedReply('La baja', request.duplicate || lookedUp ? { value: file } : {}, {});
};
