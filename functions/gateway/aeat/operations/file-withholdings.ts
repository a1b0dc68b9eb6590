import * as z from 'zod';
import { modelo111, type Receipt } from '../../../../shared/authorities/aeat/modelo-111.ts';
import {
  AMOUNT_DIGITS,
  BOXES,
  type Box,
  boxOf,
  INCOMES,
  PERIODS,
  RESULTS,
  readRecord111,
  recordName,
} from '../../../../shared/authorities/aeat/modelo-111-record.ts';
import { showAmount } from '../../../../shared/kernel/amounts.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import {
  bool,
  capitals,
  code,
  digits,
  hundredths,
  integer,
  nameField,
  test,
  text,
} from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import {
  asking,
  expected,
  inUsualForm,
  mandatory,
  onlyWith,
  rule,
  together,
} from '../../../../shared/kernel/rules.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { answerText, exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { taxId } from '../fields.ts';
import { presentedJustNow } from '../look-up.ts';
import { daysOfPeriod, withholdingsFact } from '../periods.ts';

type Values = Record<string, unknown>;

/** The first year of the record design. */
const FIRST_YEAR = 2019;
/** Most persons that the record holds. */
const MOST_PERSONS = 99_999_999;
const TOTAL = boxOf(28);
const BEFORE = boxOf(29);
const RESULT = boxOf(30);
const WITHHELD = BOXES.map(([, , withheld]) => withheld);

const numberOf = (box: string): string => box.slice(-2);
const amountField = (box: Box, what: string) =>
  hundredths(AMOUNT_DIGITS, `Casilla ${numberOf(box)} · ${what}`, '€').optional();

/** Boxes 01 to 27, three for each kind of income. */
const boxFields = Object.fromEntries(
  BOXES.flatMap(([persons, amount, withheld], place) => {
    const income = INCOMES[place]!;
    const isInKind = income.includes('especie') || income.includes('imagen');
    return [
      [persons, integer(`Casilla ${numberOf(persons)} · perceptores de ${income}.`, MOST_PERSONS).optional()],
      [amount, amountField(amount, `percepciones de ${income}`)],
      [withheld, amountField(withheld, `${isInKind ? 'ingresos a cuenta' : 'retenciones'} de ${income}`)],
    ];
  }),
) as Record<Box, z.ZodOptional<z.ZodType<string | number, string | number>>>;

/** The result may be declared in four ways; the text says why in no other. */
const resultField = z
  .enum(Object.keys(RESULTS) as (keyof typeof RESULTS)[], {
    error:
      'Debe ser I, U, G o N. El modelo 111 no tiene devolución, y el aplazamiento, la compensación y los ingresos parciales no se ' +
      'presentan por aquí: no es público cómo los admite este servicio de la Agencia Tributaria.',
  })
  .meta({
    description:
      'Forma de pago: I ingreso con NRC, U domiciliación, G cuenta corriente tributaria, N negativa (nada que ingresar).',
    codes: RESULTS,
  });

const fields = {
  cif: taxId('NIF del declarante: la empresa o persona que retiene.').optional(),
  razon_social: nameField(
    text(60, 'Razón social, o apellidos si es una persona física.'),
    'company',
  ).optional(),
  nombre: nameField(text(20, 'Nombre, solo si es una persona física.'), 'person').optional(),
  ejercicio: digits(4, 'Ejercicio.').optional(),
  periodo: code(PERIODS, 'Periodo: 01 a 12 si es mensual, 1T a 4T si es trimestral.').optional(),
  ...boxFields,
  [TOTAL]: amountField(TOTAL, 'suma de retenciones e ingresos a cuenta'),
  [BEFORE]: amountField(BEFORE, 'a deducir por la declaración anterior del periodo'),
  [RESULT]: amountField(RESULT, 'resultado a ingresar'),
  tipo: resultField.optional(),
  nrc: capitals()
    .regex(/^[0-9A-Z]{22}$/, { error: 'Debe tener 22 letras y cifras.' })
    .meta({ description: 'NRC del pago hecho en el banco, 22 caracteres; solo con tipo I.' })
    .optional(),
  iban: capitals()
    .overwrite((value) => value.replace(/[\s-]/g, ''))
    .regex(/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/, { error: 'Debe ser un IBAN.' })
    .meta({ description: 'IBAN de la cuenta de cargo; solo con tipo U.', identifier: 'iban' })
    .optional(),
  complementaria: bool(
    'Si completa otra declaración ya presentada del mismo periodo. El modelo 111 no tiene declaración sustitutiva.',
  ).optional(),
  justificante_anterior: digits(13, 'Justificante de la declaración que se completa.').optional(),
} as const;
const declaredShape = z.object(fields as unknown as Record<string, z.ZodType>);

/** The record, read; its faults are those of the layout, and those of its values as if they had been sent as fields. */
const readSent = (record: unknown): { declared: Values } | { faults: string[] } => {
  const read = readRecord111(String(record));
  if ('faults' in read) return read;
  const values = declaredShape.safeParse(read.declared);
  if (values.success) return { declared: values.data };
  return {
    faults: values.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  };
};

/** A record in place of fields, as its fields; one that cannot be read stays. */
const withRecord = ({ registro }: Values): Values => {
  const read = registro === undefined ? undefined : readSent(registro);
  return read && 'declared' in read ? { ...read.declared, registro: undefined } : {};
};

/** Names as the record has them; no boxes of zeros, which say the same as boxes that are left out. The totals stay. */
const asDeclared = (values: Values): Values => ({
  ...Object.fromEntries(
    ['razon_social', 'nombre'].flatMap((name) =>
      values[name] === undefined ? [] : [[name, recordName(String(values[name])) || undefined]],
    ),
  ),
  ...Object.fromEntries(
    BOXES.filter((boxes) => boxes.every((box) => Number(values[box] ?? 0) === 0))
      .flat()
      .map((box) => [box, undefined]),
  ),
  ...(Number(values[BEFORE] ?? 0) === 0 && { [BEFORE]: undefined }),
  ...(values.complementaria !== true && { complementaria: undefined }),
});

const hundredthsIn = (values: Values, box: string): bigint =>
  /^\d+$/.test(String(values[box])) ? BigInt(String(values[box])) : 0n;
const sumOf = (values: Values): bigint => WITHHELD.reduce((sum, box) => sum + hundredthsIn(values, box), 0n);
const euros = (amount: bigint): string => showAmount(String(amount), '€');

const totalFault = (values: Values): string | undefined => {
  const [sum, total] = [sumOf(values), hundredthsIn(values, TOTAL)];
  return sum === total
    ? undefined
    : `Las casillas ${WITHHELD.map(numberOf).join(', ')} suman ${euros(sum)}, y la casilla 28 dice ${euros(total)}.`;
};
const resultFault = (values: Values): string | undefined => {
  const [total, before, result] = [TOTAL, BEFORE, RESULT].map((box) => hundredthsIn(values, box)) as [
    bigint,
    bigint,
    bigint,
  ];
  if (before > total)
    return `La casilla 29 (${euros(before)}) es mayor que la 28 (${euros(total)}), y el modelo 111 no tiene resultado negativo.`;
  return total - before === result
    ? undefined
    : `La casilla 28 menos la 29 es ${euros(total - before)}, y la casilla 30 dice ${euros(result)}.`;
};
const isRead = ({ registro }: Values): boolean => registro === undefined;

const COMPULSORY = ['cif', 'razon_social', 'ejercicio', 'periodo', TOTAL, RESULT, 'tipo'];

const request = z
  .object({
    test,
    ...fields,
    registro: text(
      1400,
      'Registro oficial del modelo 111 (diseño DR111), como texto, en lugar de los demás datos; el NRC va aparte.',
    ).optional(),
  })
  .check(
    rule(
      'registro',
      ({ test: _, registro: __, nrc: ___, ...others }) =>
        `Con el registro no se envían otros datos: ${Object.keys(others)
          .filter((name) => others[name] !== undefined)
          .join(', ')}.`,
      ({ test: _, registro, nrc: __, ...others }) =>
        registro !== undefined && Object.values(others).some((value) => value !== undefined),
    ),
    rule(
      'registro',
      ({ registro }) => {
        const read = readSent(registro);
        return 'faults' in read ? read.faults.join(' ') : undefined;
      },
      ({ registro }) => registro !== undefined && 'faults' in readSent(registro),
    ),
    inUsualForm(withRecord),
    inUsualForm(asDeclared),
    ...COMPULSORY.map((field) =>
      asking(
        rule(
          field,
          'Es obligatorio, salvo que se envíe el registro oficial.',
          (values) => isRead(values) && values[field] === undefined,
        ),
        { mandatoryWith: [{ registro: false }] },
      ),
    ),
    rule(
      'ejercicio',
      `Debe ser ${FIRST_YEAR} o posterior: el registro de antes tenía otro diseño.`,
      ({ ejercicio }) => typeof ejercicio === 'string' && Number(ejercicio) < FIRST_YEAR,
    ),
    ...BOXES.flatMap((boxes) => together(...boxes)),
    // A firm with workers pays them in money.
    ...BOXES[0]!.map((box) => expected(box, 'Lo habitual, si se pagaron nóminas.', { registro: false })),
    rule(
      TOTAL,
      totalFault,
      (values) => isRead(values) && TOTAL in values && totalFault(values) !== undefined,
    ),
    rule(
      RESULT,
      resultFault,
      (values) => isRead(values) && RESULT in values && resultFault(values) !== undefined,
    ),
    mandatory('nrc', 'tipo I', { tipo: ['I'] }),
    onlyWith('nrc', 'tipo I', { tipo: ['I'] }, { registro: true }),
    mandatory('iban', 'tipo U', { tipo: ['U'] }),
    onlyWith('iban', 'tipo U', { tipo: ['U'] }),
    rule(
      'tipo',
      'Con resultado cero la declaración es negativa (N); con resultado a ingresar es I, U o G.',
      (values) =>
        values.tipo !== undefined &&
        values[RESULT] !== undefined &&
        (hundredthsIn(values, RESULT) === 0n) !== (values.tipo === 'N'),
    ),
    mandatory('justificante_anterior', 'complementaria', { complementaria: ['true'] }),
    onlyWith('justificante_anterior', 'complementaria', { complementaria: ['true'] }),
    onlyWith(BEFORE, 'complementaria', { complementaria: ['true'] }),
  );

type Sent = z.output<typeof request>;
/** A request whose compulsory fields are there, as its rules hold. */
const declaredIn = (sent: Sent) => sent as Sent & Parameters<(typeof modelo111)['script']>[0];

const response = z.object({
  justificante: answerText('Número de justificante.'),
  csv: answerText('Código seguro de verificación.'),
  expediente: answerText('Expediente o referencia.'),
  presentada: answerText('Cuándo se presentó, hora de España, AAAA-MM-DDTHH:MM.'),
  file: fileObject.nullable().meta({
    description: 'Justificante (PDF); nulo si aún no está: se pide con GET /aeat/declaraciones.',
  }),
});

export const fileWithholdings = submission({
  id: 'fileWithholdings',
  method: 'POST',
  path: '/modelo-111',
  summary: 'Presentar el modelo 111 (retenciones e ingresos a cuenta del IRPF)',
  description:
    'Se envían las casillas, o el registro oficial como texto. Este servicio no calcula impuestos: compara las sumas, y si no ' +
    'cuadran no presenta nada. La Agencia Tributaria no pide confirmación: con test=1 se comprueban los datos y el registro, y ' +
    'no se le pregunta nada. Antes de presentar se consulta si el periodo ya está declarado: otra declaración solo se presenta ' +
    'como complementaria. Las casillas de cada clase de renta van las tres juntas.',
  authority: 'aeat',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  content: (sent) => sent,
  acts: ({ test: _, cif, ejercicio, periodo, razon_social: __, nombre: ___, ...sets }) => {
    return [{ family: 'withholdings', subject: [cif, ejercicio, periodo], sets, isAlone: true }];
  },
  about: ({ cif, ejercicio = '', periodo = '' }) => ({ cif, date: daysOfPeriod(ejercicio, periodo)?.end }),
  missingFields: {
    account: 'It is about the tax id of a company.',
    worker: 'It sums the withholdings of all workers.',
  },
  rate: 'write',
  standing: 'chosen',
  request,
  response,
  example: {
    request: {
      cif: 'B12345674',
      razon_social: 'EMPRESA DE EJEMPLO SL',
      ejercicio: 2026,
      periodo: '3T',
      casilla_01: 3,
      casilla_02: '00000000000900000',
      casilla_03: '00000000000135000',
      casilla_28: '00000000000135000',
      casilla_30: '00000000000135000',
      tipo: 'U',
      iban: 'ES9121000418450200051332',
    },
    response: {
      justificante: '1112600000017',
      csv: 'ABCDEFGHJKLMNPQR',
      expediente: '202611100000017A',
      presentada: '2026-10-15T10:30:00',
      file: exampleFile('justificante.pdf'),
    },
  },
  run: async (sent, { aeat, keep, authorityNow }) => {
    const declared = declaredIn(sent);
    const { start = '' } = daysOfPeriod(declared.ejercicio, declared.periodo) ?? {};
    if (start > madridDay(authorityNow)) throw invalid({ periodo: ['Este periodo aún no ha empezado.'] });
    const receipt = await aeat.submit(modelo111, declared);
    return receipt ? replyOf(receipt, { keep }) : {};
  },
  emits: (sent, { reference }) => {
    const { cif, ejercicio, periodo, tipo } = declaredIn(sent);
    return withholdingsFact({ cif, ejercicio, periodo }, { reference, payment: tipo });
  },
  lookUp: {
    find: async (sent, facts, { aeat, keep }) => {
      const receipt = await presentedJustNow(aeat, declaredIn(sent), facts);
      return receipt && replyOf(receipt, { keep });
    },
  },
});

const replyOf = async (
  { justificante, csv, expediente, presentada, notices, document }: Receipt,
  { keep }: Pick<Ports, 'keep'>,
): Promise<Reply<z.output<typeof response>>> => ({
  data: { justificante, csv, expediente, presentada, file: document ? await keep(document) : null },
  ...(!document && {
    message:
      'La declaración está presentada. La Agencia Tributaria aún no ha dado el justificante: pídalo con GET /aeat/declaraciones.',
  }),
  ...(notices.length > 0 && { warnings: notices }),
  filed: { reference: justificante },
});
