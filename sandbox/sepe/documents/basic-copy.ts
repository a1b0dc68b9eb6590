import { datedFields, type Kind } from './outcome.ts';
import { contractIn, namesContract } from './reference.ts';
import { inOrder } from './structure.ts';
import { Complaints, compact, copyIn } from './values.ts';

export const basicCopyKind: Kind = {
  operation: 'servicioCopiaBasica',
  tally: 'copia',
  root: 'COPIASBASICAS',
  document: /^COPIABASICA_TIPO()$/,
  warns: false,
  reply: {
    root: 'FICHERO_COPIASBASICAS',
    version: '5.000',
    list: 'COPIASBASICASPROCESADAS',
    entry: () => 'ENVIO',
    answer: 'RESPUESTACOPIABASICA',
  },
  wellBuilt: (document) =>
    inOrder(
      document,
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', 'DATOS_COMUNICA_COPIA_BASICA', 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_CONTRATO', 'DATOS_COMUNICA_COPIA_BASICA'],
    ) && namesContract(document),
  blank: (user) => datedFields('', user),
  file(desk, document, _code, user) {
    const complaints = new Complaints();
    const contract = contractIn(document, desk, complaints, { missing: 'CCT4084', foreign: 'CCT4084' });
    const copy = copyIn(document, desk, complaints);
    if (contract) complaints.unless(contract.copy === undefined, 'CCT4035');
    const accepted = contract !== undefined && complaints.codes.length === 0;
    if (accepted) contract.copy = copy;
    return {
      accepted,
      errors: complaints.codes,
      fields: datedFields(accepted ? compact(desk.today) : '', user),
    };
  },
};
