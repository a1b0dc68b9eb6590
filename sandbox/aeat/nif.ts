import { dni, nie } from '../identifiers.ts';

const CONTROL_LETTERS = 'JABCDEFGHI';

/**
 * The control character is a letter or a digit. Sources differ on which kind of entity has which, so both are
 * accepted.
 */
function isEntity(nif: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]$/.test(nif)) return false;
  const sum = [...nif.slice(1, 8)].reduce((total, character, index) => {
    const doubled = Number(character) * 2;
    return total + (index % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : Number(character));
  }, 0);
  const digit = (10 - (sum % 10)) % 10;
  const control = nif.slice(8);
  return control === String(digit) || control === CONTROL_LETTERS[digit];
}

/** Whether it is a valid tax number of a person or an entity, with its control character. */
export function isNif(nif: string): boolean {
  if (/^\d{8}[A-Z]$/.test(nif)) return nif === dni(Number(nif.slice(0, 8)));
  if (/^[XYZ]\d{7}[A-Z]$/.test(nif)) {
    return nif === nie(nif.charAt(0) as 'X' | 'Y' | 'Z', Number(nif.slice(1, 8)));
  }
  // Spaniards without identity document, and foreigners without a number: the first letter does not count.
  if (/^[KLM]\d{7}[A-Z]$/.test(nif)) return nif.slice(8) === dni(Number(nif.slice(1, 8))).slice(8);
  return isEntity(nif);
}
