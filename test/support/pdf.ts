import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF. */
export const pdfText = async (bytes: Uint8Array): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
};

/** The text of a PDF that came in a file object. */
export const textOf = async (file: { contentType: string; content: string }): Promise<string> => {
  if (file.contentType !== 'application/pdf') throw new Error(`not a PDF but ${file.contentType}`);
  return pdfText(Buffer.from(file.content, 'base64'));
};
