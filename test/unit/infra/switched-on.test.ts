import { expect, test } from 'vitest';
import {
  context,
  gatewayOf,
  production,
  propertiesOf,
  type Resource,
  resourcesOf,
  sandbox,
} from '../../support/infra/templates.ts';

/** What functions are told that is switched on, each once. */
const toldBy = (resources: Record<string, Resource>) => [
  ...new Set(
    propertiesOf('Lambda::Function', resources).map(({ Environment }) => Environment.Variables.SWITCHED_ON),
  ),
];

/** The resources of production, described otherwise. */
const productionWith = (described: object) => {
  const stages = { ...context.stages, production: { ...context.stages.production, ...described } };
  return resourcesOf(gatewayOf({ stages, stage: 'production' }));
};

test('functions are told what the stage has switched on', () => {
  expect(toldBy(sandbox)).toEqual(['"all"']);
  expect(toldBy(production)).toEqual(['[]']);
  const names = ['XV21Y200 settlement receipt'];
  expect(toldBy(productionWith({ switchedOn: names }))).toEqual([JSON.stringify(names)]);
});

test('a stage that does not say it is refused', () => {
  expect(() => productionWith({ switchedOn: undefined })).toThrow('switchedOn');
  expect(() => productionWith({ switchedOn: 'some' })).toThrow('switchedOn');
});
