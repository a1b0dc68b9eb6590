import fc from 'fast-check';
import { test } from 'vitest';
import type { Exchange } from '../../../../shared/authorities/exchange.ts';
import {
  certificateFiling,
  certificateState,
} from '../../../../shared/authorities/sepe/certifica/certificate-filing.ts';
import {
  certificateDetail,
  certificateList,
  certificatePdf,
} from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { basicCopy } from '../../../../shared/authorities/sepe/contrata/basic-copy.ts';
import { contractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { contractList } from '../../../../shared/authorities/sepe/contrata/contract-list.ts';
import {
  basicCopyPdf,
  contractPdf,
  extensionPdf,
  transformationPdf,
} from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { removal } from '../../../../shared/authorities/sepe/contrata/removal.ts';
import { transformationData } from '../../../../shared/authorities/sepe/contrata/transformations.ts';
import { FILINGS, shipmentResult } from '../../../../shared/authorities/sepe/services/services.ts';
import { anyAnswer, expectForeseen } from '../../../support/portals/any-answers.ts';
import {
  attachments,
  certificate,
  certificates,
  QUERIES,
  several,
} from '../../../support/portals/certifica.ts';
import {
  detail,
  FOOTPRINT,
  ID_FORM,
  queries,
  rows,
  WORKER,
  WORKER_FORM,
} from '../../../support/portals/contrata.ts';
import { type Portal, play } from '../../../support/portals/portal.ts';
import { answerFile, entry, record, soap } from '../../../support/portals/sepe-services.ts';
import { links, submit } from '../../../support/portals/sepe-web.ts';
import { tries } from '../../../support/setup/fast-check.ts';

/** Each exchange with a portal at which it succeeds, or at which it takes many steps. */
const exchanges: [Exchange<'reading' | 'submission', never, unknown>, unknown, Portal][] = [
  [FILINGS.contracts, { what: 'contracts', document: '<A/>' }, () => '<definitions/>'],
  [
    shipmentResult,
    { shipment: 'C1' },
    () => soap('servicioConsulta', answerFile(entry(record('100'), 'ACEPTADO'))),
  ],
  [contractData, { ...WORKER, cif: 'B12345674' }, queries()],
  [contractData, { footprint: FOOTPRINT }, queries()],
  [contractPdf, WORKER, queries()],
  [basicCopyPdf, WORKER, queries()],
  [transformationPdf, WORKER, queries()],
  [extensionPdf, { footprint: FOOTPRINT, number: '01' }, queries()],
  [transformationData, { footprint: FOOTPRINT }, queries()],
  [
    contractList,
    {
      cif: 'B12345674',
      regimen: '0111',
      ccc: '28000000097',
      from: '2026-01-01',
      to: '2026-01-31',
      by: 'start',
    },
    queries(),
  ],
  [removal, { footprint: FOOTPRINT, what: 'contract' }, queries()],
  [basicCopy, { contract: WORKER, dni: '12345678Z', copy: { TIPO_FIRMA: '1' } }, queries()],
  [certificateFiling, { document: '<A/>' }, () => '<definitions/>'],
  [certificateState, { shipment: '101' }, () => '<definitions/>'],
  [certificateList, { dni: '12345678Z' }, several()],
  [certificateDetail, { dni: '12345678Z', startDate: '2025-01-31', ccc: '28000000097' }, several()],
  [certificatePdf, { dni: '12345678Z', startDate: '2026-11-30' }, certificates()],
];

/** Parts of the pages and answers of SEPE. */
const parts = fc.constantFrom(
  ...[
    '<html>',
    '<form name="datos">',
    '</form>',
    '<div id="avisos"><div><p>',
    '<div id="contenido">',
    '<fieldset>',
    '<legend>',
    '<div class="titulo">',
    '<table class="tableScroll">',
    '<tr>',
    '<td>',
    '<input name="indice" value="a0">',
    '<p class="formAviso">',
  ],
  ...[
    submit('aceptar'),
    submit('enviar'),
    submit('anular'),
    submit('btMasCert'),
    WORKER_FORM,
    ID_FORM,
    detail(),
    certificate(),
    attachments,
    rows('03/11/2026'),
    links(QUERIES),
  ],
  ...[
    '<?xml version="1.0"?>',
    '<Envelope><Body>',
    '<servicioConsultaReturn>',
    '&lt;COMUNICACION&gt;',
    '&lt;ERROR&gt;',
    answerFile(),
    '<![CDATA[',
    '<!DOCTYPE x [',
    '%PDF-1.4',
    '\0',
    '&#0;',
    'Ñ',
  ],
);
const answers = anyAnswer(parts, 'text/html', 'text/xml; charset=utf-8');

test.each(
  exchanges.map(([exchange, given, portal], index) => ({
    name: `${index} ${exchange.name}`,
    exchange,
    given,
    portal,
  })),
)(
  'an answer of any bytes to $name ends in a result or in one of the three errors',
  async ({ exchange, given, portal }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 9 }),
        fc.array(answers, { minLength: 1, maxLength: 4 }),
        async (after, others) => {
          // First the answers of the working portal, then arbitrary answers.
          const { error } = await play(
            exchange as Exchange<'reading', unknown, unknown>,
            given,
            (seen, index) => {
              if (index >= after) return others[(index - after) % others.length]!;
              try {
                return portal(seen, index);
              } catch {
                return others[0]!;
              }
            },
          );
          expectForeseen(error);
        },
      ),
      tries(150),
    );
  },
);
