import type { Form } from '../../form.ts';
import type { Context } from '../context.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { readPrintType } from '../reading.ts';
import { reportPage } from '../report-page.ts';
import type { Report } from '../report-store.ts';

/** Delivers a report at once, or confirms that it will be sent later; `screen` is the screen of the request. */
export const deliver = (
  form: Form,
  context: Context,
  { report, screen }: { report: Report; screen: Page },
): Page =>
  readPrintType(form) === 'online' ? reportPage(context, report, screen) : { ...screen, dil: DIL.done };
