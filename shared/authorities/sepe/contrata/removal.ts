import { type Exchange, type Script, Unreadable } from '../../exchange.ts';
import { type Button, findForm, hasButton } from '../../html/form.ts';
import type { Page } from '../../html/page.ts';
import { type Footprint, TRANSFORMATION_SUFFIX } from '../identifiers.ts';
import { checkFootprint, follow, footprintFields, open, send, successOf } from './pages.ts';

/** The thing to remove: a contract, or its transformation. */
export interface RemovalInput {
  footprint: Footprint;
  what: 'contract' | 'transformation';
}

const LINKS = {
  contract: '/ccomunicacto/servlet/ServletAnulComunic?pagina=initC',
  transformation: '/ccomunicacto/servlet/ServletAnulComunic?pagina=initT',
};

/** Removes a notification. The result is SEPE's own message. */
export const removal: Exchange<'submission', RemovalInput, string> = {
  kind: 'submission',
  authority: 'sepe',
  name: 'Contrat@ removal',
  standing: {
    state: 'confirmed',
    note:
      'A client in use; the page of success was captured. The whole identifier has hyphens, as in its ' +
      'newest version. Assumed: the page with "anular" is where SEPE asks to confirm.',
    ifWrong: 'The press of "anular" (on old pages a second "aceptar") and of "enviar" after it: both commit.',
  },
  *script({ footprint, what }): Script<string> {
    const form = yield* follow(yield* open('removals'), LINKS[what]);
    const suffix = what === 'transformation' ? TRANSFORMATION_SUFFIX : undefined;
    const shown = yield* send(form, {
      changes: footprintFields(form, footprint, { suffix }),
      button: { label: 'aceptar' },
    });
    checkFootprint(shown, footprint);
    const button = buttonOn(shown, REMOVE);
    if (!button) throw new Unreadable('page without a button to remove');
    // One more page asks to confirm. A dry run ends before "anular", because that press may already remove.
    const asked = yield* send(shown, { button, commits: true });
    const confirm = buttonOn(asked, CONFIRM);
    return successOf(confirm ? yield* send(asked, { button: confirm, commits: true }) : asked);
  },
};

/** By their names on new pages, by their labels on old ones. */
const REMOVE: Button[] = [{ name: 'anular' }, { label: 'anular' }, { label: 'aceptar' }];
const CONFIRM: Button[] = [{ name: 'enviar' }, { label: 'enviar' }];

const buttonOn = (page: Page, buttons: Button[]): Button | undefined => {
  const form = findForm(page, 'datos');
  return form && buttons.find((button) => hasButton(form, button));
};
