import type { Form } from '../../../form.ts';
import type { ProsaContext } from '../context.ts';
import { hidden } from '../elements.ts';
import type { Page } from '../page.ts';

/** The page between data and filing, with the data in hidden inputs. Nothing is filed before its button is pressed. */
export const confirmation = (
  back: Page,
  { posted, names, data }: { posted: Form; names: string[]; data: string[] },
  confirm: (context: ProsaContext, form: Form) => Page,
): Page => ({
  title: back.title,
  name: 'Confirmacion_Pagina',
  form: 'FORMULARIO_1',
  data,
  body: () => ['<p>Revise los datos y confirme.</p>', ...names.map((name) => hidden(name, posted.get(name)))],
  buttons: [
    {
      id: 'ENVIO_20',
      action: 'CONFIRMAR',
      text: 'Confirmar',
      press: (form, context) => confirm(context, form),
    },
    // The inputs still have the posted values.
    {
      id: 'ENVIO_21',
      action: 'ATRAS',
      text: 'Atrás',
      press: () => ({ ...back, body: () => back.body(posted) }),
    },
  ],
});
