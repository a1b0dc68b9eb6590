import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import {
  ADDRESSES,
  context,
  gatewayOf,
  gateways,
  production,
  productionWith,
  propertiesOf,
  resourcesOf,
  sandbox,
  stageOf,
} from '../../support/infra/templates.ts';

describe('the description of a stage', () => {
  test('a sandbox needs nothing but its name, because stand-ins answer within its functions', () => {
    for (const given of [{}, { stage: 'sandbox' }])
      expect(stageOf(given)).toMatchObject({
        standIns: true,
        authorities: { tgss: '', sepe: '', aeat: '', dehu: '' },
        authorityCa: '',
        authorityTls: {},
      });
  });

  test('a sandbox gets other authorities if it has the addresses of all of them', () => {
    expect(stageOf(ADDRESSES)).toMatchObject({
      standIns: false,
      authorities: {
        tgss: 'https://tgss.test',
        sepe: 'https://sepe.test',
        aeat: 'https://aeat.test',
        dehu: 'https://dehu.test',
      },
    });
    expect(() => stageOf({ tgssUrl: ADDRESSES.tgssUrl })).toThrow(
      /stage "sandbox" has no address for each authority: .*-c tgssUrl=/,
    );
  });

  test('a stage that is no sandbox gets no stand-ins, whatever it says', () => {
    expect(stageOf({ stage: 'production' }).standIns).toBe(false);
    expect(() => stageOf(productionWith({ authorities: 'stand-ins' }))).toThrow(
      'stage "production" must not have stand-in authorities',
    );
  });

  test('the production stage speaks to the authorities themselves', () => {
    expect(stageOf({ stage: 'production' }).authorities).toEqual({
      tgss: 'https://w2.seg-social.es',
      sepe: 'https://www.sepe.es',
      aeat: 'https://www1.agenciatributaria.gob.es',
      dehu: 'https://gd-dehuws.redsara.es',
    });
  });

  test('a stage has generous limits for an account and a user', () => {
    const limits = { clients: 100_000, certificates: 10_000, derivationsPerHour: 1_000, queued: 2_000 };
    for (const stage of ['sandbox', 'production']) expect(stageOf({ stage }).limits).toEqual(limits);
    const described = (limits: unknown) => stageOf(productionWith({ limits }));
    expect(described({ ...limits, clients: 5 }).limits).toEqual({ ...limits, clients: 5 });
    for (const wrong of [undefined, {}, { ...limits, clients: 0 }, { ...limits, more: 1 }])
      expect(() => described(wrong)).toThrow('limits');
  });

  test('a canary is switched on by the stage or by the command line', () => {
    expect(stageOf({}).canary).toBe(false);
    expect(stageOf({ canary: 'true' }).canary).toBe(true);
    expect(() => stageOf({ canary: 'yes' })).toThrow('-c canary= takes true or false');
  });

  test('evidence is locked in production only', () => {
    expect(stageOf({ stage: 'production' }).evidenceYears).toBe(4);
    expect(stageOf(ADDRESSES).evidenceYears).toBeUndefined();
  });

  test('the sender of mails is required at a deployment only, and not at that of a sandbox', () => {
    const parametersOf = (stack: Stack) => Template.fromStack(stack).findParameters('*', { Type: 'String' });
    const sender = 'MailSenderAddress';
    expect(parametersOf(gateways.production)).not.toHaveProperty(sender);
    const without = gatewayOf({ stage: 'production', mailSender: undefined }, ['password']);
    const asked = parametersOf(without)[sender]!;
    // CloudFormation refuses a deployment without a value for it.
    expect(asked).not.toHaveProperty('Default');
    expect(new RegExp(`^${asked.AllowedPattern}$`).test('no-reply@pasarela.example')).toBe(true);
    expect(new RegExp(`^${asked.AllowedPattern}$`).test('')).toBe(false);
    const asking = resourcesOf(without);
    for (const { Environment } of propertiesOf('Lambda::Function', asking))
      expect(Environment.Variables.MAIL_SENDER).toEqual({ Ref: sender });
    expect(JSON.stringify(propertiesOf('IAM::Policy', asking))).toContain(
      `"ses:FromAddress":{"Ref":"${sender}"}`,
    );
    const stages = { sandbox: { ...context.stages.sandbox, mailSender: undefined } };
    expect(parametersOf(gatewayOf({ stages, mailSender: undefined }, ['password']))).not.toHaveProperty(
      sender,
    );
    expect(stageOf({ mailSender: 'none' }).mailSender).toBeUndefined();
    expect(() => stageOf({ stage: 'production', mailSender: 'none' })).toThrow('-c mailSender=');
  });

  test('only a sandbox may be deployed to an emulator without authorizers', () => {
    expect(stageOf({ emulator: 'no-authorizer' }).emulator).toEqual({
      requireApiKey: false,
      authorizer: false,
    });
    expect(() => stageOf({ stage: 'production', emulator: 'no-authorizer' })).toThrow(
      'must have an authorizer',
    );
    expect(() => stageOf({ emulator: 'yes' })).toThrow('emulator');
  });

  test('stack and tables are protected after the first deployment if data are stored', () => {
    const protectedBy = (stack: Stack) => {
      const tables = propertiesOf('DynamoDB::Table', resourcesOf(stack));
      return [
        stack.terminationProtection,
        tables.filter(({ DeletionProtectionEnabled }) => DeletionProtectionEnabled).length,
      ];
    };
    expect(protectedBy(gateways.production)).toEqual([true, 5]);
    expect(protectedBy(gatewayOf({ stage: 'production', firstDeployment: 'true' }, ['auth']))).toEqual([
      false,
      0,
    ]);
    expect(protectedBy(gateways.sandbox)).toEqual([false, 0]);
  });

  test('a first deployment that failed leaves nothing', () => {
    const policies = (resources: typeof production) =>
      new Set(Object.values(resources).map(({ DeletionPolicy }) => DeletionPolicy));
    expect(policies(production)).toEqual(new Set(['RetainExceptOnCreate', 'Delete', undefined]));
    // The role with which API Gateway writes the logs of all APIs in the AWS account.
    expect(policies(sandbox)).toEqual(new Set(['RetainExceptOnCreate', 'Delete', undefined]));
  });

  test('a wrong context is refused, and the message names the mistake', () => {
    expect(() => stageOf({ stage: 'nowhere' })).toThrow('no stage "nowhere"');
    expect(() => stageOf({ ...ADDRESSES, tgssUrl: 'http://tgss.test' })).toThrow('authorities.tgss');
    expect(() => stageOf({ ...ADDRESSES, strictIdentifiers: 'yes' })).toThrow('strictIdentifiers');
  });

  test('the file of the authorities’ certificate authority is read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'pasarela-'));
    const withFile = (name: string, text: string) => {
      const file = join(directory, name);
      writeFileSync(file, text);
      return () => stageOf({ ...ADDRESSES, authorityCaFile: file }).authorityCa;
    };
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    expect(withFile('ca.pem', `${pem}\n`)()).toBe(pem);
    expect(withFile('ca.der', '\x30\x82')).toThrow('is not a certificate in PEM');
    expect(withFile('bundle.pem', pem.repeat(60))).toThrow('is larger than 1728 bytes');
    expect(stageOf(ADDRESSES).authorityCa).toBe('');
  });

  test('the stage decides the TLS with an authority', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pasarela-')), 'root.pem');
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    writeFileSync(file, pem);
    const withTls = (authorityTls: object) => stageOf(productionWith({ authorityTls })).authorityTls;
    const tgss = { maxVersion: 'TLSv1.2', serverName: 'w2.seg-social.es' };
    expect(withTls({ tgss: { ...tgss, rootsFile: file }, aeat: {} })).toEqual({
      tgss: { ...tgss, roots: pem },
      aeat: {},
    });
    expect(() => withTls({ tgss: { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.2' } })).toThrow(
      'lower than minVersion',
    );
    expect(() => withTls({ tgss: { minVersion: 'TLSv1.1' } })).toThrow('minVersion');
    expect(() => withTls({ tgss: { serverName: 'https://x' } })).toThrow('serverName');
    expect(() => withTls({ dgt: {} })).toThrow('dgt');
    writeFileSync(file, pem + 'A'.repeat(1300));
    const three = { tgss: { rootsFile: file }, sepe: { rootsFile: file } };
    expect(() => withTls(three)).toThrow('larger than 1728 bytes');
  });
});
