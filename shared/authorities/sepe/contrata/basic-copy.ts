import { isSameDocument } from '../../../kernel/text.ts';
import { type Exchange, NothingFound, type Script } from '../../exchange.ts';
import type { BasicCopy } from '../documents/contract-document.ts';
import { withoutKind } from '../identifiers.ts';
import {
  type ContractQuery,
  findContract,
  open,
  refuseIfAlreadyFiled,
  send,
  shownOn,
  successOf,
} from './pages.ts';

/** A basic copy to file, and its contract. */
export interface BasicCopyInput {
  contract: ContractQuery;
  /** Identity document of the worker; the contract must have the same. */
  dni: string;
  copy: BasicCopy;
}

/** Files the basic copy of a contract. The result is SEPE's own message. */
export const basicCopy: Exchange<'submission', BasicCopyInput, string> = {
  kind: 'submission',
  authority: 'sepe',
  name: 'Contrat@ basic copy',
  standing: {
    state: 'confirmed',
    note:
      'A client in use: links, fields, buttons. Not known: which document the service needs for a basic ' +
      'copy without its contract.',
    ifWrong: 'The press of "enviar" on the form of the basic copy: it commits.',
  },
  *script({ contract, dni, copy }): Script<string> {
    const menu = yield* open(
      'basicCopies',
      '/ccomunicacto/comunicacto/jsp/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica',
    );
    const links = {
      byFootprint: '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica',
      byWorker: '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idtrabajador&origen=copiabasica',
    };
    const form = yield* findContract(menu, links, contract);
    const shown = withoutKind(shownOn(form)('nif/nie'));
    if (shown !== '' && !isSameDocument(shown, dni)) {
      const field = 'footprint' in contract ? 'sepeId' : 'dni';
      throw new NothingFound('El contrato que muestra el SEPE es de otro trabajador.', field);
    }
    refuseIfAlreadyFiled(form);
    const done = yield* send(form, {
      changes: {
        codtipofirma: copy.TIPO_FIRMA,
        areadeDomicilio: copy.DOMIC_CENTRO_TRABAJO ?? '',
        areadeTexto: copy.TEXTO_COPIABASICA ?? '',
      },
      button: { name: 'enviar' },
      commits: true,
    });
    return successOf(done);
  },
};
