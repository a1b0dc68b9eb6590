import * as z from 'zod';
import {
  asText,
  ccc,
  email,
  identificacion,
  integer,
  paddedText,
  password,
  regimen,
  text,
} from '../../shared/kernel/fields.ts';
import { isSent, mandatory, rule } from '../../shared/kernel/rules.ts';
import { upperCase, withoutPadding } from '../../shared/kernel/text.ts';
import {
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewContributionAccount,
} from '../../shared/stores/clients/company.ts';

/** Fields with which client companies are sent, in both variants of the interface. */

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

/** What the interface has in the profile of the resource, and not among the fields with which it is sent. */
export const alsoInProfile = {
  identificacion: identificacion.optional(),
  country: integer('Código de país.', 999).optional(),
};

/** The same in the form in which it is stored. */
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
