import type { Exchange, Script, Standing } from '../../exchange.ts';
import { type Receipt, readReceipt, readShipment, type ShipmentState } from './shipment.ts';
import {
  type Access,
  callStep,
  checkPresence,
  FILING_SERVICES,
  type Filed,
  NO_ACCESS,
  presenceStep,
  RESULT_SERVICE,
  returnValueOf,
} from './soap.ts';

/** A document for SEPE's services. */
interface DocumentInput {
  what: Filed;
  /** The whole document. */
  document: string;
  access?: Access | undefined;
}

const CALL_COMMITS =
  'The call, which has no confirmation: it commits. Before it, only the presence of the service is checked.';

const filing = (
  what: string,
  note: string,
  state: Standing['state'] = 'confirmed',
): Exchange<'submission', DocumentInput, Receipt> => ({
  kind: 'submission',
  authority: 'sepe',
  name: `Contrat@ ${what}`,
  answersLater: true,
  standing: { state, note, ifWrong: CALL_COMMITS },
  *script({ what, document, access = NO_ACCESS }): Script<Receipt> {
    const service = FILING_SERVICES[what];
    // If the service is down, it shows before anything is sent. Then it is certain that nothing was filed.
    checkPresence(yield presenceStep(service));
    const answer = yield { ...callStep(service, document, access), commits: true };
    return readReceipt(returnValueOf(answer, service));
  },
});

const WSDL =
  'WSDL copy, XSD copies and a client in use. Assumed: a certificate is required in addition to user and password.';

/**
 * Files a document. SEPE receives it at once and gives it a number, or does not receive it; its result is asked for
 * later. There is nothing to confirm, so a dry run ends before the document is sent.
 */
export const FILINGS: Record<Filed, Exchange<'submission', DocumentInput, Receipt>> = {
  contracts: filing('servicioContratos', WSDL),
  transformations: filing('servicioTransformacionIndefinido', WSDL),
  basicCopies: filing(
    'servicioCopiaBasica',
    'The service is in the WSDL copy. Its document and answer file were not seen: any root but those ' +
      'of the other services is sent, the answer is read like theirs. Settled by one answer.',
    'assumed',
  ),
  extensions: filing(
    'servicioProrrogas',
    'WSDL copy, the schema that aonsolutions/aon-application quotes, and its reader of the answer file. Assumed: a ' +
      'certificate is required in addition to user and password.',
  ),
  workCalls: filing(
    'servicioLlamamientoFijoDiscontinuo',
    'The service is in the WSDL copy, its document in two programs that write it. Assumed: its answer file, which ' +
      'is read like those of the others. Settled by one answer.',
    'assumed',
  ),
};

/** The result of a shipment. */
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
    note:
      'WSDL copy, XSD copies of the answer files, two readers. Assumed: COMUNICACION with ERROR answers ' +
      'for a shipment that is not processed yet.',
    ifWrong: 'Nothing: it only asks for a result, by the number of a shipment.',
  },
  *script({ shipment, access = NO_ACCESS }): Script<ShipmentState> {
    const answer = yield callStep(RESULT_SERVICE, shipment, access);
    return readShipment(returnValueOf(answer, RESULT_SERVICE));
  },
};
