import { endOfMonth, type IsoDate, realDay } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import { staysOf } from '../../account-lists.ts';
import { documentKinds, input } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { checkDocument, optionalDigits, readAccount, readWorker, required } from '../reading.ts';
import { Rejection, TEXTS } from '../rejection.ts';

const page: Page = {
  title: 'Prácticas no remuneradas',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (typed) => [
    ...input('NA5NumSegSocialCompleto', 'Número de afiliación', 12, typed),
    ...documentKinds(typed),
    ...input('IP9NumDoc', 'Número de documento', 15, typed),
    ...input('CC1EmpresaAut', 'Régimen y cuenta de cotización', 15, typed),
    ...input('periodo', 'Periodo (mm/aaaa)', 7, typed),
    ...input('diaEfectivo', 'Días de prácticas efectivas', 2, typed),
    ...input('diaPrevistoITAT', 'Días previstos en I.T. por accidente de trabajo', 2, typed),
    ...input('diaPrevisto', 'Días previstos en pago directo', 2, typed),
    ...input('indPractica', 'Indicativo de práctica', 1, typed),
    ...input('noRemunerada', 'Práctica no remunerada', 1, typed),
  ],
  buttons: [
    {
      id: 'ENVIO_3',
      action: 'Continuar',
      text: 'Continuar',
      press(form, desk) {
        desk.submitted('practicas');
        const account = readAccount(form, desk);
        const worker = readWorker(form, desk);
        checkDocument(form, worker);
        const first = readMonth(form);
        const inIt = staysOf(desk.state, worker.nss, account.ccc).some(
          ({ alta, baja }) => alta.date <= endOfMonth(first) && (!baja || baja.date >= first),
        );
        if (!inIt) throw new Rejection(TEXTS.notRegisteredInMonth);
        const { placements } = desk.state.tgss;
        const placement = {
          nss: worker.nss,
          ccc: account.ccc,
          month: first.slice(0, 7),
          ...readDays(form, Number(endOfMonth(first).slice(8))),
          communicated: desk.time,
        };
        desk.file('practicas', () => {
          // What is said of a month replaces what was said of it before.
          const known = placements.findIndex(
            ({ nss, ccc, month }) => nss === worker.nss && ccc === account.ccc && month === placement.month,
          );
          placements.splice(known < 0 ? placements.length : known, 1, placement);
        });
        return { ...page, message: { type: 'INFO', text: TEXTS.done } };
      },
    },
  ],
};

function readMonth(form: Form): IsoDate {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(required(form, 'periodo')) ?? [];
  const first = realDay(Number(year), Number(month), 1);
  if (!first) throw new Rejection(TEXTS.wrongDate);
  return first;
}

function readDays(form: Form, inMonth: number) {
  const days = (name: string) => {
    const value = optionalDigits(form, name, 2);
    if (Number(value) > inMonth) throw new Rejection(TEXTS.wrong(name));
    return value;
  };
  const indPractica = form.get('indPractica').toUpperCase();
  if (!['', 'N'].includes(indPractica)) throw new Rejection(TEXTS.wrong('indPractica'));
  const noRemunerada = form.get('noRemunerada');
  if (!['', '1'].includes(noRemunerada)) throw new Rejection(TEXTS.wrong('noRemunerada'));
  return {
    diaEfectivo: days('diaEfectivo'),
    diaPrevistoItat: days('diaPrevistoITAT'),
    diaPrevisto: days('diaPrevisto'),
    indPractica,
    noRemunerada: noRemunerada === '1',
  };
}

/** Days of unpaid placements, by worker and month. There is one form, and it files. */
export const xv24m00p: Application = { code: 'XV24M00P', start: () => page };
