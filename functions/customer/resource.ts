import * as z from 'zod';
import type { Client, ContributionAccount } from '../../shared/stores/clients/company.ts';

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
    access: z.object({ email: z.string().meta({ description: 'E-mail de acceso.' }) }),
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
  access: { email: client.email },
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
