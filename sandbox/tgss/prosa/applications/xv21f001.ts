import { escapeHtml } from '../../../html.ts';
import type { AuthorisedUser, ContributionAccount } from '../../../state.ts';
import { upToDateCertificate } from '../../documents.ts';
import type { ProsaContext } from '../context.ts';
import { input, radio } from '../elements.ts';
import type { Application, Button, Page } from '../page.ts';
import { digits } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { chooseUser, linksById } from './choose-user.ts';

const TITLE = 'Certificados de estar al corriente';

const button = (action: string, text: string, press: Button['press']): Button => ({
  id: `SPM.ACC.${action}`,
  action,
  text,
  press,
});

const page = (rest: Pick<Page, 'body' | 'buttons'> & Partial<Page>): Page => ({
  title: TITLE,
  form: 'FORMULARIO_1',
  ...rest,
});

/** Leads to the search. */
const firstPage = (user: AuthorisedUser): Page =>
  page({ body: () => [], buttons: [button('AC_BUSCAR_OAR', 'Buscar', () => searchPage(user))] });

const searchPage = (user: AuthorisedUser): Page =>
  page({
    refusable: true,
    body: (posted) => [
      ...radio({ name: 'tipoBusqueda', value: 'C', id: 'tipoBusqueda_1' }, 'Buscar por CCC o NAF').map(
        (line) => line.replace('/>', ' title="Buscar por CCC o NAF"/>'),
      ),
      ...input({ name: 'criteriosBusquedaCccNaf', size: 15 }, 'Régimen y cuenta de cotización', posted),
    ],
    buttons: [
      button('AC_BUSCAR_OAR', 'Buscar', (form, context) => {
        const written = digits(form, 'criteriosBusquedaCccNaf', 15);
        const account = context.state.accounts.find(({ regimen, ccc }) => `${regimen}${ccc}` === written);
        if (!account || !user.cuentas.includes(account.ccc)) throw new ProsaRefusal(TEXTS.noCriteriaData);
        return foundPage(account, context);
      }),
    ],
  });

/** A link chooses what was found. Its id is the number without leading zeros. */
const foundPage = (account: ContributionAccount, context: ProsaContext): Page => {
  const id = String(Number(`${account.regimen}${account.ccc}`));
  const href = escapeHtml(context.addressOf('AC_ELEGIR', ['sujeto', id]));
  return page({
    body: () => [`<p><a id="enlace_${id}" href="${href}">${account.regimen} ${account.ccc}</a></p>`],
    buttons: [button('AC_ELEGIR', 'Elegir', () => kindPage(account))],
  });
};

const kindPage = (account: ContributionAccount): Page =>
  page({
    body: () => ['<p>Certificado genérico</p>'],
    buttons: [button('CONTINUAR', 'Continuar', () => printPage(account))],
  });

const printPage = (account: ContributionAccount): Page => {
  const shown = page({
    body: () => ['<p>Impresión en línea</p>'],
    buttons: [
      button('IMPRIMIR', 'Imprimir', (_, context) => ({
        ...shown,
        documentLinks: [
          context.linkDocument('Certificado genérico', upToDateCertificate(context, account, 'GENERICO')),
        ],
      })),
    ],
  });
  return shown;
};

/** Certificates of being up to date with contributions, for the accounts of an authorised user. */
export const xv21f001: Application = {
  code: 'XV21F001',
  start: (context) => chooseUser(context, { title: TITLE, form: linksById }, firstPage),
};
