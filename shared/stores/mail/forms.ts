import { Marked, type RendererObject } from 'marked';

/** Plain text: paragraphs with a blank line between them, lists with a dash, and links with their address. */
const PLAIN: RendererObject = {
  space: () => '',
  paragraph({ tokens }) {
    return `${this.parser.parseInline(tokens)}\n\n`;
  },
  heading({ tokens }) {
    return `${this.parser.parseInline(tokens)}\n\n`;
  },
  list({ items }) {
    return `${items.map((item) => this.listitem(item)).join('')}\n`;
  },
  listitem({ tokens }) {
    return `- ${this.parser.parse(tokens).trim()}\n`;
  },
  strong({ tokens }) {
    return this.parser.parseInline(tokens);
  },
  link({ href, text }) {
    return text === href ? href : `${text}: ${href}`;
  },
  text(token) {
    return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
  },
};

const toHtml = new Marked();
const toPlain = new Marked({ renderer: PLAIN });

const STYLE =
  'font: 16px/1.5 system-ui, sans-serif; color: #1d2733; max-width: 36rem; margin: 0 auto; padding: 1rem;';

/** Both forms of a mail, from one source. Its HTML loads nothing. @param source as of `markdown.ts` */
export const formsOf = (source: string): { text: string; html: string } => ({
  text: toPlain.parse(source, { async: false }).trim(),
  html: `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="${STYLE}">
${toHtml.parse(source, { async: false }).trim()}
</body>
</html>
`,
});
