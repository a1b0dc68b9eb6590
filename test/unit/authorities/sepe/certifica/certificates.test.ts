import { describe, expect, test } from 'vitest';
import { getCertificate } from '../../../../../functions/gateway/sepe/operations/get-certificate.ts';
import { getCertificateDetail } from '../../../../../functions/gateway/sepe/operations/get-certificate-detail.ts';
import { listCertificates } from '../../../../../functions/gateway/sepe/operations/list-certificates.ts';
import {
  certificateDetail,
  certificateList,
  certificatePdf,
} from '../../../../../shared/authorities/sepe/certifica/certificates.ts';
import { certificates, content, several } from '../../../../support/portals/certifica.ts';
import { failure, portsOver, run } from '../../../../support/portals/operations.ts';
import type { Portal, Replies } from '../../../../support/portals/portal.ts';

const ports = (portal: Portal) =>
  portsOver('sepe', portal, certificateList, certificateDetail, certificatePdf);

describe('company certificates', () => {
  const query = { dni: '12345678Z', startDate: '2026-11-30' };

  test('a single certificate of a worker is listed', async () => {
    const { data } = await run(listCertificates, { dni: '12345678Z' }, ports(certificates()));
    expect(data).toEqual({
      enterprise: {
        name: 'EJEMPLO SL',
        regimen: '0111',
        cif: 'B12345674',
        cnae: '6201',
        postal_code: '',
        ccc: '280000000',
      },
      employee: {
        name: 'ANA',
        surname: 'GARCIA',
        lastSurname: '',
        nif: '12345678Z',
        nss: '280000000097',
        causa_susp: '15',
        cno: '4309',
      },
      certificates: [{ fecha_entrada: '02/12/2026', fecha_susp: '30/11/2026', origen: 'XML' }],
    });
  });

  test('several certificates of a worker are listed', async () => {
    const { data } = await run(listCertificates, { dni: '12345678Z' }, ports(several()));
    expect((data as { certificates: unknown[] }).certificates).toHaveLength(3);
    expect((data as { certificates: unknown[] }).certificates[1]).toEqual({
      fecha_entrada: '02/12/2026',
      fecha_recepcion: '03/12/2026',
      fecha_reconocimiento: '--',
      cif: 'B12345674',
      codigo: 'C1',
      fecha_susp: '31/01/2025',
      anexado: 'NO',
      origen: 'XML',
    });
  });

  test('the details have null for empty values, and numbers as numbers', async () => {
    const { data } = await run(getCertificateDetail, query, ports(certificates()));
    expect(getCertificateDetail.response.safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({
      general: { entry_date: '2026-12-02', origin: 'XML', file_number: null, recognition_date: null },
      attachments: [],
      representative: { name: 'LUIS', nif: '87654321X', position: null },
      enterprise: {
        regimen: '0111',
        regimen_name: 'RÉGIMEN GENERAL',
        ccc: '280000000',
        cnae: '6201',
        address: null,
      },
      employee: {
        last_surname: null,
        quote_group: '03',
        quote_group_name: 'JEFES',
        contract_duration: 3,
        contract_duration_unit: 'MESES',
        dedication_percent: 50.5,
        suspension_cause: '15',
        suspension_start_date: '2026-11-30',
        processing_salary_days: 0,
        ere_percent: null,
      },
      contributions: [
        { year: '2026', month: '11', days: 30, base_cc: 1200.5, base_unemployment: 1200, observations: null },
      ],
      holidays: { days: null, base_cc: null, base_unemployment: null },
      totals: { days: 30, base_cc: 1200.5, base_unemployment: 1200 },
    });
    expect(data).not.toHaveProperty('dates_susp');
  });

  test('several certificates are distinguished by date and contribution account', async () => {
    const older = { ...query, startDate: '2025-01-31' };
    const first = await run(getCertificateDetail, older, ports(several()));
    expect(first.data).toMatchObject({
      enterprise: { ccc: '081111111' },
      attachments: [{ name: 'Certificado', date: '2026-12-02', source: 'Empresa' }],
      dates_susp: ['2026-11-30', '2025-01-31', '2025-01-31'],
    });
    const second = await run(getCertificate, { ...older, ccc: '28000000097' }, ports(several()));
    expect(second.data).toMatchObject({
      file: { name: 'certificado-empresa.pdf', contentType: 'application/pdf' },
      detail: { enterprise: { ccc: '280000000' } },
    });
    const none = await failure(run(getCertificate, { ...older, ccc: '28000000197' }, ports(several())));
    expect([none.status, none.message, Object.keys(none.errors)]).toEqual([
      422,
      'ccc: El certificado de empresa de esa fecha es de otra cuenta de cotización.',
      ['ccc'],
    ]);
    const never = await failure(run(getCertificate, { ...query, startDate: '2025-02-01' }, ports(several())));
    expect([never.status, never.message, Object.keys(never.errors)]).toEqual([
      422,
      'startDate: El SEPE no muestra ningún certificado de empresa con fecha de suspensión 01/02/2025.',
      ['startDate'],
    ]);
  });

  test('the duplicate comes without details if no contribution account is given', async () => {
    const { data } = await run(getCertificate, query, ports(certificates()));
    expect(Object.keys(data as object)).toEqual(['file']);
  });

  test.each<[string, Replies, number]>([
    ['nothing found', { '/b': content('<form><p class="formAviso">No hay certificados</p></form>') }, 422],
    ['a warning', { '/b': content('<div class="msj_advertencia"><p>El NIF no es válido</p></div>') }, 422],
    [
      'closed',
      { '/b': content('<form><p class="formAviso">DEX0211 deshabilitado temporalmente</p></form>') },
      503,
    ],
    [
      'a certificate that is revoked',
      {
        '/Proxy2/elegir':
          '<div id="content"><div><div class="panel-body"><div class="alert">Please contact your system administrator</div></div></div></div>',
      },
      422,
    ],
    ['a log-in page without a known form', { '/Proxy2/elegir': '<p>?</p>' }, 500],
    [
      'a log-in in circles',
      {
        '/Proxy2/elegir':
          '<form name="idpRedirect" action="/Proxy2/elegir"><input name="SelectedIdP"></form>',
      },
      500,
    ],
    ['no data', { '/b': content('') }, 500],
  ])('a failure has the status of its case: %s', async (_why, replies, status) => {
    expect((await failure(run(getCertificate, query, ports(certificates(replies))))).status).toBe(status);
  });
});
