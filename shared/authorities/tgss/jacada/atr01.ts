import { type Script, Unreadable } from '../../exchange.ts';
import { type Changes, hasControl } from '../../html/form.ts';
import type { Accepted } from '../accepted.ts';
import { padDocument, splitNumber } from '../values.ts';
import type { WorkerWithDocument } from '../worker.ts';
import { stepFor } from './dialog.ts';
import { enter } from './enter.ts';
import { COEFFICIENT_WARNING, file, type Warning } from './filing.ts';

/**
 * ATR01, registrations and terminations. Screen 1 names contribution account and worker, and may already refuse. Screen
 * 2 has the movement, and sending it files, unless a warning asks to confirm first.
 */

const CONTINUE = { name: 'btn_Sub2207401004' };

/** Files a movement. `changes` are the fields of screen 2. A dry run ends before that screen is sent. */
export function* fileMovement(
  kind: 'Alta' | 'Baja',
  worker: WorkerWithDocument,
  changes: Changes,
): Script<Accepted> {
  const movement = yield* enter('ATR01', {
    button: CONTINUE,
    changes: {
      cbo_ListaAltasBajas: kind,
      ...workerFields(worker),
    },
  });
  if (!hasControl(movement.form, 'txt_SDFSITAFI_ayuda'))
    throw new Unreadable('ATR01 without its second screen');

  return yield* file(
    stepFor(movement, { button: CONTINUE, changes: { ...changes, ...printChoice(worker.regimen) } }),
    WARNINGS,
  );
}

/** Contribution account and worker, in the fields of the first screens of dialogs about registrations. */
export const workerFields = ({ regimen, ccc, nss, identificacion, dni }: WorkerWithDocument): Changes => {
  const [provinceOfNss, restOfNss] = splitNumber(nss);
  const [provinceOfCcc, restOfCcc] = splitNumber(ccc);
  return {
    txt_SDFPROAFI: provinceOfNss,
    txt_SDFCODAFI: restOfNss,
    txt_SDFTIPPFI_ayuda: identificacion,
    txt_SDFNUMPFI: padDocument(dni),
    txt_SDFREGAFI_ayuda: regimen,
    txt_SDFTESCTACOT: provinceOfCcc,
    txt_SDFCTACOT: restOfCcc,
  };
};

/** The TA is always requested: it is the proof. */
const printChoice = (regimen: string): Changes => ({
  cbo_ListaSiNo: 'SI',
  [regimen === '0163' ? 'cbo_ListaTipoImpresion' : 'cbo_ListaTipoImpresion001']: 'OnLine',
});

/** In the order in which they are checked. */
const WARNINGS: Warning[] = [
  {
    id: 'Sub0000201056',
    says: 'la mecanizacion de este tipo de registros puede implicar',
    button: { label: 'Continuar' },
  },
  COEFFICIENT_WARNING,
  { id: 'Frame', says: 'aplicarse beneficios en materia', button: { label: 'Confirmar' } },
];
