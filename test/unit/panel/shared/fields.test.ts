import { describe, expect, test } from 'vitest';
import { reference } from '../../../../client/build/reference.ts';
import { demoData } from '../../../../local/demo.ts';
import {
  describedIn,
  type FormField,
  inLabels,
  isForm,
  type OpenApi,
} from '../../../../panel/src/shared/fields.ts';
import {
  countOf,
  filledOf,
  isChosen,
  requestOf,
  startOf,
  withoutElement,
  wrongAmounts,
} from '../../../../panel/src/shared/filled.ts';
import { usefulHelp } from '../../../../panel/src/shared/help.ts';
import { labelAt, linesOf, listsIn, summaryOf } from '../../../../panel/src/shared/summary.ts';
import { requestsAt } from '../../../../reference/requests.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { operations } from '../../../support/infra/groups.ts';

/** Forms for people, derived from the reference. */

const document = reference() as unknown as OpenApi;
const described = describedIn(document);
const forms = described.filter(isForm);
const formOf = (operation: string) => forms.find((form) => form.operation === operation)!;

test('each submission that a person can fill in has a form, and files that programs make have none', () => {
  const submissions = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-kind'] === 'submission')
    .map(({ operationId }) => operationId);
  const without = submissions.filter((operation) => !formOf(operation));
  expect(without.toSorted()).toEqual(['createBasicCopyXml', 'notifyContractXml', 'transformContractXml']);
});

const leavesOf = (fields: FormField[]): FormField[] =>
  fields.flatMap((field) => (field.fields ? leavesOf(field.fields) : [field]));

test('no form asks whether it is a dry run, and each field has a label in words', () => {
  for (const { operation, fields } of forms)
    for (const { name, label } of leavesOf(fields)) {
      expect(name, operation).not.toBe('test');
      expect(label, `${operation} ${name}`).toMatch(/^\p{Lu}.{2,}/u);
    }
});

test('no form has two fields with one label', () => {
  for (const { operation, fields } of forms) {
    const all = (some: FormField[]): string[] =>
      some.flatMap((field) => [field.label, ...all(field.fields ?? [])]);
    const labels = all(fields);
    expect(
      labels.filter((label, index) => labels.indexOf(label) !== index),
      operation,
    ).toEqual([]);
  }
});

test('a label says what the field is, and not only with which contracts', () => {
  for (const { operation, fields } of forms)
    for (const { name, label } of leavesOf(fields))
      expect(label, `${operation} ${name}`).not.toMatch(/^Contratos? \d|^Contratos? de [^ ]+$/);
});

/** An address of the interface, or a name that only programs know. SEPE's codes in answers, such as NO_LEIDA, are not names. */
const FOR_PROGRAMS = /\bdata\b|\bmessage\b|`|(?:POST|GET|PUT|DELETE) \/|[a-z][A-Z]|[a-z]_\w|\w_[a-z]/;

describe.each(described.map((form) => [form.address, form] as const))('the text %s', (_, form) => {
  const { title, fields, answer } = form;
  test('the text is shown without a name or an address for programs', () => {
    const labels = [...leavesOf(fields), ...leavesOf(answer)].map(({ label }) => label);
    // Only forms show the help of a field.
    const helps = forms.includes(form) ? leavesOf(fields).map(({ help = '' }) => help) : [];
    const wrong = [title, ...labels, ...helps].filter((text) =>
      FOR_PROGRAMS.test(text.replace(/«[^»]*»/g, '')),
    );
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['cno: Debe tener 4 dígitos.', '«Ocupación según la CNO»: Debe tener 4 dígitos.'],
  [
    'No se han enviado beneficios con cond_desempleado 1.',
    'No se han enviado beneficios con «Condición de desempleado» 1.',
  ],
  ['Pida los siguientes (continueToken).', 'Pida los siguientes.'],
  ['Declare lo que vea (POST /tramites/01K/resolve).', 'Declare lo que vea.'],
])('the text of an answer, %s, is shown to a person as %s', (text, shown) => {
  expect(inLabels(formOf('registerEmployee').fields, text)).toBe(shown);
});

test('a path within groups and lists reads as the label of its last field', () => {
  const { fields } = formOf('transformContract');
  const account = leavesOf(fields).find(({ name }) => name === 'CODIGO_CUENTA_COTIZACION')!;
  expect(inLabels(fields, 'DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION no es la cuenta del contrato.')).toBe(
    `«${account.label}» no es la cuenta del contrato.`,
  );
});

describe('the representative of a company certificate', () => {
  const { request, example } = operations.find(
    ({ operation }) => operation.id === 'fileCompanyCertificate',
  )!.operation;
  const withNif = (CIF_NIF: string) => {
    const sent = example.request as { Datos_Representante: object };
    const found = request.safeParse({
      ...sent,
      Datos_Representante: { ...sent.Datos_Representante, CIF_NIF },
    });
    return found.error?.issues.map(({ path }) => path.join('.'));
  };

  test('the representative is a person, and the tax id of a company is a mistake', () => {
    expect(withNif('87654321X')).toBeUndefined();
    expect(withNif('X1234567L')).toBeUndefined();
    expect(withNif('B12345674')).toEqual(['Datos_Representante.CIF_NIF']);
    const field = formOf('fileCompanyCertificate').fields[0]!.fields![0]!;
    expect(field.label).toBe('NIF o NIE del representante');
  });
});

test('optional fields are closed unless they hold something that a person chose', () => {
  const { fields } = formOf('registerEmployee');
  const start = startOf(fields);
  const chosenIn = (filled: Record<string, string>) =>
    fields.filter((field) => isChosen(field, field.name, filled)).map(({ name }) => name);
  expect(chosenIn(start)).toEqual([]);
  // As a trámite keeps it: with every flag, whether or not somebody chose it.
  expect(chosenIn({ duplicate: '1', obtener_idc: '0', rlce: ' ' })).toEqual([]);
  expect(new Set(chosenIn({ ...start, obtener_idc: '1', coeficiente: '500' }))).toEqual(
    new Set(['obtener_idc', 'coeficiente']),
  );
  const calls = formOf('callWorkers').fields;
  const list = calls.find(({ kind }) => kind === 'list')!;
  expect(isChosen(list, list.name, { [`${list.name}.1.${list.fields![0]!.name}`]: 'x' })).toBe(true);
  expect(isChosen(list, list.name, {})).toBe(false);
});

test.each<
  [help: string | undefined, choices: Record<string, string> | undefined, useful: string | undefined]
>([
  ['11 dígitos.', undefined, undefined],
  ['2 o 3 dígitos.', undefined, undefined],
  ['Máximo 750 caracteres.', undefined, undefined],
  ['Solo régimen 0112. 7 dígitos.', undefined, 'Solo régimen 0112.'],
  ['1 DNI, 2 pasaporte, 6 NIE.', { 1: '', 2: '', 6: '' }, undefined],
  [
    'A anual, B diaria. Con contratos fijos discontinuos debe ser A.',
    { A: '', B: '' },
    'Con contratos fijos discontinuos debe ser A.',
  ],
  [
    'Régimen 0163: 1 mensual, 2 jornadas reales.',
    { 1: '', 2: '' },
    'Régimen 0163: 1 mensual, 2 jornadas reales.',
  ],
  ['1 DNI, 2 pasaporte, 6 NIE.', undefined, '1 DNI, 2 pasaporte, 6 NIE.'],
  ['Que se presenta como máximo 60 días naturales antes.', undefined, 'Como mucho, dentro de 60 días.'],
  [undefined, undefined, undefined],
])('of the help %j with the choices %j, a form keeps %j', (help, choices, useful) => {
  expect(usefulHelp(help, choices)).toBe(useful);
});

describe('the form of a registration', () => {
  const { fields, address, hasDryRun, certificateType } = formOf('registerEmployee');
  const field = (name: string) => fields.find((one) => one.name === name)!;

  test('the form says what is needed, with codes in words and rules between fields', () => {
    expect({ address, hasDryRun, certificateType }).toEqual({
      address: 'POST /api/v4/seg-social/alta',
      hasDryRun: true,
      certificateType: 1,
    });
    expect(field('ccc')).toEqual({
      name: 'ccc',
      label: 'Código de cuenta de cotización',
      identifier: 'ccc',
      help: undefined,
      required: true,
      kind: 'text',
      sent: 'string',
    });
    expect(field('fecha_real')).toMatchObject({ label: 'Fecha real del alta', kind: 'date' });
    expect(field('identificacion')).toMatchObject({
      kind: 'choice',
      choices: { '1': '1 · DNI', '2': '2 · Pasaporte', '6': '6 · NIE' },
    });
    expect(field('duplicate')).toMatchObject({ choices: { '1': 'Sí', '0': 'No' }, sent: 'number' });
    // The form shows the field exactly when it is asked for; the other rules become help.
    expect(field('category_professional').help).toBe('Solo régimen 0112.');
    const born = formOf('notifyContract').fields.find(({ name }) => name === 'dateOfBirth')!;
    expect(born.help).toBe('Debe ser anterior al inicio del contrato.');
  });

  test('the form gives the request with its values, and no more', () => {
    const filled = { ccc: ' 28000000097 ', regimen: '0111', dni: '', duplicate: '1', test: '0' };
    expect(requestOf(fields, filled)).toEqual({ ccc: '28000000097', regimen: '0111', duplicate: 1 });
    expect(summaryOf(fields, { identificacion: '1', cno: '' })).toEqual([['Tipo de documento', '1 · DNI']]);
  });
});

test('groups and lists become requests within requests, and are read back', () => {
  const { fields } = formOf('callWorkers');
  const [first] = fields.find(({ name }) => name === 'employees')!.fields!;
  const filled = {
    cif: 'A99999997',
    [`employees.0.${first!.name}`]: 'x',
    [`employees.1.${first!.name}`]: '',
    [`employees.2.${first!.name}`]: 'y',
  };
  expect(countOf('employees', filled)).toBe(3);
  const request = requestOf(fields, filled);
  expect(request).toEqual({
    cif: 'A99999997',
    employees: [{ [first!.name]: 'x' }, { [first!.name]: 'y' }],
  });
  expect(requestOf(fields, filledOf(fields, request))).toEqual(request);
  expect(summaryOf(fields, filledOf(fields, request)).at(-1)?.[0]).toMatch(/^2 · /);
});

test('an element that is removed from a list leaves no gap, and nothing else moves', () => {
  const filled = { 'list.0.a': '0', 'list.1.a': '1', 'list.1.b.c': 'c', 'list.2.a': '2', listing: 'x' };
  expect(withoutElement(filled, 'list', 0)).toEqual({
    'list.0.a': '1',
    'list.0.b.c': 'c',
    'list.1.a': '2',
    listing: 'x',
  });
  expect(withoutElement(filled, 'list', 2)).toEqual({
    'list.0.a': '0',
    'list.1.a': '1',
    'list.1.b.c': 'c',
    listing: 'x',
  });
});

describe('values in words', () => {
  const { fields } = formOf('registerEmployee');
  const texts = { occupations: { '4122': '4122 · Empleados de control' } };
  const filled = { cno: '4122', fecha_real: '2026-12-07', identificacion: '1' };

  test('values are shown with the meaning of codes, and days as people read them', () => {
    expect(listsIn(fields, filled)).toEqual(['occupations']);
    const lines = Object.fromEntries(summaryOf(fields, filled, texts));
    expect(Object.values(lines).toSorted()).toEqual([
      ...['07/12/2026', '1 · DNI', '4122 · Empleados de control'],
    ]);
    // If a list cannot be loaded, its codes are still shown.
    expect(summaryOf(fields, filled).map(([, value]) => value)).toContain('4122');
  });

  test('values are shown by labels, also those of a trámite and those of no form, without the bytes of documents', () => {
    const lines = linesOf(
      { ccc: '1', duplicate: true, cno: '4122', other: { inner: [{ n: 2 }] }, no: null },
      fields,
      texts,
    );
    expect(lines).toEqual([
      ['Código de cuenta de cotización', '1'],
      [fields.find(({ name }) => name === 'duplicate')!.label, 'Sí'],
      [fields.find(({ name }) => name === 'cno')!.label, '4122 · Empleados de control'],
      ['other · inner · 1 · n', '2'],
    ]);
    const file = { name: 'ta.pdf', contentType: 'application/pdf', document: 0, content: 'QQ==' };
    const { answer } = formOf('notifyContract');
    expect(linesOf({ id: 'E-28', file }, answer)).toEqual([
      [expect.stringMatching(/^Huella del contrato/), 'E-28'],
      [expect.stringMatching(/^Duplicado del contrato · /), 'ta.pdf'],
    ]);
  });

  test('mistakes are shown at the labels of their fields', () => {
    expect(labelAt(fields, 'ccc')).toBe('Código de cuenta de cotización');
    expect(labelAt(fields, 'X-Cert-Secret')).toBe('Certificado');
    expect(labelAt(fields, 'tgss')).toBe('Seguridad Social');
    const calls = formOf('callWorkers').fields;
    const list = calls.find(({ name }) => name === 'employees')!;
    const inner = list.fields!.find(({ name }) => name === 'lastSurname')!;
    expect(labelAt(calls, 'employees.1.lastSurname')).toBe(`${list.label} · 2 · ${inner.label}`);
  });
});

/** Requests that succeed, by method and address. */
const requests = requestsAt(seed, demoData(seed));
const corrected = forms.map((form) => [form.operation, form] as const);

test.each(corrected)(
  'the form of a correction, %s, has the values of its trámite',
  (_, { address, fields }) => {
    const { request } = operations.find(({ name }) => name === address)!.operation;
    const sent = requests[address.replace('/api/v4', '')]!.request;
    // In the stored form: after parsing.
    const kept = JSON.parse(JSON.stringify(request.parse(sent)));
    const again = requestOf(fields, filledOf(fields, kept));
    expect(JSON.parse(JSON.stringify(request.parse(again)))).toEqual(kept);
  },
);

test('a value that is no number is sent as it is written, and the gateway refuses it', () => {
  const field: FormField = { name: 'days', label: 'Días', required: true, kind: 'text', sent: 'number' };
  expect(requestOf([field], { days: '12' })).toEqual({ days: 12 });
  expect(requestOf([field], { days: 'doce' })).toEqual({ days: 'doce' });
});

describe('an amount', () => {
  const form = formOf('fileCompanyCertificate');
  const path = 'Datos_Trabajador.Datos_Cotizacion.0.BaseCotizacionDesempleo';
  const inForm = (text: string) => ({ [path]: text });
  const sent = (text: string) =>
    (
      requestOf(form.fields, inForm(text)) as {
        Datos_Trabajador: { Datos_Cotizacion: { BaseCotizacionDesempleo: string }[] };
      }
    ).Datos_Trabajador.Datos_Cotizacion[0]!.BaseCotizacionDesempleo;

  test('an amount is filled in as money, sent in hundredths and shown as money again', () => {
    const field = leavesOf(form.fields).find(({ name }) => name === 'BaseCotizacionDesempleo')!;
    expect(field).toMatchObject({ amount: { unit: '€', width: 9 }, label: 'Base de desempleo' });
    // How programs write it does not help a person.
    expect(field.help).toBeUndefined();
    for (const text of ['1500', '1.500', '1.500,00', '1500,00 €']) expect(sent(text), text).toBe('000150000');
    expect(filledOf(form.fields, requestOf(form.fields, inForm('1500')))).toEqual(inForm('1.500,00'));
    expect(summaryOf(form.fields, inForm('1500'))[0]?.[1]).toBe('1.500,00 €');
    const kept = { Datos_Trabajador: { Datos_Cotizacion: [{ BaseCotizacionDesempleo: '000150000' }] } };
    expect(linesOf(kept, form.fields)[0]?.[1]).toBe('1.500,00 €');
  });

  test('an ambiguous or too large amount is a mistake at its field, and is not sent', () => {
    expect(wrongAmounts(form.fields, inForm('1500'))).toEqual({});
    expect(wrongAmounts(form.fields, inForm(''))).toEqual({});
    expect(wrongAmounts(form.fields, inForm('1,500'))).toEqual({
      [path]: [expect.stringContaining('1.500,00 €')],
    });
    expect(wrongAmounts(form.fields, inForm('10000000'))).toEqual({
      [path]: ['Como máximo 9.999.999,99 €.'],
    });
    expect(wrongAmounts(form.fields, { 'Datos_Trabajador.PorcentualDedicacion': '100' })).toEqual({
      'Datos_Trabajador.PorcentualDedicacion': ['Como máximo 99,99 %.'],
    });
  });

  test('no form asks for hundredths or thousandths in words', () => {
    for (const { operation, fields } of forms)
      for (const { label, help = '' } of leavesOf(fields))
        expect(`${label} ${help}`, operation).not.toMatch(/céntimo|centésima|milésima/);
  });
});

describe('a part-time coefficient', () => {
  const { fields } = formOf('registerEmployee');
  const inForm = (coeficiente: string) => ({ coeficiente });

  test.each(['37,5', '37,5 %', '37.5', '0,375', '375'])(
    'a coefficient that a person writes as %s is sent in thousandths, and shown in per cent with them',
    (text) => {
      expect(requestOf(fields, inForm(text))).toEqual({ coeficiente: '375' });
      expect(wrongAmounts(fields, inForm(text))).toEqual({});
      expect(summaryOf(fields, inForm(text))).toEqual([['Coeficiente de tiempo parcial', '37,5 % (375)']]);
    },
  );

  test('a coefficient that is a whole number is a percentage', () => {
    expect(requestOf(fields, inForm('50'))).toEqual({ coeficiente: '500' });
    expect(requestOf(fields, inForm('5'))).toEqual({ coeficiente: '050' });
  });

  test('the coefficient of a trámite is filled in as a percentage, and shown with its thousandths', () => {
    expect(filledOf(fields, { coeficiente: '050' })).toEqual(inForm('5 %'));
    expect(linesOf({ coeficiente: '375' }, fields)).toEqual([
      ['Coeficiente de tiempo parcial', '37,5 % (375)'],
    ]);
  });

  test.each([
    ['1', '1 puede ser la jornada completa o el 1 %: escriba 100 % o 1 %.'],
    ['20 h', '20 h son horas: escriba qué parte de la jornada completa es, como 50 %.'],
    ['100', 'A tiempo completo no lleva coeficiente: deje el campo vacío.'],
    ['Completa', 'A tiempo completo no lleva coeficiente: deje el campo vacío.'],
  ])('a coefficient written as %s is a mistake at its field', (text, mistake) => {
    expect(wrongAmounts(fields, inForm(text))).toEqual({ coeficiente: [mistake] });
  });
});
