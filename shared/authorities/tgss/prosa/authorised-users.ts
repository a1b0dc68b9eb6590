import { type Exchange, NothingFound, type Script } from '../../exchange.ts';
import { openProsa, pressProsa } from './dialog.ts';
import { choicesOn, type ProsaPage } from './page.ts';

/** An authorised user of the online system that a certificate may act as. */
export interface AuthorisedUser {
  numero: string;
  razSoc: string;
}

/** The authorised users that an application offers to choose from. It offers none if the certificate has only one. */
export const authorisedUsers: Exchange<'reading', { application: string }, AuthorisedUser[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'Prosa authorised users',
  evidence: {
    state: 'confirmed',
    note: 'The page with the choice as public programs use it. Assumed: that each choice has a label with the name of the user.',
    ifWrong: 'Nothing: it opens an application and presses no button.',
  },
  script: function* ({ application }) {
    return usersOn(yield* openProsa(application));
  },
};

/** Opens an application as an authorised user. @throws NothingFound if the certificate has no such user */
export function* openAs(application: string, numero: string | undefined): Script<ProsaPage> {
  const page = yield* openProsa(application);
  const users = usersOn(page);
  if (users.length === 0) return page;
  const user = users.length === 1 && !numero ? users[0] : users.find((one) => isUser(one, numero ?? ''));
  if (!user) throw new NothingFound('El certificado no tiene ese número de autorizado.');
  return yield* pressProsa(page, {
    button: 'SPM.ACC.ACEPTAR',
    changes: { NUM_AUTORIZADO: user.numero },
  });
}

const isUser = (user: AuthorisedUser, numero: string): boolean =>
  user.numero.replace(/^0+/, '') === numero.replace(/^0+/, '');

const usersOn = (page: ProsaPage): AuthorisedUser[] =>
  choicesOn(page, 'NUM_AUTORIZADO').map(({ value, label }) => ({
    numero: value,
    razSoc: label.startsWith(value) ? label.slice(value.length).replace(/^[\s-]+/, '') : label,
  }));
