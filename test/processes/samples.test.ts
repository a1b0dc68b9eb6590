import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type OpenApi, withExamples } from '../../functions/gateway/reference/document.ts';
import type { Sample } from '../../functions/gateway/reference/samples.ts';
import { examplesOf } from '../../reference/examples.ts';
import { LANGUAGES, type Language } from '../../reference/guide.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { demo, caller as gateway } from '../support/demo.ts';
import { groups, operations } from '../support/infra/groups.ts';
import { canRun, runProgram } from '../support/programs/languages.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** The reference's code samples, run unchanged against the service. */

const authorities = atAuthorities(demo.authorities.control);

const { paths } = withExamples(
  JSON.parse(JSON.stringify(openApiDocument(groups))) as OpenApi,
  examplesOf(groups, { standIns: true }),
  madridDay(new Date()),
);

const languages = (Object.keys(LANGUAGES) as Language[]).filter(canRun);

const sampleOf = (name: string, language: Language): string => {
  const [method, address] = name.split(' ') as [string, string];
  const samples = paths[address]![method.toLowerCase()]!['x-codeSamples'] as Sample[];
  return samples.find(({ label }) => label === LANGUAGES[language])!.source;
};

const run = (name: string, language: Language, authority?: AuthorityName) =>
  runProgram(
    language,
    sampleOf(name, language),
    {
      PASARELA_URL: demo.baseUrl,
      PASARELA_URL_V3: demo.legacyBaseUrl,
      PASARELA_TOKEN: gateway.token,
      PASARELA_CERT: demo.certificates[authority ?? 'tgss'],
    },
    { 'certificado.p12': readFileSync(demo.p12.file) },
  );

const atAuthority = operations.flatMap(({ name, operation }) =>
  operation.kind === 'resource' ? [] : [{ name, operation, authority: operation.authority as AuthorityName }],
);

describe.skipIf(languages.length === 0)('the code in the guide', () => {
  // Each operation in one language, in turns.
  test.each(atAuthority.map((one, index) => ({ ...one, language: languages[index % languages.length]! })))(
    'the code for $name works in $language',
    async ({ name, authority, language }) => {
      await authorities.reset();
      for (const [earlier, request] of requestsOf(demo)[name.replace('/api/v4', '')]?.after ?? []) {
        const [method, path] = earlier.split(' ') as [string, string];
        const { status } = await gateway
          .acting(demo.certificates[authority])
          .call(method, path, { json: request });
        expect(status).toBe(200);
      }
      expect(await run(name, language, authority)).toMatch(/"success": ?true/);
    },
  );

  /** One operation of each form: query, nested body, body with a file, address with a parameter, form with a file, no token. */
  const FORMS: [name: string, expected: RegExp][] = [
    ['GET /api/v4/seg-social/employee-situations', /"success": ?true/],
    ['POST /api/v4/sepe/transformation', /"success": ?true/],
    ['PUT /api/v4/seg-social/datos-bancarios', /"success": ?true/],
    ['POST /api/v4/customer', /"success": ?true/],
    ['GET /api/v4/tramites/{id}', /El recurso no existe|"status": ?404/],
    ['POST /api/v4/certificate', /password: /],
    ['POST /api/v4/auth/login', /El e-mail o la contraseña no son correctos/],
    ['POST /api/v4/password/forgotten', /Enlace pedido/],
  ];

  for (const language of languages)
    test.each(FORMS)(`the code for %s works in ${language}`, async (name, expected) => {
      await authorities.reset();
      const authority = atAuthority.find((one) => one.name === name)?.authority;
      expect(await run(name, language, authority)).toMatch(expected);
    });
});
