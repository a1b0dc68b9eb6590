import type { Message } from './messages.ts';

/** A refusal: the page is shown again with this message, and with the cursor in the wrong field. */
export class Refusal extends Error {
  /** Id of the wrong control; empty if there is none. */
  readonly focus: string;

  constructor(message: Message, focus = '') {
    super(message);
    this.name = 'Refusal';
    this.focus = focus;
  }
}
