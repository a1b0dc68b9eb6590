import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  codeOf,
  contributionRecord,
} from '../../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { play } from '../../../../support/portals/portal.ts';
import { xml } from '../../../../support/portals/prosa.ts';
import { recordData, recordForm, searchForm } from '../../../../support/portals/prosa-applications.ts';

describe('the contribution record', () => {
  it('the contribution record returns every block with the portal’s names, and sends nothing else', async () => {
    const { result, seen } = await play(contributionRecord, worker, [searchForm(), recordData()]);
    expect(seen).toHaveLength(2);
    expect(result).toMatchObject({
      trabajador: { NOMBRE_COMPLETO: 'PEÑA GIL, ANA', ipfPsaf: { IP2tipo: '1', IP3numero: '' } },
      contrato: { tipoContrato: { codigo: '100', desCorta: '', desLarga: '' }, nafSustituido: '' },
      categoriaProfesional: { categoriaProfesional: '' },
      grupoCotizacion: {
        fechaCambioGrupo: '03/11/2025',
        grupoCotizacion: { codigo: '03', desCorta: 'JEFES' },
      },
      ocupacion: {},
    });
    expect(codeOf(result!.grupoCotizacion.grupoCotizacion)).toBe('03');
  });

  it('the contribution record is unreadable without its blocks', async () => {
    for (const page of [xml('<trabajador/>'), recordForm('codNuevoGrupo')]) {
      const { error } = await play(contributionRecord, worker, [searchForm(), page]);
      expect(error).toBeInstanceOf(Unreadable);
    }
  });
});
