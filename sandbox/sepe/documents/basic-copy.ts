import { type DocumentKind, datedFields } from './outcome.ts';
import { findContract, namesContract } from './reference.ts';
import { childrenInOrder } from './structure.ts';
import { Checks, compact, readCopy } from './values.ts';

export const basicCopyKind: DocumentKind = {
  operation: 'servicioCopiaBasica',
  counter: 'copia',
  root: 'COPIASBASICAS',
  document: /^COPIABASICA_TIPO()$/,
  reportsWarnings: false,
  reply: {
    root: 'FICHERO_COPIASBASICAS',
    version: '5.000',
    list: 'COPIASBASICASPROCESADAS',
    entry: () => 'ENVIO',
    answer: 'RESPUESTACOPIABASICA',
  },
  matchesSchema: (document) =>
    childrenInOrder(
      document,
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', 'DATOS_COMUNICA_COPIA_BASICA', 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_CONTRATO', 'DATOS_COMUNICA_COPIA_BASICA'],
    ) && namesContract(document),
  emptyFields: (user) => datedFields('', user),
  file(context, document, { user }) {
    const checks = new Checks();
    const contract = findContract({ document, context, checks }, { missing: 'CCT4084', foreign: 'CCT4084' });
    const copy = readCopy(document, context, checks);
    if (contract) checks.require(contract.copy === undefined, 'CCT4035');
    const accepted = contract !== undefined && checks.errors.length === 0;
    if (accepted) contract.copy = copy;
    return {
      accepted,
      errors: checks.errors,
      fields: datedFields(accepted ? compact(context.today) : '', user),
    };
  },
};
