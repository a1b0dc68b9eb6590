import { expect, test } from 'vitest';
import { type Exchange, Unreadable } from '../../../shared/authorities/exchange.ts';
import { assignment } from '../../../shared/authorities/tgss/prosa/assignment.ts';
import { authorisedUsers } from '../../../shared/authorities/tgss/prosa/authorised-users.ts';
import { bankDetails } from '../../../shared/authorities/tgss/prosa/bank-details.ts';
import {
  changeCategory,
  changeGroup,
  changeOccupation,
} from '../../../shared/authorities/tgss/prosa/change-record.ts';
import { contributionRecord } from '../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { fie } from '../../../shared/authorities/tgss/prosa/fie.ts';
import { removeRegistration } from '../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { settlementReceipt } from '../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { unpaidPlacement } from '../../../shared/authorities/tgss/prosa/unpaid-placement.ts';
import { runConnector } from '../../support/stand-in/comparison.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { tgssDialogs } from '../../support/stand-in/tgss-screen.ts';

/** All exchanges with Prosa, in both shapes of its pages: for programs and for browsers. */

const { demo, today } = seed;
const { general, agency, artists } = demo.accounts;
const { worker } = demo;
const newWorker = demo.newWorkers[0]!;
const [user] = demo.authorizedUsers;
const standIn = useStandIn();
const { register } = tgssDialogs(standIn);

type Account = typeof general;
type Worker = Pick<typeof worker, 'nss' | 'dni' | 'identificacion'>;
const identified = ({ nss, dni, identificacion }: Worker, { regimen, ccc }: Account) => ({
  nss,
  dni,
  identificacion: String(identificacion),
  regimen,
  ccc,
});
const inGeneral = { ...identified(worker, general), fecha_real: today };
const period = { from: demo.fie.startDate, to: demo.fie.endDate };
const { rlc } = demo;

type AnyExchange = Exchange<'reading' | 'submission', never, unknown>;

/**
 * Changes to our connectors' requests, for callers that get the pages in another shape. For these, the first page is HTML, and
 * the answers to its forms are XML, which they ask for.
 */
const SHAPES: Record<string, NonNullable<Parameters<typeof runConnector>[3]>['sentAs']> = {
  'a browser': (request) => ({ ...request, headers: { ...request.headers, 'user-agent': 'Mozilla/5.0' } }),
  'HTML only': ({ body, ...request }) => ({
    ...request,
    ...(body && { body: String(body).replace('ARQ.SPM.OUT=XML_STYLESHEET', 'ARQ.SPM.OUT=HTML') }),
  }),
};

/** The exchanges, and the callers for which one cannot be read. */
const EXCHANGES: [
  exchange: unknown,
  input: object,
  more?: { before?: () => Promise<unknown>; unreadableFor?: string },
][] = [
  [authorisedUsers, { application: 'XV21Y200' }],
  [authorisedUsers, { application: 'XV21B400' }],
  [
    settlementReceipt,
    { ...general, type: rlc.liquidType, from: rlc.startDate.slice(0, 7), to: rlc.endDate.slice(0, 7) },
  ],
  [contributionRecord, inGeneral, { unreadableFor: 'HTML only' }],
  [changeGroup, { ...inGeneral, grupo_cotizacion: '03' }],
  [changeOccupation, { ...inGeneral, ocupacion: 'b' }],
  [
    changeCategory,
    { ...identified(newWorker, artists), fecha_real: today, category_professional: '0000302' },
    { before: () => register(newWorker, artists, { SDFCATPROF_ayuda: '0000301' }) },
  ],
  [removeRegistration, identified(newWorker, general), { before: () => register(newWorker, general) }],
  [
    assignment,
    {
      ...identified(worker, general),
      option: 'add',
      cesion_regimen: agency.regimen,
      cesion_ccc: agency.ccc,
      cesion_tipo: '02',
      startDate: today,
      endDate: today,
    },
  ],
  [unpaidPlacement, { ...inGeneral, month: today.slice(0, 7), dia_efectivo: 5, no_remunerada: true }],
  [
    bankDetails,
    {
      ...general,
      option: 'cuenta',
      authorised: user,
      cuenta: {
        iban: 'ES91',
        entidad: '2100',
        oficina: '0418',
        dcnc: '4502',
        num1: '0005',
        num2: '1332',
        tipo: '9',
        cif: demo.company.cif,
        titular: 'EMPRESA DE EJEMPLO SL',
      },
    },
  ],
  [fie, { of: 'company', regimen: general.regimen, ccc: general.ccc, ...period }],
  [fie, { of: 'self-employed', naf: demo.fie.naf, ...period }],
  [fie, { of: 'authorised-user', ...period }],
];

const runAs = (shape: string | undefined, [exchange, input, { before } = {}]: (typeof EXCHANGES)[number]) => {
  const sentAs = shape && SHAPES[shape];
  const more = { ...(sentAs && { sentAs }), ...(before && { before }) };
  return runConnector(standIn, exchange as AnyExchange, input as never, more);
};

const nameOf = ([exchange, input]: (typeof EXCHANGES)[number]) =>
  `${(exchange as AnyExchange).name} ${Object.values(input)[0]}`;

test.each(EXCHANGES.map((one) => [nameOf(one), one] as const))(
  'the connector reads the same from both shapes of the pages: %s',
  async (_, one) => {
    const usual = await runAs(undefined, one);
    const [, , { unreadableFor } = {}] = one;
    for (const shape of Object.keys(SHAPES)) {
      if (shape === unreadableFor) {
        await expect(runAs(shape, one), shape).rejects.toBeInstanceOf(Unreadable);
        continue;
      }
      const answered = await runAs(shape, one);
      expect(answered.digest, shape).toBe(usual.digest);
      expect(textOf(answered.result), shape).toEqual(textOf(usual.result));
    }
  },
);

/** A result without the bytes of its document, which differ each time. */
const textOf = (result: unknown) =>
  JSON.parse(JSON.stringify(result, (key, value) => (key === 'bytes' ? 'bytes' : value)));
