import { describe, expect, test } from 'vitest';
import { xmlUpload } from '../../../functions/gateway/sepe/xml-file.ts';
import { demoData } from '../../../local/demo.ts';
import {
  type Contract,
  contractDocument,
} from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { withoutPlace } from '../../../shared/authorities/sepe/documents/contract-fields.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { actsOf, contentHashOf, detailsOf } from '../../../shared/serving/filing/content.ts';
import type { Acting } from '../../../shared/serving/stages.ts';
import { at, leavesOf, othersOf, withOther } from '../../support/other-values.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { operationsAtAuthorities as operations, submissions } from '../../support/stand-in/counted.ts';

/**
 * Which requests file the same, for every submission. Written differently, they are recognised as one, so that an unknown
 * outcome blocks both; with another value they are two.
 */

type Fields = Record<string, unknown>;

/** Fields that only influence the answer. */
const OF_THE_ANSWER = ['test', 'duplicate', 'obtener_idc'];

/** Fields, and values of a field, that do not make another filing. */
const MEANS_THE_SAME = [
  'POST /seg-social/alta grupo_cotizacion 7',
  'POST /seg-social/baja inactividad_z N',
  // Names the user who acts, and not what is filed.
  'PUT /seg-social/datos-bancarios authorized_num',
  'POST /sepe/contrata IND_CONTRATO_ESCRITO false',
  'POST /aeat/modelo-111 complementaria false',
  'POST /aeat/modelo-190 complementaria false',
  'POST /aeat/modelo-190 sustitutiva false',
  // The value with which a training contract is sent if it is missing.
  'POST /sepe/contrata jornadaType S',
];

/** Whether a field of a contract is left out: its type has no place for it, or it is the municipality of a place abroad. */
const isLeftOut = (name: string, sent: Fields, [field = '']: string[]): boolean => {
  const contract: Fields = (name === 'POST /sepe/contrata' && read(name, sent)) || {};
  const countries: Fields = {
    municipality: contract.country,
    municipalityContract: contract.nationalityContract,
  };
  return withoutPlace(contract).includes(field) || ![undefined, '724'].includes(countries[field] as string);
};

/** The most values of a field that are tried. */
const TRIES = 5;

const requests = requestsOf(demoData());

const read = (name: string, sent: Fields) =>
  readRequest(operations.get(name)!.request, sent, { onlyDefined: true, forAuthority: true }).value;

/** The content hash, the acts and the details that its record would have; `undefined` for an invalid request. */
const contentOf = (name: string, sent: Fields): string | undefined => {
  const input = read(name, sent);
  const acting = { certificate: { clientId: 0, dni: '12345678Z' }, operation: operations.get(name), input };
  if (!input) return undefined;
  const filed = { caller: { accountId: 'a1' }, ...acting } as unknown as Acting;
  // Acts count, whatever the order of the records in which they are.
  const acts = actsOf(filed).map(({ entries: _, ...act }) => JSON.stringify(act));
  return JSON.stringify([contentHashOf(filed), acts.toSorted(), detailsOf(filed)]);
};

/** The same value in other forms, as other programs write it. */
const writtenOtherwise = (value: unknown, authority: string): unknown[] => {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value), Number(value)];
  if (typeof value !== 'string') return value === undefined ? [null, ''] : [];
  const forms = [` ${value} `, value.normalize('NFD')];
  if (/^\d{1,5}$/.test(value)) forms.push(...([Number(value)] as unknown as string[]));
  if (authority === 'tgss' || authority === 'sepe')
    forms.push(value.toUpperCase(), value.toLowerCase(), value.replaceAll(' ', '  '));
  if (authority === 'tgss') forms.push(`0${value}`, `00${value}`, value.replace(/^0+/, ''));
  return forms;
};

describe.each(submissions)('the content of %s', (name) => {
  const { request, authority } = operations.get(name)!;
  const { request: usual, more = [] } = requestOf(requests, name);
  const places = [usual, ...more].flatMap((sent) =>
    leavesOf(request)
      .filter(({ path }) => !OF_THE_ANSWER.includes(path[0]!) && at(sent, path.slice(0, -1)) !== undefined)
      .map(({ path, schema }) => ({ sent, path, schema, content: contentOf(name, sent) })),
  );

  test('the content is the same if it is written differently', () => {
    const others = places.flatMap(({ sent, path, content }) =>
      writtenOtherwise(at(sent, path), authority)
        .filter((form) => ![undefined, content].includes(contentOf(name, withOther(sent, path, form))))
        .map((form) => [path.join('.'), form]),
    );
    expect(others).toEqual([]);
  });

  test('the content differs with another value', () => {
    const same = places.flatMap(({ sent, path, schema, content }) =>
      othersOf(schema, at(read(name, sent), path))
        .slice(0, TRIES)
        .filter((other) => contentOf(name, withOther(sent, path, other.sent)) === content)
        .filter((other) => !isLeftOut(name, withOther(sent, path, other.sent), path))
        .map((other) => `${name} ${path.join('.')} ${other.read}`)
        .filter((other) => !MEANS_THE_SAME.some((one) => `${other} `.startsWith(`${one} `))),
    );
    expect(same).toEqual([]);
  });
});

/** A document without its declaration, with each element on a separate line. */
const laidOut = (document: string): string =>
  document.replace(/^<\?xml[^>]*\?>/, '').replaceAll('><', '>\n  <');

describe('a filing in two forms', () => {
  const { request: contract, more: contracts = [] } = requestOf(requests, 'POST /sepe/contrata');
  const training = contracts.find(({ codContract }) => codContract === '421')!;
  const { request: certificate } = requestOf(requests, 'POST /sepe/certifica');
  const { request: dismissal } = requestOf(requests, 'POST /seg-social/despido');
  const { request: bank } = requestOf(requests, 'PUT /seg-social/datos-bancarios');
  const { request: calls } = requestOf(requests, 'POST /sepe/llamamientos');
  const [call] = calls.employees as Fields[];
  const later = { ...call, startDate: '2027-04-01', endDate: undefined };
  const ofXml = (file: Buffer) => ({ file: xmlUpload(file) });
  const document = contractDocument(read('POST /sepe/contrata', contract) as unknown as Contract, '');
  const withProfession = (code: string) => withOther(certificate, ['Datos_Trabajador', 'CodProfesion'], code);
  const { country, ...withoutCountry } = contract;

  test.each<[string, [operation: string, request: Fields][]]>([
    [
      'names that SEPE’s schema has no room for',
      [
        ['POST /sepe/contrata', { ...contract, name: 'MARIA DE LOS ANGELES' }],
        ['POST /sepe/contrata', { ...contract, name: 'MARIA DE LOS AN' }],
      ],
    ],
    [
      'minutes of training apart or not',
      [
        ['POST /sepe/contrata', { ...training, HORAS_FORMACION: '001430' }],
        ['POST /sepe/contrata', { ...training, HORAS_FORMACION: '0014', jornadaFormativaMin: '30' }],
      ],
    ],
    [
      'no hours, or zero of them',
      [
        ['POST /sepe/contrata', contract],
        ['POST /sepe/contrata', { ...contract, jornadaHour: 0, jornadaMin: '00' }],
      ],
    ],
    [
      'a contract in writing or not, where SEPE does not ask',
      [
        ['POST /sepe/contrata', contract],
        ['POST /sepe/contrata', { ...contract, IND_CONTRATO_ESCRITO: 1 }],
      ],
    ],
    [
      'the country by either name',
      [
        ['POST /sepe/contrata', contract],
        ['POST /sepe/contrata', { ...withoutCountry, PAIS_RESIDENCIA: country }],
      ],
    ],
    [
      'an occupation with the zeros that complete it',
      [
        ['POST /sepe/certifica', withProfession('4309')],
        ['POST /sepe/certifica', withProfession('4309000')],
      ],
    ],
    [
      'the authorised user who acts named or not',
      [
        ['PUT /seg-social/datos-bancarios', { ...bank, authorized_num: '999001' }],
        ['PUT /seg-social/datos-bancarios', { ...bank, authorized_num: undefined }],
      ],
    ],
    [
      'calls to work in another order',
      [
        ['POST /sepe/llamamientos', { ...calls, employees: [call, later] }],
        ['POST /sepe/llamamientos', { ...calls, employees: [later, call] }],
      ],
    ],
    [
      'a file in another encoding, and laid out otherwise',
      [
        ['POST /sepe/contrata/xml', ofXml(Buffer.from(document, 'latin1'))],
        ['POST /sepe/contrata/xml', ofXml(Buffer.from(laidOut(document)))],
      ],
    ],
    [
      'a dismissal, which is a termination',
      [
        ['POST /seg-social/despido', dismissal],
        ['POST /seg-social/baja', { ...dismissal, inactividad_z: 'N', obtener_idc: 1 }],
      ],
    ],
  ])('the filing is recognised as the same: %s', (_, [one, other]) => {
    const content = contentOf(...one!);
    expect(content).toBeDefined();
    expect(contentOf(...other!)).toBe(content);
  });
});
