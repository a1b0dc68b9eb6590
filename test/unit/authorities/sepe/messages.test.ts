import { describe, expect, test } from 'vitest';
import texts from '../../../../shared/authorities/sepe/code-texts.json' with { type: 'json' };
import { describeCodes } from '../../../../shared/authorities/sepe/messages.ts';

describe('the texts of SEPE’s codes', () => {
  test('the texts are those of the public table, with their letters', () => {
    const all = Object.entries(texts);
    expect(all).toHaveLength(1340);
    for (const [code, text] of all) {
      expect(code).toMatch(/^[A-Z]{3}\d{4}$/);
      expect(text).toMatch(/^[\x20-\x7eáéíóúüñÁÉÍÓÚÑªº¿¡€]{4,}$/);
    }
  });

  test('a text follows its code, and an unknown code or no code stays as it is', async () => {
    expect(await describeCodes(['NCC0012', 'cct1014', 'ZZZ9999', 'Sistema no disponible'])).toEqual([
      'NCC0012: La Cuenta de Cotización no está asociada al CIF/NIF de la empresa. No se acepta la comunicación.',
      'CCT1014: Fecha de registro superior en 10 días a fecha de inicio.',
      'ZZZ9999',
      'Sistema no disponible',
    ]);
  });
});
