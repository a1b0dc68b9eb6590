import type { Context } from '../context.ts';
import { button, output } from '../elements.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed } from '../reading.ts';

const CONFIRM = 'Sub2205301005';
const USUAL = { from: '050', to: '950' };

/**
 * The portal asks for confirmation of some part-time coefficients, with this text in this element. Which ones is not
 * known; here, those below five and above ninety-five hundredths.
 */
export function coefficientWarning(
  coeficiente: string,
  proceed: (context: Context) => Page,
  back: Page,
): Page | undefined {
  if (coeficiente === '' || (coeficiente >= USUAL.from && coeficiente <= USUAL.to)) return undefined;
  const warning: Page = {
    formname: 'ATRM0109',
    dil: DIL.prompt,
    body: () => [
      output('Sub0600401054', 'Revise el contenido del coeficiente a tiempo parcial'),
      button(CONFIRM, 'Confirmar'),
      button('Sub2205801004', 'Pág. Ant.'),
    ],
    answer(form, context) {
      if (pressed(form, CONFIRM)) return proceed(context);
      return pressed(form, 'Sub2205801004') ? back : warning;
    },
  };
  return warning;
}
