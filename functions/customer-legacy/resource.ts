import * as z from 'zod';
import type { Client } from '../../shared/stores/client-company.ts';
import { clientExample, clientResource, showClient } from '../customer/resource.ts';

/** Lists of codes that the legacy variant keeps for a company. */
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

/** What of a stored client only this variant reads. */
export interface LegacyProfile {
  tlf?: string | number;
  provincia_id?: string | number;
  municipio_id?: string | number;
  hora_convenio?: string;
  codigo_empresa?: string | number;
  parameters?: Partial<Record<CodeList, string[]>>;
}

const { profile } = clientResource.shape;

/** The interface does not say whether these are texts or numbers: they come back as they were sent. */
const asSent = z.union([z.string(), z.number()]).nullable();

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

/** A client as that resource. */
export const showLegacy = (client: Client): z.output<typeof legacyResource> => {
  const shown = showClient(client);
  const kept = (client.legacy ?? {}) as LegacyProfile;
  return {
    ...shown,
    profile: {
      ...shown.profile,
      tlf: kept.tlf ?? null,
      provincia_id: kept.provincia_id ?? null,
      municipio_id: kept.municipio_id ?? null,
      hora_convenio: kept.hora_convenio ?? null,
      codigo_empresa: kept.codigo_empresa ?? null,
      account: shown.profile.account.map((account) => ({ ...account, anulada: 0, cif: client.cif })),
      parameters: eachCodeList((name) => kept.parameters?.[name] ?? []),
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
