import { OutOfService } from '../exchange.ts';
import { collapse, type Page } from './page.ts';

/** The words with which the pages of an authority say that it is out of service. */
export interface OutOfServiceWords {
  /** It announces maintenance. */
  maintenance?: RegExp;
  /** It fails, and announces nothing. */
  failure?: RegExp;
}

/** The error for a message with status 200, if it says that the authority is out of service. */
export const outOfServiceIn = (
  text: string,
  { maintenance, failure }: OutOfServiceWords,
): OutOfService | undefined => {
  if (maintenance?.test(text)) return new OutOfService(200, true);
  return failure?.test(text) ? new OutOfService(200, false) : undefined;
};

/** A sentence about maintenance. A company's name, such as "Servicios de mantenimiento", is none. */
const UPKEEP =
  '(?:est[áa]n?|encuentran?|sistema|servicio|aplicaci[óo]n|portal|p[áa]gina|sede|web)(?: \\S+)? en mantenimiento|' +
  '(?:por|tareas de|trabajos de|labores de|operaciones de) mantenimiento';

/** The words of maintenance that all authorities may use, and those of one authority. */
export const maintenanceWords = (own: string): RegExp => new RegExp(`${UPKEEP}|${own}`, 'i');

/** What a page has data in, and no message. */
const DATA = 'form, table, fieldset, label, script, style';

/**
 * What a page itself says: the text of its message elements, or of the whole page if it has neither these nor data. The
 * data of a page are names and texts of others, which may sound like a message.
 *
 * @param elements selector of the elements in which the authority writes messages
 */
export const noticeOn = ({ $, wholeText }: Page, elements: string): string => {
  const found = $(elements);
  if (found.length > 0) return collapse(found.text());
  return $(DATA).length === 0 ? wholeText() : '';
};
