import { expect, test } from 'vitest';
import { receiptStep } from '../../../shared/authorities/aeat/presented-returns.ts';
import { originsOf, siteOf } from '../../../shared/authorities/sites.ts';
import { START } from '../../support/portals/contrata.ts';
import { SEND } from '../../support/portals/sepe-services.ts';
import { PICK_UP } from '../../support/stand-in/aeat-client.ts';

test('each path of the real SEPE has its host, and a stand-in serves them all', () => {
  const real = (path: string) => siteOf('sepe', path, 'https://www.sepe.es');
  expect([SEND, START, '/GetAccess/Saml', '/ConsultasCertificadosRTWEB/x'].map(real)).toEqual([
    'https://www.sepe.es',
    'https://www.sepe.es:444',
    'https://isweb.sepe.gob.es',
    'https://sede.sepe.gob.es',
  ]);
  expect(siteOf('sepe', START, 'https://localhost:8443')).toBe('https://localhost:8443');
});

test('the receipts of the tax agency have a host of their own', () => {
  const real = (path: string) => siteOf('aeat', path, 'https://www1.agenciatributaria.gob.es');
  expect([receiptStep('ABCDEFGHJKLMNPQR').path, '/wlpl/PFTW-PICW/PresBasicaDos', PICK_UP].map(real)).toEqual([
    'https://www2.agenciatributaria.gob.es',
    'https://www1.agenciatributaria.gob.es',
    'https://www1.agenciatributaria.gob.es',
  ]);
});

test('the origins of SEPE are those of all its paths', () => {
  expect(originsOf('sepe', 'https://www.sepe.es').toSorted()).toEqual([
    'https://isweb.sepe.gob.es',
    'https://pasarela.clave.gob.es',
    'https://sede.sepe.gob.es',
    'https://www.sepe.es',
    'https://www.sepe.es:444',
  ]);
  expect(originsOf('sepe', 'https://localhost:8443')).toEqual(['https://localhost:8443']);
  expect(originsOf('tgss', 'https://w2.seg-social.es')).toEqual([
    'https://w2.seg-social.es',
    'https://ws.seg-social.gob.es',
  ]);
});
