import type { Form } from '../../../form.ts';
import type { ProsaDesk } from '../desk.ts';
import { hidden } from '../elements.ts';
import type { Page } from '../page.ts';

/** The page between the data and the filing: the data once more, unseen. Leaving it changes nothing. */
export const confirmation = (
  back: Page,
  typed: Form,
  names: string[],
  data: string[],
  confirm: (desk: ProsaDesk, form: Form) => Page,
): Page => ({
  title: back.title,
  form: 'FORMULARIO_1',
  data,
  body: () => ['<p>Revise los datos y confirme.</p>', ...names.map((name) => hidden(name, typed.get(name)))],
  buttons: [
    {
      id: 'ENVIO_20',
      action: 'CONFIRMAR',
      text: 'Confirmar',
      press: (form, desk) => confirm(desk, form),
    },
    // What was typed is still there.
    {
      id: 'ENVIO_21',
      action: 'ATRAS',
      text: 'Atrás',
      press: () => ({ ...back, body: () => back.body(typed) }),
    },
  ],
});
