import * as z from 'zod';
import { notFound } from '../../shared/kernel/errors.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import { FILING_STATES, type Filing } from '../../shared/stores/filings/filing.ts';

/** Id of a filing, as a path parameter. */
export const id = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, { error: 'Debe ser el identificador de un trámite.' })
  .meta({ description: 'Identificador del trámite, como lo da la cabecera X-Tramite-Id.' });

export const state = z.enum(FILING_STATES).meta({
  description:
    'Estado: queued (en espera), claimed (en curso, nada enviado), committing (enviándose), accepted, refused, unknown ' +
    '(puede haberse realizado: compruébese) o ended (no se envió nada). De lo que no presenta nada: preparing (lo prepara ' +
    'el organismo), answered o failed.',
});

const text = (description: string) => z.string().meta({ description });

/** A filing as it is listed. */
export const filingResource = z
  .object({
    id: text('Identificador.'),
    state,
    dry: z.boolean().meta({ description: 'Prueba sin efecto real.' }),
    reading: z.boolean().meta({ description: 'Consulta que se responde después; no presenta nada.' }),
    operation: text('Método y dirección.'),
    authority: text('Organismo: tgss, sepe o aeat.'),
    clientId: z.int().nullable().meta({ description: 'Cliente, si es de uno.' }),
    nif: text('NIF del titular del certificado.'),
    requestId: text('Petición que lo inició (X-Request-Id).'),
    key: z.string().nullable().meta({ description: 'Idempotency-Key, si se envió.' }),
    created_at: text('Inicio, ISO 8601.'),
    committing_at: z.string().nullable().meta({ description: 'Cuándo iba a enviarse, ISO 8601.' }),
    started_at: z.string().nullable().meta({ description: 'Cuándo se empezó, tras la espera, ISO 8601.' }),
    ended_at: z.string().nullable().meta({ description: 'Fin, ISO 8601.' }),
    reference: z.string().nullable().meta({ description: 'Número del organismo.' }),
    messages: z.array(z.string()).meta({ description: 'Mensajes del organismo.' }),
    documents: z
      .array(
        z.object({
          n: z.int().meta({ description: 'Número, desde 1.' }),
          name: text('Nombre.'),
          contentType: text('Tipo.'),
          size: z.int().meta({ description: 'Tamaño en bytes.' }),
        }),
      )
      .meta({ description: 'Documentos, que se descargan por su número.' }),
    looks: z.int().meta({ description: 'Consultas sin resultado de un desenlace desconocido.' }),
    stated: z
      .object({ filed: z.boolean(), note: z.string(), at: z.string() })
      .nullable()
      .meta({ description: 'Lo que una persona declaró haber visto en el organismo; no es una prueba.' }),
  })
  .meta({ id: 'Filing' });

/** A filing with the interface's names. */
export const toResource = (filing: Filing): z.output<typeof filingResource> => ({
  id: filing.id,
  state: filing.state,
  dry: filing.dry,
  reading: filing.reading ?? false,
  operation: filing.operation,
  authority: filing.authority,
  clientId: filing.clientId || null,
  nif: filing.certificate.nif,
  requestId: filing.requestId,
  key: filing.key ?? null,
  created_at: filing.claimedAt,
  committing_at: filing.committingAt ?? null,
  started_at: filing.startedAt ?? null,
  ended_at: filing.endedAt ?? null,
  reference: filing.reference ?? null,
  messages: filing.messages ?? [],
  documents: (filing.documents ?? []).map(({ name, contentType, size }, index) => ({
    n: index + 1,
    name,
    contentType,
    size,
  })),
  looks: filing.looks ?? 0,
  stated: filing.stated
    ? { filed: filing.stated.filed, note: filing.stated.note, at: filing.stated.at }
    : null,
});

export const exampleFiling: z.output<typeof filingResource> = {
  id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
  state: 'accepted',
  dry: false,
  reading: false,
  operation: 'POST /api/v4/seg-social/alta',
  authority: 'tgss',
  clientId: null,
  nif: '12345678Z',
  requestId: '6b1f6c2e-2f5d-4c55-9f3a-3a1f0f6f1c11',
  key: null,
  created_at: '2026-11-21T10:00:00.000Z',
  committing_at: '2026-11-21T10:00:01.000Z',
  started_at: null,
  ended_at: '2026-11-21T10:00:02.000Z',
  reference: null,
  messages: [],
  documents: [{ n: 1, name: 'TA.pdf', contentType: 'application/pdf', size: 51234 }],
  looks: 0,
  stated: null,
};

/**
 * The filing with this id that the caller may see: of its account, and of its own where a client company calls.
 * @throws ServiceError 404 for any other, exactly as if it did not exist
 */
export const ownFiling = async ({ stores, caller }: Ports, filingId: string): Promise<Filing> => {
  const filing = await stores.filings.getFiling(filingId);
  const isOwn =
    filing?.accountId === caller.accountId &&
    (caller.clientId === undefined || filing.clientId === caller.clientId);
  if (!filing || !isOwn) throw notFound('El trámite no existe.');
  return filing;
};
