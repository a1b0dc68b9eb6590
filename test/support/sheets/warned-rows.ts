import type { DemoData } from '../../../local/demo.ts';
import { conversionOf, newContract } from '../../../reference/employment-requests.ts';
import { extensionOf } from '../../../reference/later-communications.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { requestsOf } from '../requests.ts';

/** A row of a batch that must get warnings before it is filed. */
export interface WarnedRow {
  /** The reason for the warning, as part of a test's title. */
  kind: string;
  /** Method and address. */
  operation: string;
  body: Record<string, unknown>;
  /** Matches its only warning. */
  words: RegExp;
}

/**
 * A row for each kind of warning from an operation or a rule about terms. Two kinds are missing: an account of another client
 * company, for which a test needs client companies of its own, and more than ten warnings, which need a file of many contracts.
 */
export const warnedRows = (demo: DemoData): WarnedRow[] => {
  const { today } = seed;
  const requests = requestsOf(demo);
  const of = (operation: string, changed: object) => ({
    operation,
    body: { ...requests[operation]!.request, ...changed },
  });
  const [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh] =
    seed.demo.newWorkers;
  const alta = ({ nss, dni, identificacion }: typeof first & object, changed: object) =>
    of('POST /seg-social/alta', { nss, dni, identificacion: String(identificacion), ...changed });
  const contract = (person: typeof first, changed: object) => ({
    operation: 'POST /sepe/contrata',
    body: { ...newContract(seed, demo, person), ...changed },
  });
  const other = seed.other.accounts.general;
  return [
    {
      kind: 'a start after its day',
      ...alta(first!, { fecha_real: addDays(today, -1) }),
      words: /^El alta es posterior al inicio de la actividad/,
    },
    {
      kind: 'a start on its day',
      ...alta(second!, { fecha_real: today }),
      words: /^El alta se presenta el mismo día del inicio/,
    },
    {
      kind: 'an unemployed worker without benefits',
      ...alta(third!, { fecha_real: addDays(today, 1), cond_desempleado: '1' }),
      words: /^No se han enviado beneficios/,
    },
    {
      kind: 'a start that is removed after its day',
      ...of('DELETE /seg-social/alta', {}),
      words: /debía comunicarse antes de ese día/,
    },
    {
      kind: 'an end after its term',
      ...of('POST /seg-social/baja', { fecha_real: addDays(today, -9) }),
      words: /^La baja se comunica fuera de los seis días naturales/,
    },
    {
      kind: 'a change after its term',
      ...of('PUT /seg-social/cno', { fecha_real: addDays(today, -9), cno: '4309' }),
      words: /^La variación se comunica fuera de los seis días naturales/,
    },
    {
      kind: 'a coefficient below 10 %',
      ...of('PUT /seg-social/contract-coeficiente', { coeficiente: '50' }),
      words:
        /^El coeficiente 0?50 es el 5 % de la jornada, menos del 10 %: compruébelo\. Si es el 50 %, son 500 milésimas\.$/,
    },
    {
      kind: 'a coefficient with a full-time contract',
      ...alta(eleventh!, { fecha_real: addDays(today, 1), tipo_contrato: '100', coeficiente: '500' }),
      words:
        /^El contrato 100 es a tiempo completo y lleva un coeficiente de tiempo parcial, el 50 % de la jornada/,
    },
    {
      kind: 'a part-time contract without a coefficient',
      ...alta(seed.demo.staff[0]!, { fecha_real: addDays(today, 1), tipo_contrato: '200' }),
      words: /^El contrato 200 es a tiempo parcial y no lleva coeficiente/,
    },
    {
      kind: 'a contract after its term',
      ...contract(fourth, { startDate: addDays(today, -30) }),
      words: /^El contrato se comunica fuera de los diez días hábiles/,
    },
    {
      kind: 'a name that is cut',
      ...contract(fifth, { name: 'Maximiliano Francisco José' }),
      words: /^El SEPE solo admite 15 caracteres: .* se comunica como «Maximiliano Fra»\.$/,
    },
    {
      kind: 'hours of a training contract without their kind',
      ...contract(sixth, { codContract: '421', endDate: addDays(today, 200), HORAS_FORMACION: '001430' }),
      words: /^Sin jornadaType, las horas se comunican como semanales/,
    },
    {
      kind: 'a mark for which SEPE has no place',
      ...contract(seventh, { IND_CONTRATO_ESCRITO: 1 }),
      words: /^IND_CONTRATO_ESCRITO no se comunica con el tipo 100/,
    },
    {
      kind: 'a municipality of a country abroad',
      ...contract(eighth, { country: 250 }),
      words: /^municipality no se comunica con el país 250/,
    },
    {
      kind: 'a DNI of another nationality',
      ...contract(ninth, { nationality: 250 }),
      words: /^El documento es un DNI.* y la nacionalidad es 250/,
    },
    {
      kind: 'a worker who was just born',
      ...contract(tenth, { dateOfBirth: addDays(today, -100) }),
      words: /^La fecha de nacimiento es el .* y empieza a trabajar el /,
    },
    {
      kind: 'an occupation that does not exist',
      ...contract(first, { occupation: '9999' }),
      words: /^occupation: 9999 no está en la clasificación CNO-11/,
    },
    {
      kind: 'the account of somebody else in a transformation',
      operation: 'POST /sepe/transformation',
      body: {
        ...conversionOf(seed, demo),
        DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: other.regimen + other.ccc },
      },
      words: /CODIGO_CUENTA_COTIZACION no es la cuenta del contrato/,
    },
  ];
};

/** A row that SEPE is known to refuse: an extension that begins before its contract has ended. */
export const refusedExtension = (demo: DemoData) => ({
  operation: 'POST /sepe/prorroga',
  body: { ...extensionOf(seed, demo), startDate: seed.demo.convertibleContract.endDate },
  words: /^CCT0137: El SEPE rechazará esta prórroga: el contrato termina el \d\d\/\d\d\/\d{4}/,
});
