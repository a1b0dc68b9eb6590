import type { Form } from '../../../form.ts';
import type { AuthorisedUser, Holder, State } from '../../../state.ts';
import { radio } from '../elements.ts';
import type { Page } from '../page.ts';
import { required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

/** The authorised users of a certificate, in the order of their numbers. */
const usersOf = (holder: Holder): AuthorisedUser[] =>
  [
    {
      number: holder.autorizacion,
      name: `${holder.givenName} ${holder.firstSurname} ${holder.secondSurname}`,
      cuentas: holder.cuentas,
    },
    ...holder.otherUsers,
  ].toSorted((a, b) => Number(a.number) - Number(b.number));

/** The holder's own authorised user. */
export const ownUser = (holder: Holder): AuthorisedUser =>
  usersOf(holder).find(({ number }) => number === holder.autorizacion)!;

/** Controls to choose an authorised user; none if there is only one. */
export const userControls = (holder: Holder): string[] => {
  const users = usersOf(holder);
  if (users.length === 1) return [];
  return [
    '<fieldset>',
    '<legend>Seleccione un Número de Autorización</legend>',
    ...users.flatMap(({ number, name }) =>
      radio('NUM_AUTORIZADO', number, `autorizado${number}`, `${number} - ${name}`),
    ),
    '</fieldset>',
  ];
};

/** The chosen authorised user. */
export function chosenUser(form: Form, holder: Holder): AuthorisedUser {
  const number = required(form, 'NUM_AUTORIZADO');
  const user = usersOf(holder).find((each) => each.number === number);
  if (!user) throw new ProsaRefusal(TEXTS.unknownUser);
  return user;
}

/** Asks for the authorised user if there are several, and continues with its page. */
export function chooseUser(holder: Holder, title: string, next: (user: AuthorisedUser) => Page): Page {
  const controls = userControls(holder);
  if (controls.length === 0) return next(ownUser(holder));
  return {
    title,
    plain: true,
    form: 'formAutorizados',
    body: () => controls,
    buttons: [
      {
        id: 'SPM.ACC.ACEPTAR',
        action: 'ACEPTAR',
        text: 'Aceptar',
        press: (form) => next(chosenUser(form, holder)),
      },
    ],
  };
}

/** The account of a user. Refuses an unknown account, one that is not assigned to the user, and a wrong scheme. */
export function accountOfUser(state: State, user: AuthorisedUser, regimen: string, number: string) {
  const account = state.accounts.find(({ ccc }) => ccc === number);
  if (account && account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongAccount);
  if (!account || !user.cuentas.includes(number)) throw new ProsaRefusal(TEXTS.unassignedAccount);
  return account;
}
