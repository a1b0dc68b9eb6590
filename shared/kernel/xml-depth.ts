/**
 * Deepest nesting of XML from outside. Documents and envelopes of the authorities have fewer than ten levels, and parts of
 * workbooks too; a reader takes more time for each deeper level, or exhausts the stack.
 */
export const MOST_XML_DEPTH = 32;

const isBlank = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** Whether a quote at this place begins the value of an attribute: else it is part of a name, as tolerant parsers read it. */
const beginsValue = (text: string, place: number): boolean => {
  let before = place - 1;
  while (isBlank(text[before])) before -= 1;
  return text[before] === '=';
};

/** The place of the `>` that ends the tag at this place; -1 if it is cut off. */
const endOfTag = (text: string, from: number): number => {
  for (let place = from; place < text.length; place++) {
    const character = text[place]!;
    if (character === '>') return place;
    if ((character !== '"' && character !== "'") || !beginsValue(text, place)) continue;
    place = text.indexOf(character, place + 1);
    if (place < 0) return -1;
  }
  return -1;
};

/** Markup that is no element, and how it ends. */
const OTHERS: [begins: string, ends: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/**
 * Whether a document nests deeper than `MOST_XML_DEPTH`, found out before it is parsed: the text is gone through once, and no
 * further than to the first element that is too deep. Where it is no XML, that is for its parser to say.
 */
export const isXmlTooDeep = (text: string): boolean => {
  const open: string[] = [];
  for (let place = text.indexOf('<'); place >= 0; place = text.indexOf('<', place)) {
    const [begins, ends] = OTHERS.find(([one]) => text.startsWith(one, place)) ?? [];
    const end = begins ? text.indexOf(ends!, place + begins.length) : endOfTag(text, place + 1);
    if (end < 0) return false;
    if (!begins) {
      const isClosing = text[place + 1] === '/';
      const [name = ''] = /^[^\s/>]*/.exec(text.slice(place + (isClosing ? 2 : 1), end)) ?? [];
      if (isClosing) {
        // As tolerant parsers do: an end without a beginning closes nothing.
        const closed = open.lastIndexOf(name);
        if (closed >= 0) open.length = closed;
      } else if (text[end - 1] !== '/' && open.push(name) > MOST_XML_DEPTH) return true;
    }
    place = end + 1;
  }
  return false;
};
