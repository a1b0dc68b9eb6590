import { describe, expect, test } from 'vitest';
import { exampleFile190 } from '../../../functions/gateway/aeat/return-190.ts';
import { xmlUpload } from '../../../functions/gateway/sepe/xml-file.ts';
import { demoData } from '../../../local/demo.ts';
import { seed } from '../../../sandbox/seed.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { actsOf, type NamedAct } from '../../../shared/serving/filing/content.ts';
import type { Acting } from '../../../shared/serving/stages.ts';
import { withOther } from '../../support/other-values.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { operationsAtAuthorities as operations, submissions } from '../../support/stand-in/counted.ts';

/** Which requests file the same legal act, and which acts undo one another: the table of docs/decisions.md, for every submission. */

type Fields = Record<string, unknown>;
/** A request: its operation, and other values by dotted path. */
type Sent = [operation: string, others?: Fields];

const requests = requestsOf(demoData());
const FOOTPRINT = 'E-28-2026-0000123';
const WORKER = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000097',
  dni: '12345678Z',
  fecha_real: '2026-12-01',
};
const CONTRACT = { ...WORKER, startDate: '2026-11-03', old_startDate: '2026-11-03' };

const record = (kind: string, members: string) =>
  `<${kind}><CODIGO_CUENTA_COTIZACION>${WORKER.regimen}${WORKER.ccc}</CODIGO_CUENTA_COTIZACION>${members}</${kind}>`;
const PERSON = '<IDENTIFICADORPFISICA>D12345678Z</IDENTIFICADORPFISICA>';
const START = '<FECHA_INICIO_CTO>20261103</FECHA_INICIO_CTO>';
const KEY = '<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>';
const file = (root: string, ...records: string[]): Fields => ({
  file: xmlUpload(
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><${root}>${records.join('')}</${root}>`),
  ),
});
const CONTRACT_RECORD = record(
  'CONTRATO_100',
  `${PERSON}<DATOS_GENERALES_CONTRATO><FECHA_INICIO>20261103</FECHA_INICIO></DATOS_GENERALES_CONTRATO>`,
);
const OTHER_RECORD = CONTRACT_RECORD.replace('12345678Z', '87654321X');
const transformation = (kind: string, ...by: string[]) => record(kind, by.join(''));

/** The request that an operation succeeds with, with the members of the subject that it has, and with other values. */
const sentBy = ([name, others = {}]: Sent): Fields => {
  const { request } = requestOf(requests, name);
  const common = Object.fromEntries(Object.entries(CONTRACT).filter(([field]) => field in request));
  return Object.entries({ ...common, ...others }).reduce(
    (sent, [path, value]) => withOther(sent, path.split('.'), value) as Fields,
    { ...request, ...(others.file ? { file: others.file } : {}) } as Fields,
  );
};

const actsIn = (sent: Sent, reference?: string): NamedAct[] => {
  const operation = operations.get(sent[0])!;
  const { value, errors } = readRequest(operation.request, sentBy(sent), {
    onlyDefined: false,
    forAuthority: true,
  });
  if (!value) throw new Error(`${sent[0]}: ${JSON.stringify(errors)}`);
  const certificate = { clientId: 0, dni: '12345678Z' };
  const acting = { operation, input: value, certificate, caller: { accountId: 'a1' } };
  return actsOf(acting as unknown as Acting, () => reference);
};

/** Whether two requests file the same act, so that the second is not sent. */
const isEqual = (one: Sent, other: Sent): boolean =>
  actsIn(one).some((act) => actsIn(other).some(({ name, sets }) => name === act.name && sets === act.sets));

/** Whether an accepted request frees the acts of another one, of which the authority gave a number. */
const frees = (later: Sent, first: Sent, reference?: string): boolean =>
  actsIn(first, reference).some((act) =>
    actsIn(later).some(
      ({ name, sets }) =>
        (name === act.name && sets !== act.sets) ||
        act.undoneBy.some((one) => one.name === name && one.sets === sets),
    ),
  );

const ALTA: Sent = ['POST /seg-social/alta'];
const BAJA: Sent = ['POST /seg-social/baja'];
const NOT_ALTA: Sent = ['DELETE /seg-social/alta'];
const NOT_BAJA: Sent = ['DELETE /seg-social/baja'];
const NO_CONTRACT: Sent = ['DELETE /sepe/contrata', { sepeId: FOOTPRINT, option: '1' }];
const NO_TRANSFORMATION: Sent = ['DELETE /sepe/contrata', { sepeId: FOOTPRINT, option: '2' }];
const byKey = 'DATOS_CONTRATO.CLAVE_CONTRATO';
const TRANSFORMATION: Fields = {
  'DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION': `${WORKER.regimen}${WORKER.ccc}`,
  'DATOS_CONTRATO.IDENTIFICADORPFISICA': 'D12345678Z',
  'DATOS_CONTRATO.FECHA_INICIO_CTO': '2026-11-03',
  [byKey]: undefined,
  TIPO_CONTRATO: '189',
};

interface Line {
  /** Of the operation itself: the same act all the same, and another act. */
  same: (Fields | Sent)[];
  other: (Fields | Sent)[];
  /** What frees it once it is accepted; and what does not. */
  freedBy: Sent[];
  notBy?: Sent[];
  /** Values of its request that the table goes by. */
  values?: Fields;
}

/** A change of a field, freed by another value. */
const change = (name: string, field: string, value: string, values: Fields = {}): [string, Line] => [
  name,
  {
    values,
    same: [{ dni: '87654321X' }],
    other: [{ [field]: value }, { nss: '281234567840' }],
    freedBy: [[name, { ...values, [field]: value }]],
    notBy: [NOT_ALTA, [name, { ...values, nss: '281234567840', [field]: value }]],
  },
];
const cesion = (name: string): [string, Line] => [
  name,
  {
    same: [{ dni: '87654321X' }],
    other: [{ cesion_tipo: '03' }],
    freedBy: ['POST', 'PUT', 'DELETE']
      .map((method): Sent => [`${method} /seg-social/etts/cesion`])
      .filter(([one]) => one !== name),
    notBy: [['DELETE /seg-social/etts/cesion', { cesion_ccc: '28000000098' }]],
  },
];
const opening = (name: string): [string, Line] => [name, { same: [{}], other: [], freedBy: [] }];
const transforming = (name: string): [string, Line] => [
  name,
  {
    values: TRANSFORMATION,
    same: [
      { 'DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO': '2026-12-15' },
      [
        'POST /sepe/contrata/transformation/xml',
        file('TRANSFORMACIONES', transformation('TRANSFORMACION_189', PERSON, START)),
      ],
    ],
    other: [{ 'DATOS_CONTRATO.FECHA_INICIO_CTO': '2026-10-01' }],
    freedBy: [[name, { ...TRANSFORMATION, TIPO_CONTRATO: '109' }], NO_CONTRACT, NO_TRANSFORMATION],
  },
];

const LINES: Record<string, Line> = Object.fromEntries<Line>([
  [
    'POST /seg-social/alta',
    {
      same: [{ dni: '87654321X' }, { grupo_cotizacion: '05' }],
      other: [{ fecha_real: '2026-12-02' }, { nss: '281234567840' }, { ccc: '28000000098' }],
      freedBy: [NOT_ALTA, BAJA, ['POST /seg-social/despido']],
      notBy: [NOT_BAJA, ['DELETE /seg-social/alta', { fecha_real: '2026-12-02' }]],
    },
  ],
  ...['baja', 'despido'].map((path): [string, Line] => [
    `POST /seg-social/${path}`,
    {
      same: [BAJA, ['POST /seg-social/despido'], { dni: '87654321X' }],
      other: [{ fecha_real: '2026-12-02' }],
      freedBy: [NOT_BAJA, ALTA],
      notBy: [NOT_ALTA],
    },
  ]),
  [
    'DELETE /seg-social/alta',
    {
      same: [{ ccc: '28000000097' }],
      other: [{ fecha_real: '2026-12-02' }],
      freedBy: [ALTA, BAJA],
      notBy: [NOT_BAJA],
    },
  ],
  [
    'DELETE /seg-social/baja',
    { same: [{}], other: [{ fecha_real: '2026-12-02' }], freedBy: [ALTA, BAJA], notBy: [NOT_ALTA] },
  ],
  change('PUT /seg-social/occupation', 'ocupacion', 'b'),
  change('PUT /seg-social/contribution-group', 'grupo_cotizacion', '05'),
  change('PUT /seg-social/category-professional', 'category_professional', '0000303', { regimen: '0112' }),
  change('PUT /seg-social/cno', 'cno', '4112'),
  change('PUT /seg-social/contract-coeficiente', 'contractType', '100'),
  ...['POST', 'PUT', 'DELETE'].map((method) => cesion(`${method} /seg-social/etts/cesion`)),
  [
    'POST /seg-social/pract-no-remun',
    {
      values: { startDate: '2026-11-01' },
      same: [{ dni: '87654321X' }],
      other: [{ startDate: '2026-12-01' }, { dia_efectivo: 3 }],
      freedBy: [['POST /seg-social/pract-no-remun', { startDate: '2026-11-01', dia_efectivo: 3 }]],
    },
  ],
  [
    'POST /seg-social/it',
    {
      same: [{ dni: '87654321X' }, { duplicate: 0 }],
      other: [{ fecha_baja: '2026-11-20' }, { base: '000190000' }],
      freedBy: [['POST /seg-social/it', { base: '000190000' }]],
    },
  ],
  [
    'POST /seg-social/nacimiento',
    {
      same: [{ dni: '87654321X' }, { duplicate: 0 }],
      other: [{ fecha_inicio: '2026-11-15' }, { fecha_fin: '2027-03-08' }],
      freedBy: [['POST /seg-social/nacimiento', { fecha_fin: '2027-03-08' }]],
    },
  ],
  [
    'PUT /seg-social/datos-bancarios',
    {
      same: [{ authorized_num: '12345' }],
      other: [{ option: 'acreedor' }, { 'cuenta.titular': 'OTRA SL' }],
      freedBy: [['PUT /seg-social/datos-bancarios', { 'cuenta.titular': 'OTRA SL' }]],
    },
  ],
  [
    'POST /aeat/modelo-111',
    {
      same: [{ razon_social: 'OTRO NOMBRE SL' }],
      other: [{ periodo: '3T' }, { cif: 'B12345674' }, { tipo: 'G', iban: undefined }],
      freedBy: [
        [
          'POST /aeat/modelo-111',
          {
            complementaria: true,
            justificante_anterior: '1112600000017',
            casilla_29: '00000000000035000',
            casilla_30: '00000000000100000',
          },
        ],
      ],
    },
  ],
  [
    'POST /aeat/modelo-190',
    {
      same: [{ cif: undefined }],
      other: [{ registro_gzip: undefined, registro: exampleFile190('B12345674') }],
      freedBy: [
        [
          'POST /aeat/modelo-190',
          {
            registro_gzip: undefined,
            registro: exampleFile190(seed.demo.company.cif).replace('PEREZ GOMEZ ANA', 'PEREZ GOMEZ EVA'),
          },
        ],
      ],
    },
  ],
  ...['seg-social', 'dehu', 'aeat'].map((group) => opening(`POST /${group}/notification-accept`)),
  [
    'POST /sepe/contrata',
    {
      same: [
        { nivelFormativo: '51' },
        ['POST /sepe/contrata/xml', file('CONTRATOS', CONTRACT_RECORD)],
        ['POST /sepe/contrata/xml', file('CONTRATOS', OTHER_RECORD, CONTRACT_RECORD)],
      ],
      other: [{ dni: '87654321X' }, ['POST /sepe/contrata/xml', file('CONTRATOS', OTHER_RECORD)]],
      freedBy: [NO_CONTRACT],
      notBy: [NO_TRANSFORMATION, ['DELETE /sepe/contrata', { sepeId: 'E-28-2026-0000999', option: '1' }]],
    },
  ],
  [
    'POST /sepe/contrata/xml',
    {
      values: file('CONTRATOS', CONTRACT_RECORD),
      same: [['POST /sepe/contrata'], file('CONTRATOS', OTHER_RECORD, CONTRACT_RECORD)],
      other: [file('CONTRATOS', OTHER_RECORD)],
      freedBy: [NO_CONTRACT],
    },
  ],
  ...['sepe', 'seg-social'].map((group) => transforming(`POST /${group}/transformation`)),
  [
    'POST /sepe/contrata/transformation/xml',
    {
      values: file('TRANSFORMACIONES', transformation('TRANSFORMACION_189', KEY)),
      same: [['POST /sepe/transformation', { ...TRANSFORMATION, [byKey]: FOOTPRINT }]],
      other: [file('TRANSFORMACIONES', transformation('TRANSFORMACION_109', KEY))],
      freedBy: [
        [
          'POST /sepe/contrata/transformation/xml',
          file('TRANSFORMACIONES', transformation('TRANSFORMACION_109', KEY)),
        ],
        NO_CONTRACT,
        NO_TRANSFORMATION,
      ],
    },
  ],
  [
    'POST /sepe/prorroga',
    {
      same: [{ endDate: '2027-09-01' }],
      other: [{ startDate: '2027-05-04' }],
      values: { startDate: '2027-05-03', endDate: '2027-08-02' },
      freedBy: [NO_CONTRACT],
      notBy: [NO_TRANSFORMATION],
    },
  ],
  [
    'POST /sepe/llamamientos',
    {
      same: [{ 'employees.0.occupation': '4411' }],
      other: [{ 'employees.0.startDate': '2026-10-01', 'employees.0.endDate': undefined }],
      values: { 'employees.0.sepeId': `${FOOTPRINT}00` },
      freedBy: [NO_CONTRACT],
    },
  ],
  [
    'POST /sepe/copy-basic',
    {
      values: { sepeId: FOOTPRINT, cif: 'B12345674' },
      same: [
        { TEXTO_COPIABASICA: 'Otra jornada.' },
        ['POST /sepe/copy-basic/xml', file('COPIASBASICAS', record('COPIABASICA', KEY))],
      ],
      other: [{ sepeId: undefined, dni: '87654321X' }],
      freedBy: [NO_CONTRACT],
    },
  ],
  [
    'POST /sepe/copy-basic/xml',
    {
      values: file('COPIASBASICAS', record('COPIABASICA', KEY)),
      same: [['POST /sepe/copy-basic', { sepeId: FOOTPRINT }]],
      other: [file('COPIASBASICAS', record('COPIABASICA', KEY.replace('123<', '124<')))],
      freedBy: [NO_CONTRACT],
    },
  ],
  [
    'DELETE /sepe/contrata',
    {
      values: { sepeId: FOOTPRINT, option: '1' },
      same: [{}],
      other: [{ option: '2' }],
      freedBy: [],
      notBy: [['POST /sepe/contrata']],
    },
  ],
  [
    'POST /sepe/certifica',
    {
      same: [{}],
      other: [{ 'Datos_Trabajador.CodProfesion': '4411' }],
      freedBy: [['POST /sepe/certifica', { 'Datos_Trabajador.CodProfesion': '4411' }]],
    },
  ],
]);

test('every submission has its line in the table of acts', () => {
  expect(Object.keys(LINES).toSorted()).toEqual(submissions.toSorted());
});

describe.each(Object.entries(LINES))(
  'the act of %s',
  (name, { same, other, freedBy, notBy = [], values = {} }) => {
    const usual: Sent = [name, values];
    const sent = (one: Fields | Sent): Sent => (Array.isArray(one) ? one : [name, { ...values, ...one }]);

    test('the act is the same with other details that do not identify it, and another one otherwise', () => {
      expect(isEqual(usual, usual)).toBe(true);
      for (const one of same) expect(isEqual(usual, sent(one)), JSON.stringify(one)).toBe(true);
      for (const one of other) expect(isEqual(usual, sent(one)), JSON.stringify(one)).toBe(false);
    });

    test('the act is free again after one that undoes or overwrites it, and after nothing else', () => {
      for (const one of freedBy) expect(frees(one, usual, FOOTPRINT), JSON.stringify(one)).toBe(true);
      for (const one of [...notBy, usual])
        expect(frees(one, usual, FOOTPRINT), JSON.stringify(one)).toBe(false);
    });
  },
);
