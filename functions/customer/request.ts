import * as z from 'zod';
import { bool, email, paddedText, text } from '../../shared/kernel/fields.ts';
import type { NewClient } from '../../shared/stores/clients/company.ts';
import {
  access,
  alsoInProfile,
  contributionAccounts,
  needed,
  object,
  PARAMETERS,
  PROFILE,
  sent,
  taxId,
  toContributionAccounts,
  toDetails,
} from './fields.ts';

/** Characters of all alternative e-mails together. */
const MAX_ALTERNATIVES = 100;

const tooLong = { error: `Debe tener como máximo ${MAX_ALTERNATIVES} caracteres en total.` };

const alternatives = z
  .union([z.string(), z.array(z.string())], { error: 'Debe ser un texto o una lista de textos.' })
  .refine((sent) => (typeof sent === 'string' ? sent : sent.join('')).length <= MAX_ALTERNATIVES, tooLong)
  .meta({
    description:
      'E-mails alternativos para avisos, separados por comas o en una lista; 100 caracteres en total.',
  })
  .transform((sent) =>
    (typeof sent === 'string' ? sent.split(',') : sent).map((one) => one.trim()).filter((one) => one !== ''),
  )
  .pipe(z.array(email(MAX_ALTERNATIVES, 'E-mail alternativo.')));

const representativeData = object(
  {
    doc: text(11, 'Documento de identidad.'),
    name: text(80, 'Nombre.'),
    surname: text(80, 'Apellidos.'),
    job_position: text(50, 'Cargo.'),
  },
  'Representante legal; si se envía, sus cuatro campos son obligatorios.',
);

/** A client as it is sent to be saved. */
export const saveRequest = z
  .object({
    name: text(255, 'Nombre del cliente.'),
    access: needed(access(50)),
    not_notify: bool(
      '1 no avisa al cliente; 0 le avisa, y a los e-mails alternativos. Si falta, se avisa cuando se envía el enlace ' +
        'para crear la contraseña.',
    ).optional(),
    sub_activa: bool('Acceso del cliente a la plataforma; con 0 se crea sin acceso y sin aviso.').optional(),
    alternativo: alternatives.optional(),
    profile: needed(
      object(
        {
          dni: taxId(10),
          ...alsoInProfile,
          razon_social: text(80, 'Razón social.'),
          codigo_postal: paddedText(5, 5, 'Código postal.').optional(),
          direccion: text(190, 'Dirección.').optional(),
          external_id: text(100, 'Identificador en el sistema de quien integra.').optional(),
          account: contributionAccounts({ alias: 30, agreement: 15 }),
          parameters: object({ representativeData: representativeData.optional() }, PARAMETERS).optional(),
        },
        PROFILE,
      ),
    ),
  })
  .check(sent('access'), sent('profile'));

export const saveExample: z.input<typeof saveRequest> = {
  name: 'Panadería Núñez',
  access: { email: 'panaderia@example.com' },
  profile: {
    dni: 'B12345674',
    razon_social: 'PANADERIA NUÑEZ S.L.',
    codigo_postal: '28001',
    direccion: 'Calle Mayor 1, Madrid',
    external_id: 'CLI-0001',
    account: [
      {
        regimen: '0111',
        cuenta: '28123456789',
        alias: 'Obrador',
        convenio_colectivo: '99000985011981',
      },
    ],
    parameters: {
      representativeData: {
        doc: '12345678Z',
        name: 'BEGOÑA',
        surname: 'NÚÑEZ GARCÍA',
        job_position: 'Administradora única',
      },
    },
  },
};

/** The sent client in the form in which it is stored, and whether it is to be notified, if the request says so. */
export const readSaved = (
  request: z.output<typeof saveRequest>,
): { wanted: NewClient; notify: boolean | undefined } => {
  const { profile } = request;
  const representative = profile.parameters?.representativeData;
  return {
    wanted: {
      name: request.name,
      email: request.access.email,
      alternatives: request.alternativo,
      cif: profile.dni,
      ...toDetails(profile),
      companyName: profile.razon_social,
      postcode: profile.codigo_postal,
      address: profile.direccion,
      externalId: profile.external_id,
      representative: representative && {
        doc: representative.doc,
        name: representative.name,
        surname: representative.surname,
        jobPosition: representative.job_position,
      },
      accounts: toContributionAccounts(profile.account),
      access: request.sub_activa === false ? undefined : { password: request.access.password },
    },
    notify: request.not_notify === undefined ? undefined : !request.not_notify,
  };
};
