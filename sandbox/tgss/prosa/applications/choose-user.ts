import { Form } from '../../../form.ts';
import { escapeHtml } from '../../../html.ts';
import type { AuthorisedUser, State } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { dataElements, radio, select } from '../elements.ts';
import { olderButton, type Page } from '../page.ts';
import { required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

/** The holder's own authorised user. */
export const ownUser = (context: ProsaContext): AuthorisedUser =>
  context.users.find(({ number }) => number === context.holder.autorizacion)!;

/** A choice between users, in one of the forms that the portal has for it. */
export type ChoiceForm = (users: AuthorisedUser[], context: ProsaContext) => string[];

const textOf = ({ number, name }: AuthorisedUser): string => `${number} - ${name}`;

const CHOICE = 'NUM_AUTORIZADO';
const ACTION = 'ACEPTAR';

const LEGEND = 'Seleccione un Número de Autorización';

const radios =
  (control: (user: AuthorisedUser, index: number) => { value: string; id: string }): ChoiceForm =>
  (users) => [
    '<fieldset>',
    `<legend>${LEGEND}</legend>`,
    ...users.flatMap((user, index) => radio({ name: CHOICE, ...control(user, index) }, textOf(user))),
    '</fieldset>',
  ];

/** Radio buttons with their index as value. */
export const radiosByIndex = radios((_, index) => ({ value: String(index), id: `autorizacion${index}` }));

/** Radio buttons with the number in their id. */
export const radiosByNumber = radios(({ number }) => ({ value: number, id: `autorizado${number}` }));

/** A list. */
export const userList: ChoiceForm = (users) =>
  select(
    {
      name: CHOICE,
      options: [['', ''], ...users.map((user): [string, string] => [user.number, textOf(user)])],
    },
    LEGEND,
    Form.empty,
  );

const shortNumber = ({ number }: AuthorisedUser): string =>
  String(Number(number)).replace(/^(?=\d{5}$)/, '0');

const addressOf = ({ number }: AuthorisedUser, context: ProsaContext): string =>
  escapeHtml(context.addressOf(ACTION, [CHOICE, String(Number(number))]));

/** Links that end in the number, without leading zeros. */
export const linksByAddress: ChoiceForm = (users, context) =>
  users.map((user) => `<p><a href="${addressOf(user, context)}">${escapeHtml(textOf(user))}</a></p>`);

/** Links with the number in their id: without leading zeros, but one where it has five digits. */
export const linksById: ChoiceForm = (users, context) => [
  `<h2 id="TITULO_SECCION_forSelAutori">${LEGEND}</h2>`,
  '<table id="tabla_lisAutorizad">',
  ...users.flatMap((user) => [
    '<tr>',
    `<td><a class="pr_enlaceLocal" id="enlace_${shortNumber(user)}" href="${addressOf(user, context)}">${user.number}</a></td>`,
    `<td>${escapeHtml(user.name)}</td>`,
    '</tr>',
  ]),
  '</table>',
];

/** The choice in these forms; nothing if there is only one user. */
export const userControls = (context: ProsaContext, ...forms: ChoiceForm[]): string[] => {
  const { users } = context;
  return users.length === 1 ? [] : forms.flatMap((form) => form(users, context));
};

/** The chosen authorised user, by number or by index. */
export function chosenUser(form: Form, context: ProsaContext): AuthorisedUser {
  const chosen = required(form, CHOICE);
  const { users } = context;
  const user = users.find(({ number }) => Number(number) === Number(chosen)) ?? users[Number(chosen)];
  if (!user) throw new ProsaRefusal(TEXTS.unknownUser);
  return user;
}

/** Asks for the authorised user if there are several, and continues with its page. */
export function chooseUser(
  context: ProsaContext,
  { title, form }: { title: string; form: ChoiceForm },
  next: (user: AuthorisedUser, context: ProsaContext) => Page,
): Page {
  const controls = userControls(context, form);
  if (controls.length === 0) return next(ownUser(context), context);
  return {
    title,
    ...(form === linksById
      ? {
          data: dataElements({
            lisAutorizad: Object.fromEntries(
              context.users.map(({ number }, index) => [`autorizado${index}`, number]),
            ),
          }),
        }
      : { plain: true }),
    form: 'formAutorizados',
    body: () => controls,
    buttons: [
      olderButton(ACTION, 'Aceptar', (posted, pressed) => next(chosenUser(posted, pressed), pressed)),
    ],
  };
}

/** The account of an authorised user. Refuses an unknown account, an account of another user, and a wrong scheme. */
export function accountOfUser(
  state: State,
  user: AuthorisedUser,
  { regimen, ccc: number }: { regimen: string; ccc: string },
) {
  const account = state.accounts.find(({ ccc }) => ccc === number);
  if (account && account.regimen !== regimen) throw new ProsaRefusal(TEXTS.wrongAccount);
  if (!account || !user.cuentas.includes(number)) throw new ProsaRefusal(TEXTS.unassignedAccount);
  return account;
}
