import { endOfMonth, type IsoDate, realDay } from '../../../calendar.ts';
import type { Form } from '../../../form.ts';
import { registrationsOf } from '../../account-lists.ts';
import { documentKinds, input } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import { checkDocument, optionalDigits, readAccount, readWorker, required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const page: Page = {
  title: 'Prácticas no remuneradas',
  form: 'FORMULARIO_1',
  refusable: true,
  body: (posted) => [
    ...input({ name: 'NA5NumSegSocialCompleto', size: 12 }, 'Número de afiliación', posted),
    ...documentKinds(posted),
    ...input({ name: 'IP9NumDoc', size: 15 }, 'Número de documento', posted),
    ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
    ...input({ name: 'periodo', size: 7 }, 'Periodo (mm/aaaa)', posted),
    ...input({ name: 'diaEfectivo', size: 2 }, 'Días de prácticas efectivas', posted),
    ...input({ name: 'diaPrevistoITAT', size: 2 }, 'Días previstos en I.T. por accidente de trabajo', posted),
    ...input({ name: 'diaPrevisto', size: 2 }, 'Días previstos en pago directo', posted),
    ...input({ name: 'indPractica', size: 1 }, 'Indicativo de práctica', posted),
    ...input({ name: 'noRemunerada', size: 1 }, 'Práctica no remunerada', posted),
  ],
  buttons: [
    continueButton('ENVIO_3', (form, context) => {
      context.countSubmission('practicas');
      const account = readAccount(form, context);
      const worker = readWorker(form, context);
      checkDocument(form, worker);
      const first = readMonth(form);
      const wasRegistered = registrationsOf(context.state, worker.nss, account.ccc).some(
        ({ alta, baja }) => alta.date <= endOfMonth(first) && (!baja || baja.date >= first),
      );
      if (!wasRegistered) throw new ProsaRefusal(TEXTS.notRegisteredInMonth);
      const { placements } = context.state.tgss;
      const placement = {
        nss: worker.nss,
        ccc: account.ccc,
        month: first.slice(0, 7),
        ...readDays(form, Number(endOfMonth(first).slice(8))),
        communicated: context.time,
      };
      context.file('practicas', () => {
        // New data of a month replace the earlier data.
        const known = placements.findIndex(
          ({ nss, ccc, month }) => nss === worker.nss && ccc === account.ccc && month === placement.month,
        );
        placements.splice(known < 0 ? placements.length : known, 1, placement);
      });
      return { ...page, message: { type: 'INFO', text: TEXTS.done } };
    }),
  ],
};

function readMonth(form: Form): IsoDate {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(required(form, 'periodo')) ?? [];
  const first = realDay(Number(year), Number(month), 1);
  if (!first) throw new ProsaRefusal(TEXTS.wrongDate);
  return first;
}

function readDays(form: Form, inMonth: number) {
  const days = (name: string) => {
    const value = optionalDigits(form, name, 2);
    if (Number(value) > inMonth) throw new ProsaRefusal(TEXTS.wrong(name));
    return value;
  };
  const indPractica = form.get('indPractica').toUpperCase();
  if (!['', 'N'].includes(indPractica)) throw new ProsaRefusal(TEXTS.wrong('indPractica'));
  const noRemunerada = form.get('noRemunerada');
  if (!['', '1'].includes(noRemunerada)) throw new ProsaRefusal(TEXTS.wrong('noRemunerada'));
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
