import * as z from 'zod';
import {
  asText,
  bool,
  ccc,
  email,
  identificacion,
  integer,
  paddedText,
  password,
  regimen,
  text,
} from '../../../shared/kernel/fields.ts';
import { isSent, mandatory, rule } from '../../../shared/kernel/rules.ts';
import { upperCase, withoutPadding } from '../../../shared/kernel/text.ts';
import { MAX_PER_PAGE } from '../../../shared/operation/pagination.ts';
import {
  type Client,
  type ContributionAccount,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
  type NewContributionAccount,
} from '../../../shared/stores/clients/company.ts';

/**
 * The differences between variants of the interface: how client companies are sent and returned. The operations and
 * the store are the same for all variants.
 */
export interface Variant<Sent extends z.ZodObject, Shape extends z.ZodType> {
  /** A client as it is sent to be saved. */
  request: Sent;
  requestExample: z.input<Sent>;
  /** The sent client in its stored form, and whether to notify it, if the request says so. */
  read(sent: z.output<Sent>): { wanted: NewClient; notify: boolean | undefined };
  /** A client as it is returned. */
  resource: Shape;
  resourceExample: z.output<Shape>;
  show(client: Client): z.output<Shape>;
  /** Largest page of a list; a larger `perPage` gives this many. */
  maxPerPage: number;
}

/** Declares a variant. */
export const variant = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  declared: Variant<Sent, Shape>,
): Variant<Sent, Shape> => declared;

/** Fields of sent client companies, in both variants of the interface. */

/** Descriptions of `profile` and of `profile.parameters`. */
export const PROFILE = 'Datos de la empresa.';
export const PARAMETERS = 'Otros datos de la empresa.';

/** An object within the request. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape, description: string) =>
  z.object(shape, { error: 'Debe ser un objeto.' }).meta({ description });

/** An object that must be sent. If it is missing, its mandatory fields are reported, too; see `sent`. */
export const needed = <Fields extends z.ZodObject>(fields: Fields) =>
  z.preprocess((value) => (value === undefined ? {} : value), fields);

/** Checks that a `needed` object was sent. */
export const sent = (field: string) =>
  z.refine<Record<string, unknown>>((values) => !isEmpty(values[field]), {
    path: [field],
    error: 'Este campo es obligatorio.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** `{customerID}` of the path. */
export const customerID = integer('Identificador del cliente.');

/** Tax id of the company, as it is stored: upper case, without separators and without the zero that TGSS puts before it. */
export const taxId = (max: number) =>
  asText(
    z
      .string({ error: 'Debe ser un texto.' })
      .trim()
      .max(max, { error: `Debe tener como máximo ${max} caracteres.` })
      .overwrite((value) => withoutPadding(upperCase(value).replace(/[\s./-]/g, '')))
      .regex(/^[0-9A-Z]+$/, { error: 'Solo admite letras y cifras.' })
      .meta({ description: `CIF de la empresa, máximo ${max} caracteres.`, identifier: 'cif' }),
  );

/** Fields that the interface has in the profile of the resource but not among the fields to send. Both may be sent. */
export const alsoInProfile = {
  identificacion: identificacion.optional(),
  country: integer('Código de país.', 999).optional(),
};

/** These fields in the form in which they are stored. */
export const toDetails = (profile: { identificacion?: string; country?: number }) => ({
  ...(profile.identificacion !== undefined && { identificacion: Number(profile.identificacion) }),
  ...(profile.country !== undefined && { country: profile.country }),
});

/** How the client signs in. */
export const access = (maxEmail: number) =>
  object(
    {
      email: email(
        maxEmail,
        'E-mail de acceso; no puede existir ya en el servicio, salvo que exista el CIF.',
      ),
      password: password('Contraseña, mínimo 4 caracteres.', 4).optional(),
      password_confirmation: password('La misma contraseña, si se envía.').optional(),
    },
    'Acceso del cliente a la plataforma.',
  ).check(
    mandatory('password_confirmation', 'password', { password: true }),
    rule(
      'password_confirmation',
      'Debe coincidir con la contraseña.',
      ({ password, password_confirmation: confirmation }) =>
        // Keyboards write an accent in one character or in two.
        isSent(password) &&
        isSent(confirmation) &&
        String(password).normalize() !== String(confirmation).normalize(),
    ),
  );

/** The company's contribution accounts. */
export const contributionAccounts = (max: { alias: number; agreement: number }) =>
  z
    .array(
      object(
        {
          regimen,
          cuenta: ccc,
          alias: text(max.alias, 'Nombre de la cuenta.'),
          convenio_colectivo: paddedText(14, max.agreement, 'Código del convenio colectivo.').optional(),
        },
        'Cuenta de cotización.',
      ),
      { error: 'Debe ser una lista.' },
    )
    .min(1, { error: 'Debe contener al menos una cuenta de cotización.' })
    .max(MAX_CONTRIBUTION_ACCOUNTS, {
      error: `Debe contener como máximo ${MAX_CONTRIBUTION_ACCOUNTS} cuentas de cotización.`,
    })
    .meta({ description: 'Cuentas de cotización, al menos una.' });

/** Contribution accounts in the form in which they are stored. */
export const toContributionAccounts = (
  sent: z.output<ReturnType<typeof contributionAccounts>>,
): NewContributionAccount[] =>
  sent.map(({ regimen, cuenta, alias, convenio_colectivo }) => ({
    regimen,
    ccc: cuenta,
    alias,
    ...(convenio_colectivo !== undefined && { agreement: convenio_colectivo }),
  }));

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
const saveRequest = z
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

/** Properties of a client that can be changed later. */
export const changeRequest = z.object({
  customerID,
  name: text(255, 'Nombre del cliente.').optional(),
  razon_social: text(80, 'Razón social.').optional(),
  codigo_postal: paddedText(5, 5, 'Código postal.').optional(),
  direccion: text(190, 'Dirección.').optional(),
  external_id: text(100, 'Identificador en el sistema de quien integra.').optional(),
  alternativo: alternatives.optional(),
});

const saveExample: z.input<typeof saveRequest> = {
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

/** The sent client in its stored form, and whether to notify it, if the request says so. */
const readSaved = (
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

const contributionAccountResource = z.object({
  id: z.int().meta({ description: 'Identificador de la cuenta.' }),
  activa: z.literal([0, 1]).meta({ description: '1 activa, 0 inactiva.' }),
  alias: z.string(),
  convenio_colectivo: z.string().nullable().meta({ description: 'Código del convenio colectivo.' }),
  cuenta: z.string().meta({ description: 'Código de cuenta de cotización, 11 dígitos.' }),
  regimen: z.string().meta({ description: 'Régimen, 4 dígitos.' }),
});

const representativeResource = z.object({
  doc: z.string(),
  name: z.string(),
  surname: z.string(),
  job_position: z.string(),
});

/** The client resource of the current interface. */
export const clientResource = z
  .object({
    id: z.int().meta({ description: 'Identificador del cliente.' }),
    name: z.string().meta({ description: 'Nombre del cliente.' }),
    active: z.literal([0, 1]).meta({ description: '1 activo, 0 inactivo.' }),
    access: z.object({
      email: z.string().meta({ description: 'E-mail de acceso; vacío si se guardó sin él.' }),
    }),
    profile: z.object({
      identificacion: z.int().nullable().meta({
        description:
          'Tipo de documento, como se envió; si no, el del CIF que sea de una persona: 1 DNI, 6 NIE.',
      }),
      dni: z.string().meta({ description: 'CIF de la empresa.' }),
      razon_social: z.string(),
      codigo_postal: z.string().nullable(),
      direccion: z.string().nullable(),
      country: z.int().nullable().meta({ description: 'Código de país; nulo si no consta.' }),
      external_id: z
        .string()
        .nullable()
        .meta({ description: 'Identificador en el sistema de quien integra.' }),
      account: z.array(contributionAccountResource),
      parameters: z.object({
        representativeData: representativeResource
          .nullable()
          .meta({ description: 'Representante legal; nulo si no consta.' }),
      }),
    }),
  })
  .meta({ id: 'Client' });

/** Kind of document of a person's tax id; a company's tax id has none. */
const kindOf = (cif: string): number | null => {
  if (/^\d{8}[A-Z]$/.test(cif)) return 1;
  if (/^[XYZ]\d{7}[A-Z]$/.test(cif)) return 6;
  return null;
};

/** A client's contribution accounts, in the order in which they were added. */
const contributionAccountsOf = (client: Client): ContributionAccount[] =>
  Object.values(client.accounts).sort((a, b) => a.addedAt.localeCompare(b.addedAt) || a.id - b.id);

/** The resource of a client. */
export const showClient = (client: Client): z.output<typeof clientResource> => ({
  id: client.id,
  name: client.name,
  active: client.active ? 1 : 0,
  access: { email: client.email ?? '' },
  profile: {
    identificacion: client.identificacion ?? kindOf(client.cif),
    dni: client.cif,
    razon_social: client.companyName,
    codigo_postal: client.postcode ?? null,
    direccion: client.address ?? null,
    country: client.country ?? null,
    external_id: client.externalId ?? null,
    account: contributionAccountsOf(client).map(({ id, alias, agreement, ccc, regimen }) => ({
      id,
      activa: 1,
      alias,
      convenio_colectivo: agreement ?? null,
      cuenta: ccc,
      regimen,
    })),
    parameters: {
      representativeData: client.representative
        ? {
            doc: client.representative.doc,
            name: client.representative.name,
            surname: client.representative.surname,
            job_position: client.representative.jobPosition,
          }
        : null,
    },
  },
});

export const clientExample: z.output<typeof clientResource> = {
  id: 10_000,
  name: 'Panadería Núñez',
  active: 1,
  access: { email: 'panaderia@example.com' },
  profile: {
    identificacion: null,
    dni: 'B12345674',
    razon_social: 'PANADERIA NUÑEZ S.L.',
    codigo_postal: '28001',
    direccion: 'Calle Mayor 1, Madrid',
    country: null,
    external_id: 'CLI-0001',
    account: [
      {
        id: 1,
        activa: 1,
        alias: 'Obrador',
        convenio_colectivo: '99000985011981',
        cuenta: '28123456789',
        regimen: '0111',
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

/** The clients group of the current interface. */
export const current = variant({
  request: saveRequest,
  requestExample: saveExample,
  read: readSaved,
  resource: clientResource,
  resourceExample: clientExample,
  show: showClient,
  maxPerPage: MAX_PER_PAGE,
});
