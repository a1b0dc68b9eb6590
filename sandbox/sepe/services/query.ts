import type { Context } from '../context.ts';
import { KINDS } from '../documents/index.ts';
import { DECLARATION, element } from '../xml.ts';
import { accessError } from './access.ts';
import { communicationError } from './communication.ts';
import type { Service } from './soap.ts';

/** The default namespace of every element. Both known clients can read it. */
const NAMESPACE = 'http://www.sepe.es/CONTRATA';
const NOT_FOUND = 'No existe el fichero o no lo encuentra';
const NOT_YET = 'El fichero está pendiente de procesar';

export const queryService: Service = {
  name: 'SWConsultaDatos',
  namespace: 'http://consultaDatos.serviciosWeb.comunicacto',
  action: () => '',
  operations: [
    {
      name: 'servicioConsulta',
      fields: ['id_envio', 'usuarioConectado', 'usuarioPrincipal', 'password', 'idioma', 'comunidad'],
    },
  ],
};

/** The answer to a shipment: the received documents, each followed by its result. */
export function queryShipment(context: Context, _operation: string, fields: Record<string, string>): string {
  const closed = accessError(context, fields);
  if (closed) return communicationError(closed);
  const id = (fields.id_envio ?? '').trim();
  const shipment = context.records.shipments.find(
    (each) => each.id === id && each.nif === context.holder.nif,
  );
  if (!shipment) return communicationError(NOT_FOUND);
  if (shipment.pending > 0) {
    shipment.pending -= 1;
    return communicationError(NOT_YET);
  }
  const { reply } = KINDS.find(({ root }) => root === shipment.root)!;
  const entries = shipment.filed.map(({ name, xml, fields: values, errors }) =>
    element(reply.entry(name), [
      xml,
      element(reply.answer, [
        ...values.map(([field, value]) => element(field, value)),
        // Also present when empty: one of the clients expects it.
        element(
          'ERRORES',
          errors.map((code) => element('ERROR', code)),
        ),
      ]),
    ]),
  );
  return (
    DECLARATION +
    element(
      reply.root,
      [
        element('ESTADO_FICHERO', 'PROCESADO TOTALMENTE'),
        element('NUMERO_PROCESADOS', String(entries.length).padStart(4, '0')),
        element(reply.list, entries),
      ],
      ` xmlns="${NAMESPACE}" version="${reply.version}"`,
    )
  );
}
