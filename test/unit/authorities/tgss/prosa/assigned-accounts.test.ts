import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { NothingFound, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { assignedAccounts } from '../../../../../shared/authorities/tgss/prosa/assigned-accounts.ts';
import { play } from '../../../../support/portals/portal.ts';
import { button, form, plain, refusedPage } from '../../../../support/portals/prosa.ts';
import {
  criteria,
  accountRow as row,
  accountRows as rows,
} from '../../../../support/portals/prosa-applications.ts';

const ask = (answers: Answer[]) => play(assignedAccounts, { authorised: '002517' }, answers);

describe('assigned accounts', () => {
  it('the accounts are read from all pages', async () => {
    const { seen, result } = await ask([
      criteria(),
      rows(true, row('0111 28 000000097'), row('111 08 000000023', 'OTRA SA', '02')),
      rows(false, row('0163 28 000000198')),
    ]);
    expect(seen[0]!.path).toContain('ARQ.IDAPP=XV24P002');
    expect(seen[1]!.fields).toMatchObject({
      deQuien: 'x',
      cual: 'A',
      como: 'O',
      'SPM.ACC.BUSCAR': 'BUSCAR',
    });
    expect(seen[2]!.fields).toMatchObject({ 'SPM.ACC.SIGUIENTE': 'SIGUIENTE' });
    expect(result).toEqual([
      { regimen: '0111', ccc: '28000000097', razon_social: 'EMPRESA SL', tipo: '01' },
      { regimen: '0111', ccc: '08000000023', razon_social: 'OTRA SA', tipo: '02' },
      { regimen: '0163', ccc: '28000000198', razon_social: 'EMPRESA SL', tipo: '01' },
    ]);
  });

  const users = () =>
    plain(
      `<table id="tabla_lisAutorizad">${['02517', '127771']
        .map(
          (number) =>
            `<tr><td><a class="pr_enlaceLocal" id="enlace_${number}" href="/ProsaInternet/OnlineAccess?NUM_AUTORIZADO=${Number(number)}">${number}</a></td></tr>`,
        )
        .join('')}</table>`,
    );

  it('the accounts are those of the authorised user in the request', async () => {
    const { seen, result } = await ask([users(), criteria(), rows(false, row('0111 28 000000097'))]);
    expect(seen[1]!.path).toMatch(/NUM_AUTORIZADO=2517$/);
    expect(result).toHaveLength(1);
    const { error } = await play(assignedAccounts, { authorised: '99' }, [users()]);
    expect(error).toBeInstanceOf(NothingFound);
    expect((error as NothingFound).field).toBe('authorized_num');
  });

  it.each<[string, Answer[], new (...args: never[]) => Error]>([
    ['the portal refuses', [criteria(), refusedPage('NO EXISTEN DATOS')], Refusal],
    ['a page has no accounts, which is no empty list', [criteria(), rows(false)], Unreadable],
    ['a row names no account', [criteria(), rows(false, row('28 000000097'))], Unreadable],
    ['the first page has no choice', [plain(form(button('CRITERIOS', 'BUSCAR')))], Unreadable],
  ])('the accounts are not given if %s', async (_, pages, error) => {
    expect((await ask(pages)).error).toBeInstanceOf(error);
  });

  it('the list of accounts ends where that of the portal never does', async () => {
    const { error, seen } = await play(assignedAccounts, { authorised: '1' }, ({ path }) =>
      path.includes('ARQ.IDAPP') ? criteria() : rows(true, row('0111 28 000000097')),
    );
    expect(error).toBeInstanceOf(Unreadable);
    expect(seen.length).toBeLessThan(110);
  });
});
