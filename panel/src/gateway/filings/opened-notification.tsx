import { useShared } from '../../shared/context.ts';
import type { Form } from '../../shared/fields.ts';
import { isOpening } from './openings.ts';

/** What is known of the notification that a form opens; nothing for other forms. @param id number of the notification */
export const OpenedNotification = ({ form, id }: { form: Form; id: string }) =>
  useShared().capabilities.map(
    ({ name, OfNotification }) =>
      OfNotification && isOpening(form.operation) && <OfNotification key={name} form={form} id={id} />,
  );
