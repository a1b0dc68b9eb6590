import * as z from 'zod';
import { paddedText, text } from '../../../shared/kernel/fields.ts';
import type { Client, NewClient } from '../../../shared/stores/clients/company.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import {
  access,
  alsoInProfile,
  clientExample,
  clientResource,
  contributionAccounts,
  needed,
  object,
  PARAMETERS,
  PROFILE,
  sent,
  showClient,
  taxId,
  toContributionAccounts,
  toDetails,
  variant,
} from '../customer/fields.ts';

/** Lists of codes that the legacy variant stores for a company. */
const CODE_LISTS = {
  quote_group: 'Grupos de cotización.',
  contracts: 'Tipos de contrato.',
  cnos: 'Códigos CNO.',
  categories_professional: 'Categorías profesionales.',
  educational_levels: 'Niveles de estudios.',
};

/** Names of `CODE_LISTS`. */
type CodeList = keyof typeof CODE_LISTS;

/** For each list of codes, its value. */
const eachCodeList = <Value>(value: (name: CodeList) => Value) =>
  Object.fromEntries((Object.keys(CODE_LISTS) as CodeList[]).map((name) => [name, value(name)])) as Record<
    CodeList,
    Value
  >;

const textOrNumber = z.union([z.string(), z.number()]);

const legacyProfile = () =>
  z.object({
    tlf: textOrNumber.optional(),
    provincia_id: textOrNumber.optional(),
    municipio_id: textOrNumber.optional(),
    hora_convenio: z.string().optional(),
    codigo_empresa: textOrNumber.optional(),
    parameters: z.object(eachCodeList(() => z.array(z.string()).optional())).optional(),
  });

/** The member `legacy` of a stored client, which only this variant uses. */
type LegacyProfile = z.infer<ReturnType<typeof legacyProfile>>;

const parseLegacyProfile = rowParser('LegacyProfile', 'client', legacyProfile);

const { profile } = clientResource.shape;

/** The interface does not say whether these are texts or numbers: they are returned as they were sent. */
const textOrNumberOrNull = textOrNumber.nullable();

/** The client resource of the legacy variant. */
const legacyResource = clientResource
  .extend({
    profile: profile.extend({
      tlf: textOrNumberOrNull.meta({ description: 'Teléfono.' }),
      provincia_id: textOrNumberOrNull.meta({ description: 'Provincia.' }),
      municipio_id: textOrNumberOrNull.meta({ description: 'Municipio.' }),
      hora_convenio: z.string().nullable().meta({ description: 'Horas del convenio.' }),
      codigo_empresa: textOrNumberOrNull.meta({ description: 'Código de la empresa.' }),
      account: z.array(
        profile.shape.account.element.extend({
          anulada: z.literal([0, 1]).meta({ description: '1 anulada, 0 no.' }),
          cif: z.string().meta({ description: 'CIF de la empresa.' }),
        }),
      ),
      parameters: z.object(
        eachCodeList((name) => z.array(z.string()).meta({ description: CODE_LISTS[name] })),
      ),
    }),
  })
  .meta({ id: 'LegacyClient' });

/** The legacy resource of a client. */
const showLegacy = (client: Client): z.output<typeof legacyResource> => {
  const shown = showClient(client);
  const stored = parseLegacyProfile(client.legacy ?? {});
  return {
    ...shown,
    profile: {
      ...shown.profile,
      tlf: stored.tlf ?? null,
      provincia_id: stored.provincia_id ?? null,
      municipio_id: stored.municipio_id ?? null,
      hora_convenio: stored.hora_convenio ?? null,
      codigo_empresa: stored.codigo_empresa ?? null,
      account: shown.profile.account.map((account) => ({ ...account, anulada: 0, cif: client.cif })),
      parameters: eachCodeList((name) => stored.parameters?.[name] ?? []),
    },
  };
};

const legacyExample: z.output<typeof legacyResource> = {
  ...clientExample,
  profile: {
    ...clientExample.profile,
    tlf: '910000000',
    provincia_id: 28,
    municipio_id: 79,
    hora_convenio: '1780',
    codigo_empresa: 'CLI-0001',
    account: clientExample.profile.account.map((account) => ({
      ...account,
      anulada: 0 as const,
      cif: 'B12345674',
    })),
    parameters: {
      quote_group: ['04', '06'],
      contracts: ['100', '402'],
      cnos: ['7703'],
      categories_professional: [],
      educational_levels: [],
    },
  },
};

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
const legacyRequest = z
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

const legacyRequestExample: z.input<typeof legacyRequest> = {
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
const readLegacy = ({
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

/** Most clients on a page: the interface gives no maximum, and many more would not fit in one answer. */
const MAX_PER_PAGE = 1_000;

/** The clients group of the older interface. */
export const legacy = variant({
  request: legacyRequest,
  requestExample: legacyRequestExample,
  read: readLegacy,
  resource: legacyResource,
  resourceExample: legacyExample,
  show: showLegacy,
  maxPerPage: MAX_PER_PAGE,
});
