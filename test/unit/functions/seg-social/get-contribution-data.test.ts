import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getContributionData } from '../../../../functions/gateway/seg-social/operations/get-contribution-data.ts';
import { demoData } from '../../../../local/demo.ts';
import { contributionData } from '../../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { textOf } from '../../../support/pdf.ts';
import { pdfWith } from '../../../support/portals/aeat.ts';
import { portsTo, run } from '../../../support/portals/operations.ts';
import { useAuthorities } from '../../../support/stand-in/use-authorities.ts';

const authorities = useAuthorities();

describe('the date of a contribution data report', () => {
  test('the date is the one that the report prints', async () => {
    const { company, worker } = demoData();
    const { data } = await authorities.run(getContributionData, {
      regimen: company.regimen,
      ccc: company.ccc,
      nss: worker.nss,
      startDate: worker.fecha_alta,
    });
    const { date, file } = data as { date: string; file: { contentType: string; content: string } };
    const [year, month, day] = date.split('-');
    expect(await textOf(file)).toMatch(new RegExp(`FECHA DEL INFORME:? ${day}/${month}/${year}`));
    expect(date).toBe(worker.fecha_alta);
  });

  test.each([
    ['(FECHA DEL INFORME) Tj (01/11/2026) Tj', '2026-11-01'],
    ['(Fecha: 2-11-2026 Hora: 10:00) Tj', '2026-11-02'],
    ['(Fecha de nacimiento 05/06/1980) Tj (FECHA 03.11.2026) Tj', '2026-11-03'],
    // Today, if the document has no readable date.
    ['(Fecha: 31/02/2026) Tj', '2026-11-04'],
    ['(ALTA: 01/11/2026) Tj', '2026-11-04'],
  ])('the date of %s is %s', async (content, date) => {
    const bytes = pdfWith(deflateSync(content));
    const document = { contentType: 'application/pdf', name: 'IDC.pdf', bytes };
    const { ports } = portsTo('tgss', { [contributionData.name]: () => ({ date: '2020-01-01', document }) });
    const request = getContributionData.example.request as Record<string, unknown>;
    expect((await run(getContributionData, request, ports)).data).toMatchObject({ date });
  });
});
