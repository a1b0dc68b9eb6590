import { expect, it } from 'vitest';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { alta } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import {
  authorisations as asks,
  screen,
  selectedIn,
  AUTHORISATIONS as TABLE,
  unauthorised,
} from '../../../../support/portals/jacada.ts';
import { altaInput, atr01First, atr01Second } from '../../../../support/portals/jacada-dialogs.ts';
import { inTurn, pdf, play } from '../../../../support/portals/portal.ts';

/** A dialog that first asks which of several authorisations is used. */

const registerAt = (...pages: Parameters<typeof inTurn>) => play(alta, altaInput, inTurn(...pages));

it('a script files once, as the authorisation that has the contribution account', async () => {
  const { result, seen } = await registerAt(
    asks(),
    atr01First(),
    unauthorised(),
    asks(),
    atr01First(),
    atr01Second(),
    pdf,
  );
  expect(result?.document).toBeDefined();
  expect(selectedIn(...seen)).toEqual([`tbl_cbo_${TABLE}_0_0`, `tbl_cbo_${TABLE}_0_1`]);
  expect(seen.map(({ commits }) => commits)).toEqual([false, false, false, false, false, false, true]);
});

it('a script reports the portal’s words if no authorisation has the account, and stops at any other error', async () => {
  const refused = await registerAt(
    asks(),
    atr01First(),
    unauthorised(),
    asks(),
    atr01First(),
    unauthorised(),
  );
  expect(refused.error).toEqual(new Refusal(['3462* CUENTA DE COTIZACION NO AUTORIZADA']));
  expect(refused.seen).toHaveLength(6);
  const wrong = await registerAt(asks(), atr01First(), screen('', '3030* REGIMEN ERRONEO'));
  expect(wrong.error).toEqual(new Refusal(['3030* REGIMEN ERRONEO']));
  expect(wrong.seen).toHaveLength(3);
});

it('a script cannot read another page in place of the first screen', async () => {
  const { error } = await registerAt(asks(), screen(''));
  expect(error).toBeInstanceOf(Unreadable);
});
