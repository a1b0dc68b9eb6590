import type { FileObject } from './types.ts';

/** The bytes of a document: from the answer, or from its link if it was too large for the answer. */
export const bytesOf = async (
  file: FileObject | undefined,
  fetch: (request: Request) => Promise<Response> = globalThis.fetch,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (file?.url) {
    // The link is itself a secret and leads to another host, so neither token nor cookie is sent.
    const response = await fetch(new Request(file.url, { credentials: 'omit' }));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    throw new Error(
      `El enlace del documento responde ${response.status}. Vale 15 minutos: pida el documento otra vez con getFilingDocument.`,
    );
  }
  if (!file?.content)
    throw new Error('La respuesta no lleva el documento. Si tiene trámite, pídalo con getFilingDocument.');
  return Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
};
