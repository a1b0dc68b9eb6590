import { setting } from '../../../../shared/kernel/config.ts';
import { roleOf } from '../../../../shared/kernel/roles.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { asMailData, blocks, markdown } from '../../../../shared/stores/mail/markdown.ts';
import type { Webhook } from '../store/webhook.ts';

/** The reason for switching a webhook off, and how to mend it; `name` as it may stand in a mail. */
const REASONS: Record<NonNullable<Webhook['disabledWhy']>, (name: string) => string[]> = {
  failing: (name) => [
    markdown`El webhook ${name} lleva cinco días sin aceptar ningún aviso, y se ha desactivado: ya no se le envía nada.`,
    'Los avisos siguen en la lista de avisos (GET /events). Cuando el receptor funcione, actívelo otra vez ' +
      '(PATCH /webhooks) y pida que se le reenvíe lo que falta.',
  ],
  gone: (name) => [
    markdown`El webhook ${name} se ha desactivado, y ya no se le envía nada: su receptor ha respondido 410, que significa que ya no existe.`,
    'Los avisos siguen en la lista de avisos (GET /events). Si el receptor debe seguir recibiéndolos, actívelo otra vez o cambie su ' +
      'dirección (PATCH /webhooks), y pida que se le reenvíe lo que falta.',
  ],
  access: (name) => [
    markdown`El webhook ${name} se ha desactivado, y ya no se le envía nada: quien lo creó o lo confirmó tiene otra contraseña, se cerraron sus sesiones o ya no tiene acceso. Así no queda nada de quien hubiera usado su acceso sin permiso.`,
    CONFIRM,
  ],
  secondFactor: (name) => [
    markdown`El webhook ${name} se ha desactivado, y ya no se le envía nada: la cuenta exige el segundo factor, y quien lo creó o lo confirmó no lo tenía.`,
    CONFIRM,
  ],
};

const CONFIRM =
  'Compruebe que la dirección es de su oficina y actívelo otra vez (PATCH /webhooks con active, o en el panel). Los avisos ' +
  'siguen en la lista de avisos (GET /events): después puede pedir que se le reenvíe lo que falta.';

/**
 * Sends the owners of an account the mail that a webhook was switched off, and notes it. If the function ends before that, it
 * is sent again: better twice than never. Whoever has had all mails of the day gets none.
 * @throws Error if a mail is not accepted
 */
export const mailOwners = async (
  { stores, now, log }: Pick<Services, 'stores' | 'now' | 'log'>,
  webhook: Webhook,
): Promise<void> => {
  const { accountId, id, description, disabledWhy = 'failing' } = webhook;
  if (setting('MAIL_SENDER') === '')
    log.info('a mail was not sent: the stage has no sender', { webhook: id });
  else {
    const owners = (await stores.users.listUsers(accountId)).filter((user) => roleOf(user) === 'owner');
    const name = asMailData(description ?? '') ?? id;
    const at = now();
    for (const { email } of owners) {
      if (!(await stores.budgets.takeMailTo(accountId, email, at))) continue;
      if (!(await stores.budgets.takeMails(accountId, 1, at))) continue;
      await stores.mail.sendMail({
        to: email,
        subject: 'Webhook desactivado',
        source: blocks(...REASONS[disabledWhy](name)),
      });
    }
  }
  await stores.webhooks.noteMailSent(webhook);
};
