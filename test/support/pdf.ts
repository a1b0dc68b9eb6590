import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF that came in a file object. */
export const textOf = async (file: { contentType: string; content: string }): Promise<string> => {
  if (file.contentType !== 'application/pdf') throw new Error(`not a PDF but ${file.contentType}`);
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(file.content, 'base64')));
  const { text } = await extractText(pdf, { mergePages: true });
  return text;
};
