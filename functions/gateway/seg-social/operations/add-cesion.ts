import { assigning } from '../cesion.ts';
import { DRY_RUN_BEFORE_FORM } from '../fields.ts';

export const addCesion = assigning('add', {
  id: 'addCesion',
  method: 'POST',
  summary: 'Comunicar la cesión de un trabajador',
  description: DRY_RUN_BEFORE_FORM,
  end: '2026-12-31',
});
