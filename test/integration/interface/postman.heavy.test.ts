import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { environmentOf } from '../../../reference/postman/environment.ts';
import { quicken } from '../../support/accounts.ts';
import { collectionFromElsewhere, runCollection } from '../../support/programs/postman.ts';
import { replaced } from '../../support/servers/failing-services.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** The collection for Postman, run by Postman's own runner. */

const { service, authorities } = await ownService({
  stores: {
    ...stores,
    // The stand-ins of this file are not in an account's sandbox, so they are reset together with it.
    worlds: replaced(stores.worlds, () => ({
      beginWorld: async (accountId) => {
        await authorities.reset();
        return stores.worlds.beginWorld(accountId);
      },
    })),
  },
});
const { email } = service;
const password = 'la contraseña de quien la prueba';
await quicken((await stores.accounts.findUserByEmail(email))!.id, password);
const demo = { ...service.demo, email, password };
const groups = groupsOf({ standIns: true });

/** All operations except the reference, whose pages exist only when deployed (`test/e2e/reference.heavy.test.ts`). */
const operations = groups.flatMap((group) => (group.name === 'reference' ? [] : group.operations));

const made = collectionFromElsewhere(groups, demo.p12.file);
const whole = { ...made, item: made.item.filter(({ name }) => name !== 'reference') };

test('every request of the Postman collection works at the demo, from top to bottom, and twice', async () => {
  for (const _ of ['once', 'twice']) {
    const { ran, problems } = await runCollection(whole, environmentOf(demo));
    expect(problems).toEqual([]);
    const others = ran.flatMap(({ name, status }) => (status === 200 ? [] : [`${status} ${name}`]));
    // The user who runs the collection is not an operator.
    const forOperators = groups
      .find(({ name }) => name === 'operator')!
      .operations.map(({ summary }) => `403 ${summary}`);
    expect(others).toEqual(expect.arrayContaining(forOperators));
    // Planned operations, and obligations that appear a moment after the filing, are answered as `problems` expects.
    expect(
      others.filter((one) => !forOperators.includes(one) && !/^501|^40[459] .* una obligación/.test(one)),
    ).toEqual([
      '404 Quitar una cuenta de cotización a un cliente',
      '409 Cancelar un trámite que aún no ha empezado',
      '502 Antes: Comunicar los días de prácticas no remuneradas',
      '409 Presentar un lote que se ha probado',
      '404 Guardar la plantilla de una empresa',
      '404 Consultar la plantilla de una empresa',
      '404 Cuadrar la plantilla de una empresa con los organismos',
      '404 Ver un cuadre y sus diferencias',
      '404 Cuadrar una empresa cada noche, o dejar de hacerlo',
      '404 Aceptar una diferencia de un cuadre',
      '404 Importar en la plantilla lo que consta en los organismos',
      '404 Dejar de aceptar una diferencia de un cuadre',
      '404 Obtener el resultado de un cuadre en una hoja',
      '404 Quitar el segundo factor a una empresa cliente',
      '404 Enviar otra vez una entrega',
      '410 Página para dejar de recibir un correo',
      '410 Dejar de recibir un correo',
      '422 Activar el segundo factor con la contraseña y un código',
      '422 Desactivar el segundo factor con un código',
      '410 Crear la contraseña con un enlace',
    ]);
    expect(ran[0]).toMatchObject({ method: 'POST', url: expect.stringMatching(/\/api\/v4\/auth\/login$/) });
    expect(ran.filter(({ name }) => !name.startsWith('Antes: '))).toHaveLength(operations.length);
  }
});

test('the Postman collection files nothing that can be tried without effect where the address does not say sandbox', async () => {
  await service.caller.post('/sandbox/reset', {});
  const before = await authorities.digest();
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
