import type { Form } from '../../form.ts';
import type { Context } from '../context.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { readPrintType } from '../reading.ts';
import { reportPage } from '../report-page.ts';
import type { Report } from '../report-store.ts';

/** Hands a report over at once, or takes note that it is to be sent later; `screen` is where it was asked for. */
export const deliver = (form: Form, context: Context, report: Report, screen: Page): Page =>
  readPrintType(form) === 'online' ? reportPage(context, report, screen) : { ...screen, dil: DIL.done };
