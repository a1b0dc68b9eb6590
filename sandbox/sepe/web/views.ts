/** Pages that show a contract. */

import type { Context } from '../context.ts';
import {
  type Block,
  contractBlocks,
  extendedContract,
  extensionLines,
  transformationPage,
} from '../contract-blocks.ts';
import { SIGNATURES } from '../names.ts';
import { type Contract, type Extension, footprint, type Transformation } from '../records.ts';
import { fieldset, formPage, hidden, row, select, submit, values } from './frame.ts';

export const blocks = (shown: Block[]): string[] =>
  shown.flatMap(({ legend, lines }) => fieldset(legend, values(lines)));

/** A contract's data, and the button to print it. */
export const contractView = (context: Context, contract: Contract, action: string): string =>
  formPage('Consulta de contrato', action, [
    hidden('identificador', contract.id),
    ...blocks(contractBlocks(context, contract)),
    submit('Boton_imprimir', 'Imprimir'),
  ]);

/** A transformation's data; older clients press one button, newer ones the other. */
export const transformationView = (contract: Contract, each: Transformation, action: string): string =>
  formPage('Consulta de transformación', action, [
    hidden('identificador', contract.id),
    ...blocks(transformationPage(contract, each)),
    submit('Boton_imprimir', 'Imprimir'),
    submit('enviar', 'Imprimir transformación'),
  ]);

/** Two blocks with ids of their own, which clients use. */
export const extensionView = (
  { contract, extension }: { contract: Contract; extension: Extension },
  action: string,
): string =>
  formPage('Consulta de prórroga', action, [
    hidden('identificador', contract.id),
    hidden('prorroga', extension.number),
    ...fieldset('Datos de la comunicación', values(extendedContract(contract)), 'fieldset'),
    ...fieldset(
      'Datos de la prórroga',
      values(
        extensionLines(contract, extension).map(([title, value]) => [
          title === 'Fecha inicio' ? 'Fecha de inicio' : title === 'Fecha fin' ? 'Fecha de término' : title,
          value,
        ]),
      ),
      'fieldset2',
    ),
    submit('Boton_imprimir', 'Imprimir'),
  ]);

/** The form to send a basic copy of a contract. If there is one already, a title says so. */
export const copyForm = (contract: Contract, action: string): string =>
  formPage('Comunicación de la copia básica', action, [
    hidden('identificador', contract.id),
    ...fieldset('Datos de la comunicación', [
      ...values([
        ['Identificador', footprint(contract.id)],
        ['NIF/NIE', contract.worker.identifier.slice(1)],
      ]),
      ...(contract.copy ? ['<div class="titulo">Ya se ha comunicado la copia básica</div>'] : []),
    ]),
    ...fieldset('Copia básica', [
      row('Tipo de firma', select('codtipofirma', Object.entries(SIGNATURES))),
      row(
        'Domicilio del centro de trabajo',
        '<textarea name="areadeDomicilio" rows="2" cols="70"></textarea>',
      ),
      row('Texto', '<textarea name="areadeTexto" rows="10" cols="70"></textarea>'),
    ]),
    submit('enviar', 'enviar'),
  ]);
