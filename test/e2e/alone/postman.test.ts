import { expect, test } from 'vitest';
import { groupsOf } from '../../../reference/groups.ts';
import { type Collection, collectionOf } from '../../../reference/postman/collection.ts';
import { environmentOf } from '../../../reference/postman/environment.ts';
import { demo } from '../../support/deployed.ts';
import { fromElsewhere, signIn } from '../../support/gateway.ts';
import { runCollection } from '../../support/programs/postman.ts';
import { atAuthorities } from '../../support/sandbox.ts';

const authorities = atAuthorities(demo.authorities.control);
const groups = groupsOf({ standIns: true });

/** The collection with the headers that tests send, so that other tests of this machine do not count. */
const collection = async (): Promise<Collection> => {
  const made = await collectionOf(groups, demo.p12.file);
  const headers = Object.entries(fromElsewhere()).map(([key, value]) => ({ key, value }));
  for (const { request, item } of made.item)
    for (const one of [request, ...(item ?? []).map((inner) => inner.request)]) one?.header.push(...headers);
  return made;
};

test('every request works at the demo, from top to bottom, and twice', async () => {
  for (const _ of ['once', 'twice']) {
    const { ran, problems } = await runCollection(await collection(), environmentOf(demo));
    expect(problems).toEqual([]);
    const others = ran.flatMap(({ name, status }) => (status === 200 ? [] : [`${status} ${name}`]));
    // Who runs the collection is no operator.
    const forOperators = groups
      .find(({ name }) => name === 'operator')!
      .operations.map(({ summary }) => `403 ${summary}`);
    expect(others).toEqual(expect.arrayContaining(forOperators));
    // What is planned only, and what is due a moment after it was filed, is answered as `problems` expects.
    expect(
      others.filter((one) => !forOperators.includes(one) && !/^501|^40[459] .* una obligación/.test(one)),
    ).toEqual([
      '409 Cancelar un trámite que aún no ha empezado',
      '502 Antes: Comunicar los días de prácticas no remuneradas',
      '409 Presentar un lote que se ha probado',
      '404 Enviar otra vez una entrega',
      '410 Página para dejar de recibir un correo',
      '410 Dejar de recibir un correo',
      '422 Activar el segundo factor con un código',
      '422 Desactivar el segundo factor con un código',
      '410 Crear la contraseña con un enlace',
    ]);
    expect(ran[0]).toMatchObject({ method: 'POST', url: expect.stringMatching(/\/api\/v4\/auth\/login$/) });
    const operations = groups.flatMap((group) => group.operations);
    expect(ran.filter(({ name }) => !name.startsWith('Antes: '))).toHaveLength(operations.length);
  }
});

test('without the word sandbox it files nothing that can be tried without effect', async () => {
  const gateway = await signIn(demo.baseUrl, demo);
  await gateway.post('/sandbox/reset', {});
  const before = await authorities.digest();
  const made = await collection();
  const dry = made.item.flatMap(({ name, item = [] }) =>
    name === 'seg-social'
      ? item.filter(({ request }) => !/pract-no-remun/.test(request!.url.path.join('/')))
      : [],
  );
  const environment = environmentOf(demo);
  for (const variable of environment.values) if (variable.key === 'sandbox') variable.value = '';
  const { ran } = await runCollection({ ...made, item: [made.item[0]!, ...dry] }, environment);
  expect(ran.length).toBeGreaterThan(20);
  expect(ran.filter(({ name }) => name.startsWith('Antes: '))).toEqual([]);
  expect(await authorities.digest()).toBe(before);
});
