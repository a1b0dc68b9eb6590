import { type ContainerNode, h, render } from 'preact';
import { expect, test, vi } from 'vitest';
import type { SheetFile } from '../../../../../client/src/types.ts';
import type { Sheet } from '../../../../../panel/src/capabilities/batches/chosen-columns.ts';
import { useSheet } from '../../../../../panel/src/capabilities/batches/sheet.ts';
import { type Shared, SharedContext } from '../../../../../panel/src/shared/context.ts';

/** Which sheet of which file is sent, and what is asked before. */

/** What the service reads of a sheet whose columns are all certain. */
const reading = (more: Partial<Sheet>) =>
  ({ tab: 'Enero', tabs: [], header_row: 1, faults: [], columns: [], ...more }) as unknown as Sheet;

/** The state of a form with a sheet, as a page has it. @param columnsOf how the service reads a file */
const formOf = async (columnsOf: (file: SheetFile) => Promise<Sheet> | Sheet) => {
  let state: ReturnType<typeof useSheet> | undefined;
  const shared = { session: { gateway: { batches: { columnsOf } } } } as unknown as Shared;
  const Form = () => {
    state = useSheet('registerEmployee');
    return null;
  };
  // The form draws nothing, so no document is needed.
  const nowhere = { childNodes: [], firstChild: null } as unknown as ContainerNode;
  render(h(SharedContext.Provider, { value: shared }, h(Form, {})), nowhere);
  const drawn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => state!,
    do: async <T>(act: (form: ReturnType<typeof useSheet>) => T): Promise<Awaited<T>> => {
      const answer = await act(state!);
      await drawn();
      return answer;
    },
  };
};
const fileOf = (name: string) => new File(['a'], name);

test('a book with two equal tabs is sent only after a person has picked one of them', async () => {
  const tabs = ['Enero', 'Febrero'].map((name) => ({ name, hidden: false }));
  const form = await formOf(({ tab }) =>
    reading(
      tab === undefined
        ? { tabs, header_row: null, faults: ['La hoja «Febrero» también tiene datos: elija cuál se lee.'] }
        : { tab, tabs },
    ),
  );
  await form.do(({ take }) => take(fileOf('altas.xlsx')));
  expect(await form.do(({ read }) => read())).toBeUndefined();
  expect(form.now()).toMatchObject({ isReady: false, mapped: { placed: {} } });
  // Pressing again sends nothing.
  expect(await form.do(({ read }) => read())).toBeUndefined();
  await form.do(({ place }) => place({ tab: 'Enero' }));
  expect(form.now().isReady).toBe(true);
  expect(await form.do(({ read }) => read())).toMatchObject({ file: { name: 'altas.xlsx', tab: 'Enero' } });
});

test('a tab that is equal to another one only by the chosen columns is asked about before anything is sent', async () => {
  const tabs = ['Enero', 'Febrero'].map((name) => ({ name, hidden: false }));
  const columns = [
    { header: 'Fecha', how: 'proposal', column: 'fecha_real', samples: [] },
  ] as Sheet['columns'];
  const columnsOf = vi
    .fn<(file: SheetFile) => Sheet>()
    .mockReturnValueOnce(reading({ tabs, columns }))
    .mockReturnValueOnce(reading({ tabs, header_row: null, faults: ['La hoja «Febrero» también…'] }));
  const form = await formOf(columnsOf);
  await form.do(({ take }) => take(fileOf('altas.xlsx')));
  await form.do(({ read }) => read());
  expect(form.now().isReady).toBe(true);
  expect(await form.do(({ read }) => read())).toBeUndefined();
  expect(form.now()).toMatchObject({ isReady: false, sheet: { header_row: null } });
  // The tab that was read first was never sent as chosen.
  expect(columnsOf.mock.calls.map(([{ tab }]) => tab)).toEqual([undefined, undefined]);
});

test('a reading that ends after another file was dropped is not applied to that file', async () => {
  const readings: ((sheet: Sheet) => void)[] = [];
  const form = await formOf(() => new Promise((resolve) => readings.push(resolve)));
  const late = async (ask: (state: ReturnType<typeof useSheet>) => Promise<unknown>) => {
    await form.do(({ take }) => take(fileOf('enero.xlsx')));
    const asked = ask(form.now());
    await vi.waitFor(() => expect(readings).toHaveLength(1));
    await form.do(({ take }) => take(fileOf('febrero.xlsx')));
    readings.pop()!(
      reading({
        tabs: [
          { name: 'Enero', hidden: false },
          { name: 'Otra', hidden: false },
        ],
      }),
    );
    const answer = await asked;
    await form.do(() => undefined);
    expect(form.now()).toMatchObject({
      file: { name: 'febrero.xlsx' },
      sheet: undefined,
      mapped: { placed: {} },
    });
    return answer;
  };
  await late(({ place }) => place({ tab: 'Enero', headerRow: 3 }));
  expect(await late(({ read }) => read())).toBeUndefined();
});
