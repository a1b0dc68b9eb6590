import type { Reply } from '../../shared/kernel/reply.ts';
import { alerts, escaped, formPage } from '../../shared/operation/form-page.ts';
import { KIND_TEXT } from './fields.ts';
import type { MailKind } from './mail-kinds.ts';

/** The page with the button that ends mails of a kind. */
export const unsubscribeForm = (kind: MailKind, token: string): Reply<string> =>
  formPage(
    'Dejar de recibir un correo',
    `<p>Recibe estos correos porque los eligió: ${KIND_TEXT[kind]}.</p>
<form method="post" action="unsubscribe">
<input type="hidden" name="token" value="${escaped(token)}">
<button>Dejar de recibirlos</button>
</form>`,
  );

/** The page for a link that is none of ours, or was cut. */
export const invalidLink = (): Reply<string> =>
  formPage('El enlace no vale', alerts(['El enlace no está completo. Ábralo desde el correo.']), 410);
