import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { readStage } from '../../../infra/stages.ts';
import { ADDRESSES, context, stageOf } from '../../support/infra/templates.ts';

describe('stages', () => {
  test('a sandbox needs nothing but its name: stand-ins answer within its functions', () => {
    for (const given of [{}, { stage: 'sandbox' }])
      expect(stageOf(given)).toMatchObject({
        standIns: true,
        authorities: { tgss: '', sepe: '', aeat: '' },
        authorityCa: '',
      });
  });

  test('a sandbox uses other authorities where it is given the addresses of all of them', () => {
    expect(stageOf(ADDRESSES)).toMatchObject({
      standIns: false,
      authorities: { tgss: 'https://tgss.test', sepe: 'https://sepe.test', aeat: 'https://aeat.test' },
    });
    expect(() => stageOf({ tgssUrl: ADDRESSES.tgssUrl })).toThrow(
      /stage "sandbox" has no address for each authority: .*-c tgssUrl=/,
    );
  });

  test('no other stage has stand-ins, whatever its description says', () => {
    expect(stageOf({ stage: 'production' }).standIns).toBe(false);
    const stages = { production: { ...context.stages.production, authorities: 'stand-ins' } };
    expect(() => readStage(new App({ context: { ...context, stages, stage: 'production' } }).node)).toThrow(
      'stage "production" must not have stand-in authorities',
    );
  });

  test('production speaks to the authorities themselves', () => {
    expect(stageOf({ stage: 'production' }).authorities).toEqual({
      tgss: 'https://w2.seg-social.es',
      sepe: 'https://www.sepe.es',
      aeat: 'https://www1.agenciatributaria.gob.es',
    });
  });

  test('an unknown outcome holds its content for a day, or less where the operator says so', () => {
    expect(stageOf({ stage: 'production' }).unknownHoldsHours).toBe(24);
    const described = (unknownHoldsHours: unknown) => {
      const stages = { production: { ...context.stages.production, unknownHoldsHours } };
      return readStage(new App({ context: { ...context, stages, stage: 'production' } }).node);
    };
    expect(described(6).unknownHoldsHours).toBe(6);
    for (const wrong of [undefined, 0, 25, 1.5, '6'])
      expect(() => described(wrong), String(wrong)).toThrow('unknownHoldsHours');
  });

  test('what an account and a user may have is limited, generously', () => {
    const limits = { clients: 100_000, certificates: 10_000, derivationsPerHour: 1_000 };
    for (const stage of ['sandbox', 'production']) expect(stageOf({ stage }).limits).toEqual(limits);
    const described = (limits: unknown) => {
      const stages = { production: { ...context.stages.production, limits } };
      return readStage(new App({ context: { ...context, stages, stage: 'production' } }).node);
    };
    expect(described({ ...limits, clients: 5 }).limits).toEqual({ ...limits, clients: 5 });
    for (const wrong of [undefined, {}, { ...limits, clients: 0 }, { ...limits, more: 1 }])
      expect(() => described(wrong)).toThrow('limits');
  });

  test('evidence is locked in production only', () => {
    expect(stageOf({ stage: 'production' }).evidenceYears).toBe(4);
    expect(stageOf(ADDRESSES).evidenceYears).toBeUndefined();
  });

  test('only a sandbox may have no sender of mails', () => {
    expect(() => stageOf({ stage: 'production', mailSender: undefined })).toThrow('-c mailSender=');
    expect(stageOf({ stage: 'production' }).mailSender).toBe('no-reply@pasarela.example');
    const stages = { sandbox: { ...context.stages.sandbox, mailSender: undefined } };
    expect(stageOf({ stages, mailSender: undefined }).mailSender).toBeUndefined();
  });

  test('a wrong context is refused, and what is wrong is named', () => {
    expect(() => stageOf({ stage: 'nowhere' })).toThrow('no stage "nowhere"');
    expect(() => stageOf({ ...ADDRESSES, tgssUrl: 'http://tgss.test' })).toThrow('authorities.tgss');
    expect(() => stageOf({ ...ADDRESSES, strictIdentifiers: 'yes' })).toThrow('strictIdentifiers');
  });

  test('the authorities’ certificate authority is read from a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'pasarela-'));
    const withFile = (name: string, text: string) => {
      const file = join(directory, name);
      writeFileSync(file, text);
      return () => stageOf({ ...ADDRESSES, authorityCaFile: file }).authorityCa;
    };
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    expect(withFile('ca.pem', `${pem}\n`)()).toBe(pem);
    expect(withFile('ca.der', '\x30\x82')).toThrow('is not a certificate in PEM');
    expect(withFile('bundle.pem', pem.repeat(60))).toThrow('is larger than 2560 bytes');
    expect(stageOf(ADDRESSES).authorityCa).toBe('');
  });
});
