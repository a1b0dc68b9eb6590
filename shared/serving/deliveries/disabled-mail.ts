import { setting } from '../../kernel/config.ts';
import { roleOf } from '../../kernel/roles.ts';
import { asMailData, blocks, markdown } from '../../stores/mail/markdown.ts';
import type { Webhook } from '../../stores/webhooks/webhook.ts';
import type { Services } from '../services.ts';

/**
 * Sends the owners of an account the mail that a webhook was switched off, and notes it. If the function ends before that, it
 * is sent again: better twice than never. Whoever has had all mails of the day gets none.
 * @throws Error if a mail is not accepted
 */
export const mailOwners = async (
  { stores, now, log }: Pick<Services, 'stores' | 'now' | 'log'>,
  webhook: Webhook,
): Promise<void> => {
  const { accountId, id, description } = webhook;
  if (setting('MAIL_SENDER') === '')
    log.info('a mail was not sent: the stage has no sender', { webhook: id });
  else {
    const owners = (await stores.users.listUsers(accountId)).filter((user) => roleOf(user) === 'owner');
    const name = asMailData(description ?? '') ?? id;
    const at = now();
    for (const { email } of owners) {
      if (!(await stores.budgets.takeMailTo(accountId, email, at))) continue;
      if (!(await stores.budgets.takeMails(accountId, 1, at))) continue;
      await stores.mails.sendMail({
        to: email,
        subject: 'Webhook desactivado',
        source: blocks(
          markdown`El webhook ${name} lleva cinco días sin aceptar ningún aviso, y se ha desactivado: ya no se le envía nada.`,
          'Los avisos siguen en la lista de avisos (GET /events). Cuando el receptor funcione, actívelo otra vez ' +
            '(PATCH /webhooks) y pida que se le reenvíe lo que falta.',
        ),
      });
    }
  }
  await stores.webhooks.noteMailSent(webhook);
};
