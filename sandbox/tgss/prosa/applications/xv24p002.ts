import type { AuthorisedUser, ContributionAccount } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { dataElements, radio, select } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { chooseUser, linksById } from './choose-user.ts';

const TITLE = 'Cuentas de cotización asignadas';
const form = 'FORMULARIO_1';
/** Accounts on a page. The portal's own number is not known. */
const ROWS = 4;

/** Programs find these controls by id; their names are ours. */
const criteria = (user: AuthorisedUser): Page => ({
  title: TITLE,
  form,
  refusable: true,
  body: (posted) => [
    ...radio({ name: 'criterio', value: 'AUT', id: 'autorizado_1' }, 'Del autorizado'),
    ...radio({ name: 'criterio', value: 'EMP', id: 'autorizado_2' }, 'De una empresa'),
    ...select(
      { name: 'situacionCcc', id: 'seleccion_2', options: [['', ''], ...entries(SITUATIONS)] },
      'Situación',
      posted,
    ),
    ...select(
      { name: 'impresion', id: 'seleccion_3', options: [['', ''], ...entries(DELIVERIES)] },
      'Tipo de consulta',
      posted,
    ),
  ],
  buttons: [
    {
      id: 'CRITERIOS',
      action: 'CRITERIOS',
      text: 'Consultar',
      press(posted, context) {
        if (required(posted, 'criterio') !== 'AUT') throw new ProsaRefusal(TEXTS.wrong('criterio'));
        if (!(required(posted, 'situacionCcc') in SITUATIONS))
          throw new ProsaRefusal(TEXTS.wrong('situacionCcc'));
        if (required(posted, 'impresion') !== 'O') throw new ProsaRefusal(TEXTS.wrong('impresion'));
        // All accounts here are in force.
        const accounts = context.state.accounts.filter(({ ccc }) => user.cuentas.includes(ccc));
        if (accounts.length === 0) throw new ProsaRefusal(TEXTS.noCriteriaData);
        return listPage(accounts, context, 0);
      },
    },
  ],
});

const SITUATIONS = { A: 'En alta', T: 'Todas' };
const DELIVERIES = { O: 'En línea', D: 'En diferido' };
const entries = (options: Record<string, string>) => Object.entries(options);

/** A page of the accounts; an element of its data shows whether more follow. */
const listPage = (accounts: ContributionAccount[], context: ProsaContext, start: number): Page => {
  const goesOn = start + ROWS < accounts.length;
  return {
    title: TITLE,
    form,
    body: () => [],
    data: [
      ...accounts
        .slice(start, start + ROWS)
        .flatMap((account) => dataElements({ asignadosCCC: dataOf(account, context) })),
      ...dataElements({ pagSiguiente: String(goesOn) }),
    ],
    buttons: goesOn
      ? [
          {
            id: 'SIGUIENTE',
            action: 'SIGUIENTE',
            text: 'Siguiente',
            press: (_, next) => listPage(accounts, next, start + ROWS),
          },
        ]
      : [],
  };
};

const dataOf = ({ regimen, ccc }: ContributionAccount, context: ProsaContext) => ({
  cccFormateado: `${regimen} ${ccc.slice(0, 2)} ${ccc.slice(2)}`,
  razSoc: context.company(ccc).name,
  tbaTipoCcc: { codigoStr: '01' },
});

/** The accounts that are assigned to an authorised user. */
export const xv24p002: Application = {
  code: 'XV24P002',
  start: (context) => chooseUser(context, { title: TITLE, form: linksById }, criteria),
};
