import type { FileObject } from '../../../client/src/types.ts';
import type { Session } from '../session.ts';

/** Seconds after which an object URL is revoked: by then the browser has read it. */
const KEPT = 60;

/**
 * Saves a document of an answer. A document that is only a link is opened at that link, for which this page needs no rights.
 * @param name the file name; by default the document's own name
 */
export const save = async (
  { gateway }: Session,
  file: FileObject,
  name: string = file.name,
): Promise<void> => {
  if (file.url) return follow(file.url, name);
  saveBlob(new Blob([await gateway.bytes(file)], { type: file.contentType }), name);
};

/** Saves a text as a file of rows that spreadsheet programs open. */
export const saveText = (text: string, name: string): void =>
  saveBlob(new Blob([text], { type: 'text/csv' }), name);

const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  follow(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT * 1000);
};

const follow = (href: string, name: string): void => {
  const link = document.createElement('a');
  Object.assign(link, { href, download: name, rel: 'noreferrer' });
  link.click();
};
