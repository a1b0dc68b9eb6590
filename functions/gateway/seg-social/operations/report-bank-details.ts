import * as z from 'zod';
import { authorisedUsers } from '../../../../shared/authorities/tgss/prosa/authorised-users.ts';
import {
  BANK_DETAILS,
  bankDetails,
  HOLDER_DOCUMENTS,
} from '../../../../shared/authorities/tgss/prosa/bank-details.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import {
  capitals,
  ccc,
  cif,
  code,
  digits,
  nameField,
  regimen,
  test,
  text,
} from '../../../../shared/kernel/fields.ts';
import { answerText, exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { authorisedNumber, DRY_RUN_BEFORE_FORM, exampleAccount, exampleCcc } from '../fields.ts';
import { acceptedReply } from '../replies.ts';

const CHOOSE =
  'El certificado tiene varios autorizados y no se ha comunicado nada: repita la petición con authorized_num, uno de ' +
  'data.authorized_list.';

export const reportBankDetails = submission({
  id: 'reportBankDetails',
  method: 'PUT',
  path: '/datos-bancarios',
  summary: 'Comunicar los datos bancarios de una cuenta de cotización',
  description:
    'Si el certificado tiene varios autorizados y no se envía authorized_num, no se comunica nada: se responde 200 ' +
    `con success falso y data.authorized_list (numero, razSoc), y debe repetirse la petición con uno de ellos. ${DRY_RUN_BEFORE_FORM}`,
  authority: 'tgss',
  dryRun: 'confirmation',
  dryRunEnds: 'form',
  // Whichever authorised user of the certificate acts.
  content: ({ authorized_num: _, ...request }) => request,
  acts: ({ regimen, ccc, option, cuenta }) => [
    { family: 'bankDetails', subject: [regimen, ccc, option], sets: cuenta },
  ],
  rate: 'write',
  standing: 'document',
  request: z.object({
    test,
    regimen,
    ccc,
    option: code({ cuenta: 'cuenta', acreedor: 'acreedor' }, 'cuenta o acreedor.'),
    cuenta: z
      .object({
        iban: capitals()
          .regex(/^[A-Z]{2}\d{2}$/, { error: 'Debe tener los 4 primeros caracteres del IBAN.' })
          .meta({ description: 'Los 4 primeros caracteres del IBAN.' }),
        entidad: digits(4, 'Entidad.'),
        oficina: digits(4, 'Oficina.'),
        dcnc: digits(4, 'Dígitos de control y comienzo del número de cuenta.'),
        num1: digits(4, 'Continuación del número de cuenta.'),
        num2: digits(4, 'Final del número de cuenta.'),
        tipo: code(HOLDER_DOCUMENTS, 'Tipo de documento del titular.'),
        cif,
        titular: nameField(text(80, 'Nombre del titular.'), 'company'),
      })
      .meta({ description: 'Cuenta bancaria.', identifier: 'iban' }),
    authorized_num: authorisedNumber(
      'Número de autorizado; obligatorio si el certificado tiene varios.',
    ).optional(),
  }),
  missingFields: { worker: 'It is about an account alone.', date: 'It takes effect when it is filed.' },
  response: z.object({
    file: fileObject.optional().meta({ description: 'Documento.' }),
    authorized_list: z
      .array(
        z.object({
          numero: answerText('Número de autorizado.'),
          razSoc: answerText('Nombre o razón social.'),
        }),
      )
      .optional()
      .meta({ description: 'Autorizados del certificado, si hay que elegir uno; no se ha comunicado nada.' }),
  }),
  example: {
    request: {
      ...exampleCcc,
      option: 'cuenta',
      cuenta: exampleAccount,
    },
    response: { file: exampleFile('datos-bancarios.pdf') },
  },
  run: async ({ authorized_num, ...request }, { tgss, keep }) => {
    const users = authorized_num ? [] : await tgss.read(authorisedUsers, { application: BANK_DETAILS });
    if (users.length > 1) return { success: false, message: CHOOSE, data: { authorized_list: users } };
    const input = { ...request, ...(authorized_num && { authorised: authorized_num }) };
    const done = await tgss.submit(bankDetails, input);
    if (!done) return {};
    const file = done.document ? { value: await keep(done.document) } : { missing: 'el documento' };
    return acceptedReply('La comunicación', file, {});
  },
  lookUp: { none: 'No query shows the bank details of a contribution account.' },
});
