import { describe, expect, it } from 'vitest';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import { certificateOf, IAE } from '../../../support/portals/aeat.ts';
import { bodiesOf, byPath, play } from '../../../support/portals/portal.ts';

describe('certificate of economic activities', () => {
  it('asks for the year', async () => {
    const { seen, result } = await play(economicActivities, { year: 2025 }, byPath(certificateOf(IAE)));
    expect(bodiesOf(seen)[0]).toBe(
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fEjercicio=2025&fAccion=2&fIslw=to%2Bk%2F%3D%3D' +
        '&validarSolicitud=Validar+solicitud',
    );
    expect(result?.document.name).toBe('certificado-iae.pdf');
  });
});
