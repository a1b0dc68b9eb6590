import { deflateSync } from 'node:zlib';
import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import { answerWith, type Replies } from './portal.ts';

/** The certificate servlets of the Agencia Tributaria: their addresses, and their pages in order. */

export const ENTRANCE = '/wlpl/BUGC-JDIT/MdcAcceso';

export const CSV = 'ABCD1234EFGH5678';
export const DOCUMENT = `/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=${CSV}`;

/** A page as the portal sends it, without a character set. */
export const html = (body: string, status = 200, headers: Answer['headers'] = {}): Answer =>
  answerWith(body, { status, headers, contentType: 'text/html' });

/** A page with only a text. */
export const says = (words: string) => html(`<html><nav>Inicio</nav><main><h1>${words}</h1></main></html>`);

/** A PDF with these content streams. The rest of it does not matter. */
export const pdfWith = (...contents: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...contents.map((content) =>
      Buffer.concat([Buffer.from('<< >>\nstream\r\n'), Buffer.from(content), Buffer.from('\nendstream\n')]),
    ),
  ]);

/** A certificate that says POSITIVO, and the answer that contains it. */
export const POSITIVE_PDF = pdfWith(
  deflateSync(Buffer.from('BT (tiene car\\341cter POSITIVO y una validez) Tj ET')),
);
export const positivePdf = answerWith(POSITIVE_PDF, { contentType: 'application/pdf' });

/** The page with the form of a certificate. */
export const entry = html(`<form><input type='hidden' name='fIslw' value='to+k/=='></form>`);
/** The page on which the applicant confirms and signs. */
export const confirmation = html(`<script>var _fbNombre="MUÑOZ D'ORS ANA"; var _fbNif="00000000T";</script>
  <form id='Form' method='post' action='/elsewhere'>
    <input type='hidden' name='fTipoCertificado' value='Contratos sector público'>
    <input type='hidden' name='FIRNIF' value=''><input type='text' name='FIRNOMBRE' value=''>
    <input type='hidden' name='FIR' value=''><input type='hidden' name='fIslw' value='other'>
    <input type='checkbox' name='Conforme'><input type='hidden' value='nameless'>
    <input class='AEAT_boton' type='button' name='FirmayEnvia_1' value='Firmar Enviar'>
  </form>`);
/** The page with the link to the document. */
export const receipt = html(
  `<main><a href="/wlpl/KATA-APLI/cotejo/CotejoIdSv?CSV=${CSV}">Descargar</a></main>`,
);

/** The first request, which is the same for all certificates. */
export const entrance: Replies = { [ENTRANCE]: [html('')] };

/** The replies of a portal that issues a certificate through this servlet. */
export const certificateOf = (servlet: string): Replies => ({
  ...entrance,
  [servlet]: [entry],
  [`POST ${servlet}`]: [confirmation, receipt],
  [DOCUMENT]: [positivePdf],
});
