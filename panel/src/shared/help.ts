/** Sentences of a field's help that say only how long it is, which a person does not count. */
const LENGTH = /^(?:Máximo |Como máximo )?\d+(?: o \d+)? (?:dígitos|caracteres)\.$/;

/** Sentences of the interface, and how a person would say them. */
const SAID: Record<string, string> = {
  'Que se presenta como máximo 60 días naturales antes.': 'Como mucho, dentro de 60 días.',
  'Una lista, o un solo objeto.': '',
};

/** Whether a sentence only lists the choices, which the field shows: `1 DNI, 2 pasaporte, 6 NIE.`. */
const listsChoices = (sentence: string, choices: Record<string, string>): boolean =>
  sentence
    .replace(/\.$/, '')
    .split(/, | o /)
    .every((part) => (part.split(' ')[0] ?? '') in choices);

/** The part of a field's help that helps a person; `undefined` if nothing does. @param choices of a list, by their codes */
export const usefulHelp = (
  help: string | undefined,
  choices: Record<string, string> = {},
): string | undefined =>
  help
    ?.split(/(?<=\.) /)
    .map((sentence) => SAID[sentence] ?? sentence)
    .filter((sentence) => sentence && !LENGTH.test(sentence) && !listsChoices(sentence, choices))
    .join(' ') || undefined;
