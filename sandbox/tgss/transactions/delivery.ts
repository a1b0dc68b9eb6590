import type { Form } from '../../form.ts';
import type { Report } from '../archive.ts';
import type { Desk } from '../desk.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { readPrintType } from '../reading.ts';
import { reportPage } from '../report-page.ts';

/** Hands a report over at once, or takes note that it is to be sent later; `screen` is where it was asked for. */
export const deliver = (form: Form, desk: Desk, report: Report, screen: Page): Page =>
  readPrintType(form) === 'online' ? reportPage(desk, report, screen) : { ...screen, dil: DIL.done };
