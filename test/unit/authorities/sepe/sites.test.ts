import { expect, test } from 'vitest';
import { sepeSite } from '../../../../shared/authorities/sepe/sites.ts';
import { START } from '../../../support/portals/contrata.ts';
import { SEND } from '../../../support/portals/sepe-services.ts';

test('each path of the real SEPE has its host, and a stand-in serves them all', () => {
  const real = (path: string) => sepeSite(path, 'https://www.sepe.es');
  expect([SEND, START, '/GetAccess/Saml', '/ConsultasCertificadosRTWEB/x'].map(real)).toEqual([
    'https://www.sepe.es',
    'https://www.sepe.es:444',
    'https://isweb.sepe.gob.es',
    'https://sede.sepe.gob.es',
  ]);
  expect(sepeSite(START, 'https://localhost:8443')).toBe('https://localhost:8443');
});
