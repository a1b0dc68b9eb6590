import { contractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import { contractPdf } from '../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { element, escapeText } from '../../../shared/authorities/sepe/documents/xml.ts';
import { FILINGS, shipmentResult } from '../../../shared/authorities/sepe/services/services.ts';
import { answerWith, resultOf } from './portal.ts';

/** SEPE's web services for documents: their addresses and answers. */

/** A SOAP answer: the text that an operation returns. */
export const soap = (operation: string, text: string) =>
  answerWith(
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soapenv:Body><${operation}Response xmlns="urn:x"><${operation}Return>${escapeText(text)}</${operation}Return>` +
      `</${operation}Response></soapenv:Body></soapenv:Envelope>`,
  );

/** A service's immediate answer to a document. */
export const communication = (inner: string) =>
  `<?xml version='1.0' encoding='ISO-8859-1'?><COMUNICACION>${inner}</COMUNICACION>`;

/** Address of the service for filings. */
export const SEND = '/ccomunicacto/services/SWComunicacionDatos';

/** A contract of this type, as a document contains it. */
export const record = (number: string, { dni = '12345678Z', correlation = 'c0ffee' } = {}) =>
  element(`CONTRATO_${number}`, {
    DATOS_EMPRESA: { CIF_NIF_EMPRESA: { CIF_NIF: 'B12345674' } },
    DATOS_TRABAJADOR: { IDENTIFICADORPFISICA: `D${dni}` },
    DATOS_GENERALES_CONTRATO: { FECHA_INICIO: '20261103' },
    DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
  });

/** A contract or another record, followed by SEPE's result for it. */
export const entry = (echo: string, result: string, { id = '', errors = [] as string[] } = {}) =>
  `<ENVIO>${echo}<RESPUESTACONTRATO><RESULTADO>${result}</RESULTADO><IDCONTRATO>${id}</IDCONTRATO>` +
  `<ERRORES>${errors.map((code) => `<ERROR>${code}</ERROR>`).join('')}</ERRORES></RESPUESTACONTRATO></ENVIO>`;

/** The answer file of a document with contracts. */
export const answerFile = (...entries: string[]) =>
  '<?xml version=\'1.0\' encoding=\'ISO-8859-1\'?><FICHERO_CONTRATOS xmlns="http://www.sepe.es/CONTRATA" version="5">' +
  '<ESTADO_FICHERO>PROCESADO TOTALMENTE</ESTADO_FICHERO><NUMERO_PROCESADOS>0001</NUMERO_PROCESADOS>' +
  `<CONTRATOSPROCESADOS>${entries.join('')}</CONTRATOSPROCESADOS></FICHERO_CONTRATOS>`;

/** Names of exchanges, by which operations request them. */
export const NAMES = {
  contracts: FILINGS.contracts.name,
  transformations: FILINGS.transformations.name,
  basicCopies: FILINGS.basicCopies.name,
  result: shipmentResult.name,
  data: contractData.name,
  pdf: contractPdf.name,
};

/** The result of a shipment, parsed from this answer file. */
export const shipmentResultIn = (file: string) =>
  resultOf(shipmentResult, { shipment: 'C1' }, [soap('servicioConsulta', file)]);
