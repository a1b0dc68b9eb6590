/** What people read in place of the names of fields, in the panel and where an assistant asks a person. */

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Splits a description: its beginning is the label, and the rest is the help. How days are written is left out, because the
 * field shows it.
 * @param rules further sentences for the help
 */
export const describeField = (name: string, description = wordsOf(name), rules: string[] = []) => {
  const text = description
    // Texts about how a program asks for a document are left out.
    .replace(/^Con valor 1, |; con valor 1, .*$/, '')
    // The contract types for which a field is asked go to the end, after the explanation.
    .replace(
      /^(Contratos? [^:]+): (.)(.*)$/s,
      (_, contracts, first, rest) => `${capital(first)}${rest} ${contracts}.`,
    )
    .replace(/ ?Formato AAAA-MM-DD\.$/, '')
    .trim();
  const label = text.match(/^[^,:;.(]{3,80}(?=[,:;.(]|$)/)?.[0].trim() ?? wordsOf(name);
  const rest = text.startsWith(label) ? text.slice(label.length).replace(/^[\s,:;.]+/, '') : text;
  const help = [capital(rest), ...rules].filter(Boolean).join(' ');
  return { label: capital(label), help: help || undefined };
};

/** The name of a field without a description, in words: `fechaCambioGrupo`, `postal_code`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])(?![A-Z])/g, (_, end: string, first: string) => `${end} ${first.toLowerCase()}`)
    .replace(/([a-z])([A-Z])/g, '$1 $2');
