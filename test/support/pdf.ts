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

/** Lines of each page of a PDF, as text extraction reads them: by height, from left to right. */
export const pdfLines = async (bytes: Uint8Array): Promise<string[][]> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const runs = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [
            {
              text: item.str.trim(),
              x: item.transform[4]!,
              y: item.transform[5]!,
              end: item.transform[4]! + item.width,
            },
          ]
        : [],
    );
    const byHeight = Map.groupBy(runs, ({ y }) => Math.round(y));
    const heights = [...byHeight].toSorted(([one], [other]) => other - one);
    pages.push(
      heights.map(([, line]) => {
        const sorted = line.toSorted((one, other) => one.x - other.x);
        // Overlapping or touching texts are one word, with mixed letters.
        return sorted
          .map(({ text, x }, index) =>
            index > 0 && x - sorted[index - 1]!.end < 3 ? `~${text}` : ` ${text}`,
          )
          .join('')
          .trim();
      }),
    );
  }
  return pages;
};
