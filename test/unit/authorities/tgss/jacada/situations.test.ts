import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { withListedName } from '../../../../../shared/authorities/tgss/jacada/situations/record.ts';
import {
  type SituationsInput,
  situations,
} from '../../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { NEXT_PAGE, worker } from '../../../../support/portals/jacada.ts';
import { BACK, type Relation, relations, workerPortal } from '../../../../support/portals/jacada-dialogs.ts';
import { edited, play, type Seen } from '../../../../support/portals/portal.ts';

describe('ATR61', () => {
  const here = worker.ccc;
  const elsewhere = '08000000001';
  const input: SituationsInput = { nss: worker.nss, regimen: '0111', ccc: here, offset: 0, limit: 10 };
  const ask = (known: Relation[], changes: Partial<SituationsInput> = {}) =>
    play(situations, { ...input, ...changes }, workerPortal(known));
  const starts = (result: { records: { fecha_alta: string }[] } | undefined) =>
    result?.records.map(({ fecha_alta }) => fecha_alta.slice(0, 4));

  it('ATR61 reads the data of a worker with one record', async () => {
    const { result } = await ask(relations(1));
    expect(result).toEqual({
      records: [
        {
          nss: worker.nss,
          identificacion: '1',
          dni: '16262835H',
          fnacimiento: '1990-05-17',
          sexo: 'F',
          nombres: 'ANA MARIA',
          apellidos: 'GARCIA PEÑA',
          tlf: '600000000',
          regimen: '0111',
          ccc: here,
          situacion: '01',
          situacion_text: 'ALTA NORMAL',
          grupo_cotizacion: '03',
          grupo_cotizacion_text: 'JEFES ADMINISTRATIVOS Y DE TALLER',
          tipo_contrato: '200',
          coef: '500',
          cno: '',
          category_professional: '',
          worker_collective: '',
          fecha_alta: '2026-01-02',
          fecha_baja: '',
          pl: [],
        },
      ],
      more: false,
      form: 'ids',
    });
  });

  it.each<[string, Relation[], Partial<SituationsInput>]>([
    ['there is no data', [], {}],
    [
      'the only record is of another contribution account',
      [{ account: elsewhere, start: '2026-01-02', end: '' }],
      {},
    ],
    ['the only record is of another date', relations(1), { startDate: '2026-01-03' }],
    ['the only record is skipped', relations(1), { offset: 1 }],
    ['all records are skipped', relations(3), { offset: 3 }],
    ['all records are of another scheme', relations(3), { regimen: '0163' }],
  ])('ATR61 returns no records if %s', async (_, known, changes) => {
    const { result } = await ask(known, changes);
    expect([result?.records, result?.more]).toEqual([[], false]);
  });

  it('ATR61 returns a block of the records of the contribution account, across the pages of the list', async () => {
    const known = relations(30).flatMap((relation) => [relation, { ...relation, account: elsewhere }]);
    const { result } = await ask(known, { offset: 5 });
    expect(starts(result)).toEqual(Array.from({ length: 10 }, (_, index) => String(2021 - index)));
    expect(result?.more).toBe(true);
    expect(new Set(result?.records.map(({ ccc }) => ccc))).toEqual(new Set([here]));
  });

  it.each([
    [10, false],
    [11, true],
    [12, true],
    [13, true],
  ])('ATR61 says of %i records whether there are more', async (count, expected) => {
    const { result } = await ask(relations(count));
    expect(result?.records).toHaveLength(10);
    expect(result?.more).toBe(expected);
  });

  it('ATR61 does not count a record twice if the portal shows its last page again', async () => {
    const portal = workerPortal(relations(12));
    const [next, back] = [`btn_${NEXT_PAGE}`, `btn_${BACK}`];
    const samePage = (seen: Seen) => {
      const asksForMore = next in seen.fields;
      const { [next]: _, ...fields } = seen.fields;
      const page = portal({ ...seen, fields: asksForMore ? { ...fields, [back]: '' } : fields });
      return edited(page, '3252* NO HAY MAS', asksForMore ? '3037* NO HAY MAS DATOS' : '');
    };
    const { result } = await play(situations, { ...input, offset: 8 }, samePage);
    expect(starts(result)).toEqual(['2018', '2017', '2016', '2015']);
  });

  it('ATR61 returns only the most recent record, or that of a date', async () => {
    const firstOnly = await ask(relations(5), { first: true, limit: 1 });
    expect([starts(firstOnly.result), firstOnly.result?.more]).toEqual([['2026'], false]);
    expect(starts((await ask(relations(5), { startDate: '2024-01-02' })).result)).toEqual(['2024']);
  });

  it('ATR61 returns a situation that has ended', async () => {
    expect((await ask(relations(2))).result?.records[1]).toMatchObject({
      situacion: '51',
      situacion_text: 'BAJA VOLUNTARIA',
      fecha_baja: '2025-12-31',
    });
  });

  it.each([1, 3])('ATR61 asks for the additional data, with %i records', async (count) => {
    const { result } = await ask(relations(count), {
      getConvenio: true,
      getDatos: true,
      pl_period: '2026-03',
    });
    expect(result?.records).toHaveLength(count);
    for (const record of result!.records) {
      expect(record).toMatchObject({
        cno: '4112',
        convenio: '28000000000001',
        pl: [
          {
            tramo: '1',
            titulo: 'T',
            tipo_peculiaridad: '37',
            tipo_peculiaridad_desc: 'BONIFICACION',
            colectivo_incentivado: '4310',
            colectivo_incentivado_desc: 'MAYORES',
            porcentaje: '50,00',
            fecha_desde: '2026-03-01',
            fecha_hasta: '2026-03-31',
            fraccion_cuota: '1',
            fraccion_cuota_desc: 'CUOTA',
            legislacion: '99',
            legislacion_desc: 'LEY',
            cuantia: '1.234,56',
          },
        ],
      });
    }
  });

  it('ATR61 does not confuse one record with another', async () => {
    const known = workerPortal(relations(3));
    const confused = (seen: Seen) => {
      const page = known(seen);
      const isSelection = Object.values(seen.fields).includes('Select');
      return isSelection ? edited(page, '02/01/2026', '02/01/2025') : page;
    };
    expect((await play(situations, input, confused)).error).toBeInstanceOf(Unreadable);
  });

  describe('ATR61 after the last record of a caller', () => {
    const after = { start: '2024-01-02', count: 1 };
    const goOn = (known: Relation[], changes: Partial<SituationsInput> = {}) =>
      ask(known, { offset: 3, after, limit: 2, ...changes }).then(({ result }) => starts(result));
    const six = relations(6);

    it('ATR61 continues in a list that has not changed', async () => {
      expect(await goOn(six)).toEqual(['2023', '2022']);
    });

    it('ATR61 continues in a list with new records, which come first', async () => {
      const added = ['2026-06-01', '2026-05-01'].map((start) => ({ account: here, start, end: start }));
      expect(await goOn([...added, ...six])).toEqual(['2023', '2022']);
    });

    it('ATR61 continues in a list from which records were removed, also the last record itself', async () => {
      expect(await goOn(six.slice(1))).toEqual(['2023', '2022']);
      expect(await goOn(six.slice(3))).toEqual(['2023', '2022']);
      expect(await goOn(six.slice(3, 4))).toEqual(['2023']);
      expect(await goOn(six.slice(0, 1))).toEqual([]);
    });

    it('ATR61 continues in a list with several records of one start', async () => {
      const same = Array.from({ length: 4 }, () => ({
        account: here,
        start: '2024-01-02',
        end: '2024-01-03',
      }));
      const known = [...six.slice(0, 2), ...same, ...six.slice(3)];
      const { result } = await ask(known, { offset: 4, after: { ...after, count: 2 } });
      expect(starts(result)).toEqual(['2024', '2024', '2023', '2022', '2021']);
    });

    it('ATR61 continues by place in a list that does not begin with the most recent record', async () => {
      const oldestFirst = six.toReversed();
      expect(await goOn(oldestFirst, { after: { start: '2023-01-02', count: 1 } })).toEqual(['2024', '2025']);
    });
  });

  it('ATR61 says where the page has no field for the occupation, so that an empty one is not read as none', async () => {
    const portal = workerPortal(relations(1));
    const withDatos = { ...input, getDatos: true };
    const without = await play(situations, withDatos, (seen) =>
      edited(portal(seen), /SDFCNOCUP/g, 'SDFOTHER'),
    );
    expect(without.result).toMatchObject({ records: [{ cno: '' }], lacksCno: true });
    expect((await ask(relations(1), { getDatos: true })).result).not.toHaveProperty('lacksCno');
    expect((await ask(relations(1))).result).not.toHaveProperty('lacksCno');
  });

  describe('ATR61 in its newest form, whose data are a text of titles and values', () => {
    const newest = (known: Relation[], changes: Partial<SituationsInput> = {}, shown = {}) =>
      play(situations, { ...input, ...changes }, workerPortal(known, { form: 'text', ...shown }));

    it.each([1, 14])(
      'ATR61 reads in its newest form the same as in the older one, with %i records',
      async (count) => {
        const [older, { result }] = [await ask(relations(count)), await newest(relations(count))];
        // This form does not tell surnames from first names. The text of the group comes from a table.
        const changed = { apellidos: 'GARCIA PEÑA ANA MARIA', nombres: '' };
        expect(result).toEqual({
          records: older.result!.records.map((record) => ({ ...record, ...changed, worker_collective: '9' })),
          more: older.result!.more,
          form: 'text',
        });
      },
    );

    it.each([
      ['GARCIA PEÑA, ANA MARIA', ['GARCIA PEÑA', 'ANA MARIA']],
      ['GARCIA PEÑA , ANA  MARIA', ['GARCIA PEÑA', 'ANA MARIA']],
      // Names of others, cut names, and names without exactly one comma show nothing.
      ...[
        'GARCIA PEÑA ANA MARIA',
        'GARCIA PEÑA, ANA',
        'GARCIA, PEÑA, ANA MARIA',
        'GARCIA PEÑA ANA MARIA,',
        '',
      ].map((listed): [string, string[]] => [listed, ['GARCIA PEÑA ANA MARIA', '']]),
    ])('the name is split only as a list has the same name: %s', async (listed, expected) => {
      const [record] = (await newest(relations(1))).result!.records;
      const { apellidos, nombres } = withListedName(record!, listed);
      expect([apellidos, nombres]).toEqual(expected);
    });

    it.each<[string, Relation[], Partial<SituationsInput>]>([
      ['of another contribution account', [{ account: elsewhere, start: '2026-01-02', end: '' }], {}],
      ['of another date', relations(1), { startDate: '2026-01-03' }],
      ['of another scheme', relations(3), { regimen: '0163' }],
    ])('ATR61 returns no records if all are %s', async (_, known, changes) => {
      expect((await newest(known, changes)).result?.records).toEqual([]);
    });

    it('ATR61 finds a record of a date in a list without dates', async () => {
      const { result } = await newest(relations(5), { startDate: '2024-01-02' }, { dated: false });
      expect(starts(result)).toEqual(['2024']);
    });

    it('ATR61 continues by place in a list without dates', async () => {
      const { result } = await newest(
        relations(5),
        { offset: 3, after: { start: '2024-01-02', count: 1 }, limit: 9 },
        { dated: false },
      );
      expect(starts(result)).toEqual(['2023', '2022']);
    });

    it.each([
      ['0,500', '500'],
      ['50,0', '500'],
      ['500,0', '500'],
      ['37,5', '375'],
      ['0,050', '050'],
      ['1,000', ''],
      ['100,00', ''],
      ['', ''],
    ])('ATR61 reads the coefficient %s as %s', async (coefficient, expected) => {
      expect((await newest(relations(1), {}, { coefficient })).result?.records[0]?.coef).toBe(expected);
    });

    it('ATR61 asks for the additional data', async () => {
      const { result } = await newest(relations(2), { getConvenio: true, getDatos: true });
      expect(result?.records.map(({ cno, convenio }) => [cno, convenio])).toEqual(
        Array(2).fill(['4112', '28000000000001']),
      );
    });

    it.each(['R&eacute;gimen: 0111', 'F.R.A.: 02/01/2026', 'Cta. Cotiz.: 28 000000097'])(
      'ATR61 does not take a page without %s for one without a record',
      async (part) => {
        const portal = workerPortal(relations(1), { form: 'text' });
        const { error } = await play(situations, input, (seen) => edited(portal(seen), part, ''));
        expect(error).toBeInstanceOf(Unreadable);
      },
    );

    it('ATR61 does not confuse one record with another', async () => {
      const portal = workerPortal(relations(3), { form: 'text' });
      const { error } = await play(situations, input, (seen) =>
        Object.values(seen.fields).includes('Select')
          ? edited(portal(seen), 'F.R.A.: 02/01/2026', 'F.R.A.: 02/01/2025')
          : portal(seen),
      );
      expect(error).toBeInstanceOf(Unreadable);
    });
  });
});
