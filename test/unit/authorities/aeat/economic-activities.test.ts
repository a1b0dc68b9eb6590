import { describe, expect, it } from 'vitest';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import {
  confirmation,
  DOCUMENT,
  entrance,
  entry,
  IAE,
  positivePdf,
  receipt,
} from '../../../support/portals/aeat.ts';
import { bodiesOf, byPath, play } from '../../../support/portals/portal.ts';

describe('certificate of economic activities', () => {
  it('asks for the year', async () => {
    const portal = byPath({
      ...entrance,
      [IAE]: [entry],
      [`POST ${IAE}`]: [confirmation, receipt],
      [DOCUMENT]: [positivePdf],
    });
    const { seen, result } = await play(economicActivities, { year: 2025 }, portal);
    expect(bodiesOf(seen)[0]).toBe(
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fEjercicio=2025&fAccion=2&fIslw=to%2Bk%2F%3D%3D' +
        '&validarSolicitud=Validar+solicitud',
    );
    expect(result?.document.name).toBe('certificado-iae.pdf');
  });
});
