import * as z from 'zod';
import type { Client } from '../../shared/stores/clients/company.ts';
import { rowParser } from '../../shared/stores/dynamo/row-parser.ts';
import { clientExample, clientResource, showClient } from '../customer/resource.ts';

/** Lists of codes that the legacy variant stores for a company. */
export const CODE_LISTS = {
  quote_group: 'Grupos de cotización.',
  contracts: 'Tipos de contrato.',
  cnos: 'Códigos CNO.',
  categories_professional: 'Categorías profesionales.',
  educational_levels: 'Niveles de estudios.',
};

/** Names of `CODE_LISTS`. */
export type CodeList = keyof typeof CODE_LISTS;

/** For each list of codes, its value. */
export const eachCodeList = <Value>(value: (name: CodeList) => Value) =>
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
export type LegacyProfile = z.infer<ReturnType<typeof legacyProfile>>;

const parseLegacyProfile = rowParser('LegacyProfile', 'client', legacyProfile);

const { profile } = clientResource.shape;

/** The interface does not say whether these are texts or numbers: they are returned as they were sent. */
const asSent = textOrNumber.nullable();

/** The client resource of the legacy variant. */
export const legacyResource = clientResource
  .extend({
    profile: profile.extend({
      tlf: asSent.meta({ description: 'Teléfono.' }),
      provincia_id: asSent.meta({ description: 'Provincia.' }),
      municipio_id: asSent.meta({ description: 'Municipio.' }),
      hora_convenio: z.string().nullable().meta({ description: 'Horas del convenio.' }),
      codigo_empresa: asSent.meta({ description: 'Código de la empresa.' }),
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
export const showLegacy = (client: Client): z.output<typeof legacyResource> => {
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

export const legacyExample: z.output<typeof legacyResource> = {
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
