import * as z from 'zod';
import { paddedText, text } from '../../shared/kernel/fields.ts';
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
} from '../customer/fields.ts';
import { CODE_LISTS, type CodeList, eachCodeList, type LegacyProfile } from './resource.ts';

/**
 * The interface gives no lengths for this variant. These keep a client below the size limit of a row, and are far more
 * than a company needs.
 */
const MAX = { text: 1_000, email: 254, taxId: 20, code: 100, codes: 1_000, other: 100 };

/** Digits of the codes of each list. */
const WIDTHS: Record<CodeList, number> = {
  quote_group: 2,
  contracts: 3,
  cnos: 4,
  categories_professional: 7,
  educational_levels: 2,
};

const codes = (list: CodeList) =>
  z
    .array(paddedText(WIDTHS[list], MAX.code, 'Código.'), { error: 'Debe ser una lista.' })
    .max(MAX.codes, { error: `Debe contener como máximo ${MAX.codes} códigos.` })
    .meta({ description: CODE_LISTS[list] });

/** The interface has these fields in the resource, and does not say how they are sent: as a text or a number. */
const asSent = (description: string) =>
  z
    .union([z.string().trim().max(MAX.other), z.int()], {
      error: 'Debe ser un texto o un número.',
    })
    .meta({ description });

/** A client as it is sent to be saved in the legacy variant. */
export const legacyRequest = z
  .object({
    name: text(MAX.text, 'Nombre del cliente.'),
    access: needed(access(MAX.email)),
    profile: needed(
      object(
        {
          dni: taxId(MAX.taxId),
          ...alsoInProfile,
          razon_social: text(MAX.text, 'Razón social.'),
          codigo_postal: paddedText(5, MAX.other, 'Código postal.').optional(),
          direccion: text(MAX.text, 'Dirección.').optional(),
          external_id: text(MAX.other, 'Identificador en el sistema de quien integra.').optional(),
          tlf: asSent('Teléfono.').optional(),
          provincia_id: asSent('Provincia.').optional(),
          municipio_id: asSent('Municipio.').optional(),
          hora_convenio: text(MAX.other, 'Horas del convenio.').optional(),
          codigo_empresa: asSent('Código de la empresa.').optional(),
          account: contributionAccounts({ alias: MAX.other, agreement: MAX.other }),
          parameters: object(
            eachCodeList((list) => codes(list).optional()),
            PARAMETERS,
          ).optional(),
        },
        PROFILE,
      ),
    ),
  })
  .check(sent('access'), sent('profile'));

export const legacyRequestExample: z.input<typeof legacyRequest> = {
  name: 'Panadería Núñez',
  access: { email: 'panaderia@example.com', password: 'abcd', password_confirmation: 'abcd' },
  profile: {
    dni: 'B12345674',
    razon_social: 'PANADERIA NUÑEZ S.L.',
    account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Obrador' }],
    parameters: { quote_group: ['04', '06'], contracts: ['100', '402'], cnos: ['7703'] },
  },
};

/** The sent client in the form in which it is stored. The legacy variant always gives it access and notifies it. */
export const readLegacy = ({
  name,
  access: { email, password },
  profile,
}: z.output<typeof legacyRequest>): { wanted: NewClient; notify: undefined } => {
  const legacy: LegacyProfile = {
    tlf: profile.tlf,
    provincia_id: profile.provincia_id,
    municipio_id: profile.municipio_id,
    hora_convenio: profile.hora_convenio,
    codigo_empresa: profile.codigo_empresa,
    parameters: profile.parameters,
  };
  return {
    wanted: {
      name,
      email,
      cif: profile.dni,
      ...toDetails(profile),
      companyName: profile.razon_social,
      postcode: profile.codigo_postal,
      address: profile.direccion,
      externalId: profile.external_id,
      legacy: { ...legacy },
      accounts: toContributionAccounts(profile.account),
      access: { password },
    },
    notify: undefined,
  };
};
