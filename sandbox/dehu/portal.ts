import type { Answer, Call, Environment, Portal, Route } from '../portal.ts';
import { fault } from './messages.ts';
import { RUN } from './operations.ts';
import { type OperationName, Refused, readRequest } from './request.ts';

/** The stand-in for DEHú: the services for large recipients (LEMA), which verify signed requests. */
export function dehu(environment: Environment): Portal {
  const service =
    (...operations: OperationName[]): Route =>
    async (call: Call): Promise<Answer> => {
      try {
        const request = readRequest(call, operations, environment.clock());
        const answer = await RUN[request.operation]({ ...request, environment, call });
        return { ...answer, transaction: request.operation };
      } catch (error) {
        if (error instanceof Refused) return { ...fault(error.message), transaction: 'refused' };
        throw error;
      }
    };
  return {
    name: 'dehu',
    routes: {
      '/ws/v2/lema': service('Localiza', 'PeticionAcceso', 'ConsultaAnexos', 'ConsultaAcusePdf'),
      '/ws/v1/realizadas': service('LocalizaRealizadas', 'ConsultaRealizadas'),
    },
  };
}
