import type { Message } from './messages.ts';

/** The authority says no: the page is shown again with this message, the cursor on the field at fault. */
export class Refusal extends Error {
  /** Id of the control at fault, where one is. */
  readonly focus: string;

  constructor(message: Message, focus = '') {
    super(message);
    this.name = 'Refusal';
    this.focus = focus;
  }
}
