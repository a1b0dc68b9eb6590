import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { readSent } from '../../support/hostile/read-sent.ts';
import { HOSTILE_VALUES, type Path, placesOf, put } from '../../support/hostile/values.ts';
import { operations } from '../../support/infra/groups.ts';

beforeEach(() => void vi.stubEnv('STRICT_IDENTIFIERS', 'false'));

const ofJson = operations.filter(({ operation }) => operation.kind !== 'resource' || !operation.body);

describe.each(ofJson)('hostile values in a request to $name', ({ operation }) => {
  test('a request with any of these values in any place is read or refused', async () => {
    vi.stubEnv('STRICT_IDENTIFIERS', 'true');
    const failed: unknown[] = [];
    for (const path of placesOf(operation))
      for (const [what, value] of HOSTILE_VALUES) {
        const body = JSON.stringify(put(operation.example.request, path, value));
        const outcome = await readSent(operation, { body }).catch((error) => error);
        if (outcome instanceof Error && (outcome as ServiceError).status !== 422)
          failed.push([path.join('.'), what, outcome]);
      }
    expect(failed).toEqual([]);
  });
});

/** The message for one field of an example with this value, or `accepted`. */
const verdict = async (name: string, field: string, value: unknown): Promise<unknown> => {
  const { operation } = operations.find((one) => one.name === name)!;
  const path: Path = field.split('.');
  const body = JSON.stringify(put(operation.example.request, path, value));
  const outcome = await readSent(operation, { body });
  if (!(outcome instanceof ServiceError)) return 'accepted';
  // Each mistake has exactly one message.
  return outcome.errors[field]?.map((text) => text.replace(`${field}: `, '')).join(' ');
};

const ALTA = 'POST /api/v4/seg-social/alta';
const BANK = 'PUT /api/v4/seg-social/datos-bancarios';
const CONTRACT = 'POST /api/v4/sepe/contrata';
const COPY = 'POST /api/v4/sepe/copy-basic';
const CLIENT = 'POST /api/v4/customer';
const NO_LINE = 'No admite saltos de línea ni otros caracteres de control: ';

test.each<[name: string, field: string, value: string, says: string]>([
  [BANK, 'cuenta.titular', 'A\u202eB', `${NO_LINE}U+202E.`],
  [CLIENT, 'name', 'A\u202eB', `${NO_LINE}U+202E.`],
  [BANK, 'cuenta.titular', 'Łódź', 'El organismo no admite estos caracteres: «Ł» (U+0141), «ź» (U+017A).'],
  [CLIENT, 'name', 'Łódź 你好', 'accepted'],
  [
    CONTRACT,
    'name',
    'JosÃ©',
    'Tiene letras mal codificadas («Ã©»): lea el texto con la codificación con la que se guardó; guardarlo otra vez no lo corrige.',
  ],
  [CONTRACT, 'name', 'Łucja', 'El organismo no admite estos caracteres: «Ł» (U+0141).'],
  [CONTRACT, 'name', 'Ana 😀', 'El organismo no admite estos caracteres: «😀» (U+1F600).'],
  [CONTRACT, 'name', 'Œ', 'El SEPE no admite estos caracteres (ISO-8859-1): «Œ» (U+0152).'],
  [COPY, 'TEXTO_COPIABASICA', 'Jornada completa.\r\n\tDe lunes a viernes.', 'accepted'],
  [COPY, 'TEXTO_COPIABASICA', 'Jornada\u0007', 'No admite caracteres de control: U+0007.'],
  [COPY, 'DOMIC_CENTRO_TRABAJO', 'Calle\nMayor', `${NO_LINE}U+000A.`],
  [CLIENT, 'access.password', 'abcd\0', 'No puede contener el carácter nulo.'],
])('a request to %s is read or refused at %s with %j: %s', async (name, field, value, says) => {
  expect(await verdict(name, field, value)).toBe(says);
});

test.each(['1234567ß', '1234567ſ', '1234567ı', '１２３４５６７８Z'])(
  'a request with %s as an identifier is refused',
  async (sent) => {
    expect(await verdict(ALTA, 'dni', sent)).not.toBe('accepted');
    expect(await verdict(BANK, 'cuenta.cif', sent)).not.toBe('accepted');
    expect(await verdict(CLIENT, 'profile.dni', sent)).toBe('Solo admite letras y cifras.');
    expect(await verdict(CONTRACT, 'cif', sent)).not.toBe('accepted');
  },
);
