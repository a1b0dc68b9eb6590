import type { Exchange, Script } from '../../exchange.ts';
import type { Access } from '../access.ts';
import type { Receipt } from '../services/receipt.ts';
import type { ShipmentState } from '../services/shipment.ts';
import { readCertificateReceipt, readCertificateState } from './filing-answers.ts';
import { callOf, describe, ENTRY_SERVICE, returnedBy, STATE_SERVICE } from './service.ts';

const KNOWN = 'aonsolutions/aon-application: address, operation, order of its parameters,';
const DESCRIBED = 'their names are in the description (WSDL) at ?wsdl';

/**
 * Files a document of company certificates. SEPE takes it in at once and gives it a number; its result is asked for later.
 * There is nothing to confirm, so a dry run ends before the document is sent.
 */
export const certificateFiling: Exchange<
  'submission',
  { document: string; access?: Access | undefined },
  Receipt
> = {
  kind: 'submission',
  authority: 'sepe',
  name: 'Certific@2 filing service',
  answersLater: true,
  standing: {
    state: 'confirmed',
    note: `${KNOWN} a quoted schema, how the answer is read. Assumed: ${DESCRIBED}.`,
    ifWrong:
      'The call, which has no confirmation: it commits. Before it, only the description of the service is read.',
  },
  *script({ document, access }): Script<Receipt> {
    const service = yield* describe(ENTRY_SERVICE);
    const answer = yield { ...callOf(service, document, access), commits: true };
    return readCertificateReceipt(returnedBy(answer));
  },
};

/** The result of a document of company certificates, by the number of its shipment. */
export const certificateState: Exchange<
  'reading',
  { shipment: string; access?: Access | undefined },
  ShipmentState
> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Certific@2 state of a filing',
  standing: {
    state: 'assumed',
    note: `${KNOWN} names of its answer. Assumed: ${DESCRIBED}; their spelling. Settled by one answer.`,
    ifWrong: 'Nothing: it only asks for a result, by the number of a shipment.',
  },
  *script({ shipment, access }): Script<ShipmentState> {
    const service = yield* describe(STATE_SERVICE);
    return readCertificateState(returnedBy(yield callOf(service, shipment, access)));
  },
};
