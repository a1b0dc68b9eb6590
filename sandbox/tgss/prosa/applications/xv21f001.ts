import { escapeHtml } from '../../../html.ts';
import type { AuthorisedUser, ContributionAccount } from '../../../state.ts';
import { upToDateCertificate } from '../../documents.ts';
import type { ProsaContext } from '../context.ts';
import { input, radio } from '../elements.ts';
import { type Application, type Button, olderButton, type Page } from '../page.ts';
import { digits } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { chooseUser, linksById } from './choose-user.ts';

const TITLE = 'Certificados de estar al corriente';

const page = (rest: Pick<Page, 'body' | 'buttons'> & Partial<Page>): Page => ({
  title: TITLE,
  form: 'FORMULARIO_1',
  ...rest,
});

/** The search of newer clients, which begin here; older ones have a page of their own for it. */
const firstPage = (user: AuthorisedUser): Page =>
  page({
    refusable: true,
    body: (posted) => [
      ...radio({ name: 'radio_Opcion', value: '3', id: 'radio_Opcion3' }, 'Buscar por CCC o NAF'),
      ...input({ name: NEWER_FIELD, size: 15 }, 'Régimen y cuenta de cotización', posted),
    ],
    buttons: [
      { ...olderButton('BUSCAR', 'Buscar', search(user, NEWER_FIELD)), id: 'botBuscar' },
      olderButton('AC_BUSCAR_OAR', 'Otra búsqueda', () => searchPage(user)),
    ],
  });

const NEWER_FIELD = 'criBusCccNaf';
const OLDER_FIELD = 'criteriosBusquedaCccNaf';

/** Finds the account in a field. */
const search =
  (user: AuthorisedUser, field: string): Button['press'] =>
  (form, context) => {
    const written = digits(form, field, 15);
    const account = context.state.accounts.find(({ regimen, ccc }) => `${regimen}${ccc}` === written);
    if (!account || !user.cuentas.includes(account.ccc)) throw new ProsaRefusal(TEXTS.noCriteriaData);
    return foundPage(account, context);
  };

const searchPage = (user: AuthorisedUser): Page =>
  page({
    refusable: true,
    body: (posted) => [
      ...radio({ name: 'tipoBusqueda', value: 'C', id: 'tipoBusqueda_1' }, 'Buscar por CCC o NAF').map(
        (line) => line.replace('/>', ' title="Buscar por CCC o NAF"/>'),
      ),
      ...input({ name: OLDER_FIELD, size: 15 }, 'Régimen y cuenta de cotización', posted),
    ],
    buttons: [olderButton('AC_BUSCAR_OAR', 'Buscar', search(user, OLDER_FIELD))],
  });

/** A link chooses what was found. Its id is the number without the first digit of the scheme. */
const foundPage = (account: ContributionAccount, context: ProsaContext): Page => {
  const id = `${account.regimen.slice(1)}${account.ccc}`;
  const href = escapeHtml(context.addressOf('AC_ELEGIR', ['sujeto', id]));
  return page({
    body: () => [`<p><a id="enlace_${id}" href="${href}">${account.regimen} ${account.ccc}</a></p>`],
    buttons: [olderButton('AC_ELEGIR', 'Elegir', () => kindPage(account))],
  });
};

/** The button as older clients find it, and once more as newer ones do. */
const withNewerId = (older: Button, id: string): Button[] => [older, { ...older, id }];

const kindPage = (account: ContributionAccount): Page =>
  page({
    body: () => ['<p>Certificado genérico</p>'],
    buttons: withNewerId(
      olderButton('CONTINUAR', 'Continuar', () => printPage(account)),
      'ENVIO_13',
    ),
  });

const printPage = (account: ContributionAccount): Page => {
  const shown = page({
    body: () => ['<p>Impresión en línea</p>'],
    buttons: withNewerId(
      olderButton('IMPRIMIR', 'Imprimir', (_, context) => ({
        ...shown,
        documentLinks: [
          context.linkDocument('Certificado genérico', upToDateCertificate(context, account, 'GENERICO')),
        ],
      })),
      'ENVIO_15',
    ),
  });
  return shown;
};

/** Certificates of being up to date with contributions, for the accounts of an authorised user. */
export const xv21f001: Application = {
  code: 'XV21F001',
  start: (context) => chooseUser(context, { title: TITLE, form: linksById }, firstPage),
};
