import { assigning } from '../cesion.ts';
import { DRY_RUN_BEFORE_FORM } from '../fields.ts';

export const updateCesion = assigning('modify', {
  id: 'updateCesion',
  method: 'PUT',
  summary: 'Modificar la cesión de un trabajador',
  description: `Cambia la fecha de fin y el tipo de la cesión a esa empresa. ${DRY_RUN_BEFORE_FORM}`,
  end: '2027-01-31',
});
