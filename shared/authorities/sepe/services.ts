import type { Exchange, Script } from '../exchange.ts';
import { type Access, NO_ACCESS } from './access.ts';
import { type Receipt, readReceipt } from './receipt.ts';
import { readShipment, type ShipmentState } from './shipment.ts';
import {
  callStep,
  FILING_SERVICES,
  type Filed,
  heedPresence,
  presenceStep,
  RESULT_SERVICE,
  returned,
} from './soap.ts';

/** A document for SEPE's services. */
interface DocumentInput {
  what: Filed;
  /** The whole document. */
  document: string;
  access?: Access | undefined;
}

const CALL_COMMITS =
  'The call, which has no confirmation: it commits. Before it, the service is only looked at.';

const filing = (what: string, note: string): Exchange<'submission', DocumentInput, Receipt> => ({
  kind: 'submission',
  authority: 'sepe',
  name: `Contrat@ ${what}`,
  standing: { state: 'confirmed', note, ifWrong: CALL_COMMITS },
  *script({ what, document, access = NO_ACCESS }): Script<Receipt> {
    const service = FILING_SERVICES[what];
    // A service that is down is found so before anything is sent, and then it is certain that nothing was filed.
    heedPresence(yield presenceStep(service));
    const answer = yield { ...callStep(service, document, access), commits: true };
    return readReceipt(returned(answer, service));
  },
});

const WSDL =
  'Service and document as the WSDL copy, the XSD copies and a client in use have them. Assumed: that a certificate is asked for beside user and password.';

/**
 * Files a document. SEPE takes it in at once, under a number, or not at all; what it makes of it is asked for later.
 * There is nothing to confirm, so that a dry run ends before the document is sent.
 */
export const FILINGS: Record<Filed, Exchange<'submission', DocumentInput, Receipt>> = {
  contracts: filing('servicioContratos', WSDL),
  transformations: filing('servicioTransformacionIndefinido', WSDL),
  basicCopies: {
    ...filing('servicioCopiaBasica', ''),
    standing: {
      state: 'assumed',
      note: 'The service is in the WSDL copy; its document and its answer file were not seen, so that any root but those of the other services is sent on and the answer is read as theirs.',
      ifWrong: CALL_COMMITS,
    },
  },
};

/** What became of a shipment. */
export const shipmentResult: Exchange<
  'reading',
  { shipment: string; access?: Access | undefined },
  ShipmentState
> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Contrat@ servicioConsulta',
  standing: {
    state: 'confirmed',
    note: 'WSDL copy, XSD copies of the answer files and two readers. Assumed: that COMUNICACION with ERROR is said of a shipment that is not processed yet.',
    ifWrong: 'Nothing: the operation of the service only asks, by the number of a shipment.',
  },
  *script({ shipment, access = NO_ACCESS }): Script<ShipmentState> {
    const answer = yield callStep(RESULT_SERVICE, shipment, access);
    return readShipment(returned(answer, RESULT_SERVICE));
  },
};
