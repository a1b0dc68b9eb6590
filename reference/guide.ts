import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped } from './layout.ts';

/** Languages of the guide's snippets: the info string of the code fence, and the name. */
export const LANGUAGES = { sh: 'curl', ts: 'TypeScript', python: 'Python', php: 'PHP' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (lang: string | undefined): lang is Language => lang !== undefined && lang in LANGUAGES;

const languageOf = (fence: string | undefined) => fence?.split(' ')[0];

/** Reads the guide's Markdown. */
export const readGuide = (): string => readFileSync(join(import.meta.dirname, '../docs/guia.md'), 'utf8');

/** Marks a snippet that is a separate program: a receiver of webhooks. */
const RECEIVER = 'receptor';

const snippets = (guide: string, fence: string): string =>
  new Marked()
    .lexer(guide)
    .flatMap((token) => (token.type === 'code' && token.lang === fence ? [token.text as string] : []))
    .join('\n\n');

/** Joins the snippets of a language into one program. */
export const programOf = (guide: string, language: Language): string => snippets(guide, language);

/** The webhook receiver in a language. */
export const receiverOf = (guide: string, language: Language): string =>
  snippets(guide, `${language} ${RECEIVER}`);

/** A fact in the guide, before the comment with its name, which no page shows: `29<!--api.seconds-->`. */
const FACT = /([^\s|]+)<!--([\w.]+)-->/g;
/** A fact of several lines: `<!--scenarios-->`, the lines, `<!--/scenarios-->`. */
const LONG_FACT = /<!--([\w.]+)-->\n\n([\s\S]*?)\n\n<!--\/\1-->/g;

const replaced = (
  guide: string,
  facts: Record<string, string>,
  show: { short: (fact: string, name: string) => string; long: (fact: string, name: string) => string },
): string => {
  const factOf = (name: string): string => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the guide names the fact ${name}, which does not exist`);
    return fact;
  };
  return guide
    .replace(LONG_FACT, (_, name: string) => show.long(factOf(name), name))
    .replace(FACT, (_, __, name: string) => show.short(factOf(name), name));
};

/** The guide with these facts inserted, as a page shows it. @throws Error if a fact is missing */
export const withFacts = (guide: string, facts: Record<string, string>): string =>
  replaced(guide, facts, { short: (fact) => fact, long: (fact) => fact });

/** The guide's source with these facts, keeping their names in comments. @throws Error if a fact is missing */
export const filledIn = (guide: string, facts: Record<string, string>): string =>
  replaced(guide, facts, {
    short: (fact, name) => `${fact}<!--${name}-->`,
    long: (fact, name) => `<!--${name}-->\n\n${fact}\n\n<!--/${name}-->`,
  });

/** Anchor of a heading. */
const anchorOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A section of the guide as plain text. */
export interface Section {
  title: string;
  anchor: string;
  text: string;
}

/** Sections of the guide, for the search. */
export const sectionsOf = (guide: string, facts: Record<string, string>): Section[] => {
  const sections: Section[] = [];
  for (const token of new Marked().lexer(withFacts(guide, facts)))
    if (token.type === 'heading')
      sections.push({ title: token.text, anchor: anchorOf(token.text), text: '' });
    else if (token.type !== 'code') sections.at(-1)!.text += ` ${token.raw.replace(/[\s`*|#-]+/g, ' ')}`;
  return sections;
};

/** Renders the guide and its table of contents. */
export const guideHtml = (guide: string, facts: Record<string, string>): string => {
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text, lang: fence }) {
        const lang = languageOf(fence);
        const name = isLanguage(lang) ? LANGUAGES[lang] : '';
        return `<figure class="codigo" data-lenguaje="${lang}">${name && `<figcaption>${name}</figcaption>`}<pre tabindex="0"><code>${escaped(text)}</code></pre></figure>\n`;
      },
    },
  });
  const tokens = marked.lexer(withFacts(guide, facts));
  const titles = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2,
  );
  const contents = titles.map(({ text }) => `<li><a href="#${anchorOf(text)}">${escaped(text)}</a></li>`);
  return [
    `<nav class="indice" aria-label="Contenido de la guía"><ol>${contents.join('')}</ol></nav>`,
    '<main id="contenido" class="texto">',
    ...together(tokens).map((part) => {
      const html = marked.parser(part.tokens);
      if (part.isCode) return `<div class="lenguajes">${html}</div>`;
      return html
        .replaceAll('<table>', '<div class="tabla" role="group" aria-label="Tabla" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>');
    }),
    '</main>',
  ].join('\n');
};

interface Part {
  isCode: boolean;
  tokens: Token[];
}

/** Joins consecutive snippets into one part, in which the reader chooses a language. */
const together = (tokens: Token[]): Part[] => {
  const parts: Part[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    const isCode = token.type === 'code' && isLanguage(languageOf((token as Tokens.Code).lang));
    if (last && (last.isCode === isCode || token.type === 'space')) last.tokens.push(token);
    else parts.push({ isCode, tokens: [token] });
  }
  return parts;
};
