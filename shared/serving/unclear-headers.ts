import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Messages } from '../kernel/errors.ts';
import { plainKey } from '../kernel/idempotency-key.ts';
import type { Operation } from '../operation/operation.ts';
import { KEY } from './filing/draft.ts';

/**
 * Headers by which other services make a dry run or call another method. Here only the field `test` makes a dry run, and the
 * method is that of the request, so a request that can file is refused if it has one of them.
 */

type Headers = Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>;

/** Words for a dry run by their letters, without `X-` and without `is`: `X-Dry-Run`, `dry_run` and `isDryRun` are the same. */
const MEANS_DRY_RUN = new Set([
  ...[
    'test',
    'testing',
    'testmode',
    'testonly',
    'testrun',
    'dry',
    'dryrun',
    'sandbox',
    'sandboxmode',
    'trial',
    'demo',
    'mock',
  ],
  ...['preview', 'previewmode', 'previewonly', 'validateonly', 'checkonly', 'noop', 'whatif', 'mode'],
  ...['simulate', 'simulated', 'simulation', 'simulador', 'simulacion', 'simulacro', 'simular', 'simulado'],
  ...['prueba', 'pruebas', 'ensayo', 'modo', 'modoprueba', 'modopruebas', 'modosimulacro', 'entornopruebas'],
]);

/** Headers that name an environment. They mean a dry run only if their value is such a word. */
const NAMES_ENVIRONMENT = new Set(['environment', 'env', 'entorno']);

/** Headers by which a caller behind a proxy names the method. */
const NAMES_METHOD = new Set(['httpmethodoverride', 'httpmethod', 'methodoverride', 'method']);

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^x/, '')
    .replace(/^is(?=test|dry|sandbox)/, '');

/** Each header with all of its values. API Gateway lists them in both members, and only the second has each of several. */
const valuesByName = ({ headers, multiValueHeaders }: Headers): [name: string, values: string[]][] =>
  Object.entries({ ...headers, ...multiValueHeaders }).map(([name, values]) => [name, [values ?? []].flat()]);

/** The names of the preferences in a header `Prefer` (RFC 7240). */
const preferencesIn = (values: string[]): string[] =>
  values.flatMap((value) => value.split(',')).map((preference) => preference.split(/[;=]/)[0]!);

/** Whether a header asks for a dry run, at a reader who knows other services. */
const meansDryRun = (name: string, values: string[]): boolean => {
  const isWord = (text: string) => MEANS_DRY_RUN.has(lettersOf(text));
  if (isWord(name)) return true;
  if (NAMES_ENVIRONMENT.has(lettersOf(name))) return values.some(isWord);
  switch (name.toLowerCase()) {
    case 'prefer':
      return preferencesIn(values).some(isWord);
    case KEY.toLowerCase():
      // A key with a digit is the name of something, as `test-1`.
      return values.map(plainKey).some((key) => !/\d/.test(key) && isWord(key));
    default:
      return false;
  }
};

/** Errors of a request that can file, in Spanish, by its headers that a caller may mean as a dry run or as another method. */
export const unclearHeaders = (event: Headers, operation: Operation): Messages =>
  Object.fromEntries(
    valuesByName(event).flatMap(([name, values]) => {
      if (meansDryRun(name, values)) return [[name, [`No es un simulacro. ${howToTry(operation)}`]]];
      const methods = NAMES_METHOD.has(lettersOf(name))
        ? values.map((value) => value.trim().toUpperCase())
        : [];
      return methods.some((method) => method !== '' && method !== operation.method)
        ? [[name, [otherMethod(operation)]]]
        : [];
    }),
  );

const howToTry = (operation: Operation): string => {
  if (operation.kind !== 'submission')
    return 'Un lote se prueba al enviarlo (POST /batches), y se presenta con POST /batches/{batchId}/commit. No se ha presentado nada.';
  return operation.dryRun === 'confirmation'
    ? 'Para probar sin efecto real, envíe el campo test con valor 1 y quite esta cabecera. No se ha presentado nada.'
    : 'Esta operación no ofrece simulacro. No se ha presentado nada.';
};

const otherMethod = ({ method }: Operation): string =>
  `Nombra otro método que el de la petición, ${method}: envíela con el método que quiera y quite esta cabecera. No se ha presentado nada.`;
