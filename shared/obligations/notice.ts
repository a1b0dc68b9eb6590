/** What every page, answer and mail on what is due says of itself, in Spanish. */
export const NOTICE =
  'Ayuda para no olvidar plazos, no asesoramiento jurídico: la lista puede no estar completa, y lo que consta como ' +
  'cerrado no prueba que se cumpliera a tiempo. Decide la empresa obligada.';
