import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Messages } from '../kernel/errors.ts';
import type { Operation } from '../operation/operation.ts';

/**
 * Headers by which a caller may believe to make a dry run, as other services have them. None does here: only the field `test`
 * says it, so that what can file refuses them.
 */

/** By their letters, without `X-`: `X-Dry-Run` and `dryrun` are the same. */
const MEANS_DRY_RUN = new Set(['test', 'testmode', 'dryrun', 'sandbox']);

const lettersOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^x/, '');

/** The names of the preferences that a caller sent (RFC 7240), in whichever of several headers `Prefer`. */
const preferred = ({ headers, multiValueHeaders }: APIGatewayProxyEvent): string[] =>
  [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([name]) => name.toLowerCase() === 'prefer')
    .flatMap(([, values]) => [values ?? []].flat())
    .flatMap((value) => value.split(','))
    .map((preference) => lettersOf(preference.split(/[;=]/)[0]!));

/** What is wrong with the headers of a request to what can file: each that a caller may take for a dry run. */
export const dryRunHeaders = (event: APIGatewayProxyEvent, operation: Operation): Messages => {
  const names = Object.keys(event.headers ?? {}).filter((name) => MEANS_DRY_RUN.has(lettersOf(name)));
  if (preferred(event).some((name) => MEANS_DRY_RUN.has(name))) names.push('Prefer');
  return Object.fromEntries(names.map((name) => [name, [`No es un simulacro. ${howToTry(operation)}`]]));
};

const howToTry = (operation: Operation): string => {
  if (operation.kind !== 'submission')
    return 'Un lote se prueba al enviarlo (POST /batches), y se presenta con POST /batches/{batchId}/commit. No se ha presentado nada.';
  return operation.dryRun === 'confirmation'
    ? 'Para probar sin efecto real, envíe el campo test con valor 1 y quite esta cabecera. No se ha presentado nada.'
    : 'Esta operación no ofrece simulacro. No se ha presentado nada.';
};
