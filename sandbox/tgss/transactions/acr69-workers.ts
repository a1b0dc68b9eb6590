import { type ContributionAccount, listName } from '../../state.ts';
import { type Entry, registeredWorkers, scheduledMovements } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { button, titled } from '../elements.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed } from '../reading.ts';
import { rowTable } from '../row-list.ts';

const NEXT = 'Sub2207901001';
const BACK = 'Sub2205801004';
const TABLE = 'Sub0900113079';
/** One row more than other lists have, and no empty rows at the end: a client stops at the first missing cell. */
const ROWS = 13;

/** All workers of a list, of which a page shows some. */
interface List {
  account: ContributionAccount;
  entries: Entry[];
  back: Page;
}

/** The workers that the ticked boxes ask for. */
export function workerList(
  account: ContributionAccount,
  context: Context,
  { tickedBoxes, back }: { tickedBoxes: Set<string>; back: Page },
): Page {
  const { state, today } = context;
  const entries = [
    ...(tickedBoxes.has('SDFCONSALTA') ? registeredWorkers(state, account.ccc, today) : []),
    ...(tickedBoxes.has('SDFCONSPREV') ? scheduledMovements(state, account.ccc, today) : []),
  ];
  return listPage({ account, entries, back });
}

function listPage(list: List, start = 0): Page {
  const { account, entries, back } = list;
  const more = start + ROWS < entries.length;
  const page: Page = {
    formname: 'ACRM6908',
    // On the last page a prompt: a client takes the message that there are no more rows for an error.
    dil: entries.length === 0 ? DIL.noData : more ? DIL.moreRows : DIL.prompt,
    body: () => [
      ...titled('SDFPROVINCIA3', 'Cuenta de cotización', account.ccc.slice(0, 2)),
      ...titled('SDFNISS3', 'Número de cuenta', account.ccc.slice(2)),
      ...rowTable(
        TABLE,
        ['N.A.F.', 'Situación', 'Apellidos y nombre', 'I.P.F.'],
        entries.slice(start, start + ROWS).map(({ person, situacion }) => {
          const number = `${person.nss.slice(0, 2)} ${person.nss.slice(2)}`;
          return [number, situacion, listName(person), person.dni.padStart(10, '0')];
        }),
      ),
      button(BACK, 'Pág. Ant.'),
      button(NEXT, 'Pág. Sig.'),
    ],
    answer(form) {
      if (pressed(form, BACK)) return back;
      if (!pressed(form, NEXT)) return page;
      if (!more) throw new Refusal(DIL.afterLastPage);
      return listPage(list, start + ROWS);
    },
  };
  return page;
}
