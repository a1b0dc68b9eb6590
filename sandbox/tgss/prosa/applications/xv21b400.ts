import type { Form } from '../../../form.ts';
import type { AuthorisedUser, ContributionAccount } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { bankReceipt } from '../documents.ts';
import { dataElements, input, select } from '../elements.ts';
import { type Application, continueButton, type Page } from '../page.ts';
import { digits, required } from '../reading.ts';
import type { BankAccount } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { accountOfUser, chooseUser, userList } from './choose-user.ts';
import { confirmation } from './confirmation.ts';

const TITLE = 'Comunicación de datos bancarios';
const PIECES = ['ENTIDAD', 'OFICINA', 'DCNC', 'NUM1', 'NUM2'];
const NAMES = ['CC1EmpresaAut', 'OPCION', 'IBAN', ...PIECES, 'TIPO_DOC', 'NIF_TITULAR', 'TITULAR'];
const USES: Record<string, BankAccount['use']> = { C: 'CUENTA', A: 'ACREEDOR' };

/** Kinds of document of the holder of the bank account. */
const KINDS: [string, string][] = [
  ['1', 'D.N.I.'],
  ['2', 'Pasaporte'],
  ['3', 'Tarjeta de residente de la U.E.'],
  ['4', 'Permiso de residencia y trabajo'],
  ['6', 'N.I.E.'],
  ['9', 'Sin documento o N.I.F. de persona jurídica'],
  ['L', 'Español no residente sin D.N.I.'],
  ['M', 'Extranjero no residente sin N.I.F.'],
  ['T', 'Tutelado'],
];

const dataPage = (user: AuthorisedUser): Page => {
  const page: Page = {
    title: TITLE,
    form: 'FORMULARIO_1',
    refusable: true,
    body: (posted) => [
      ...input({ name: 'CC1EmpresaAut', size: 15 }, 'Régimen y cuenta de cotización', posted),
      ...select(
        {
          name: 'OPCION',
          options: [
            ['C', 'Cuenta de cargo'],
            ['A', 'Cuenta de acreedor'],
          ],
        },
        'Opción',
        posted,
      ),
      ...['IBAN', ...PIECES].flatMap((name) => input({ name, size: 4 }, name, posted)),
      ...select({ name: 'TIPO_DOC', options: KINDS }, 'Tipo de documento del titular', posted),
      ...input({ name: 'NIF_TITULAR', size: 15 }, 'Documento del titular', posted),
      ...input({ name: 'TITULAR', size: 80 }, 'Titular', posted),
    ],
    buttons: [
      continueButton('ENVIO_3', (form, context) => {
        const { account, bank } = readBank(form, context, user);
        return confirmation(page, { posted: form, names: NAMES, data: shown(account, bank) }, (context) => {
          context.countSubmission('datos-bancarios');
          const filed = { ...bank, communicated: context.time };
          context.file('datos-bancarios', () => saveBankAccount(context, filed));
          return {
            ...page,
            message: { type: 'INFO', text: TEXTS.done },
            documentLinks: context.resolutionLinks(true, 'Justificante de datos bancarios', () =>
              bankReceipt(context, account, filed),
            ),
          };
        });
      }),
    ],
  };
  return page;
};

const shown = ({ regimen, ccc }: ContributionAccount, { iban, holderName }: BankAccount) =>
  dataElements({ datosBancarios: { CC1EmpresaAut: `${regimen}${ccc}`, IBAN: iban, TITULAR: holderName } });

/** There is one bank account for each use: a new one replaces the old one. */
function saveBankAccount(context: ProsaContext, bank: BankAccount): void {
  const { bankAccounts } = context.state.tgss;
  const known = bankAccounts.findIndex(({ ccc, use }) => ccc === bank.ccc && use === bank.use);
  bankAccounts.splice(known < 0 ? bankAccounts.length : known, 1, bank);
}

function readBank(
  form: Form,
  context: ProsaContext,
  user: AuthorisedUser,
): { account: ContributionAccount; bank: BankAccount } {
  const written = digits(form, 'CC1EmpresaAut', 15);
  const account = accountOfUser(context.state, user, { regimen: written.slice(0, 4), ccc: written.slice(4) });
  const use = USES[required(form, 'OPCION').toUpperCase()];
  if (!use) throw new ProsaRefusal(TEXTS.wrong('OPCION'));
  const iban = [required(form, 'IBAN').toUpperCase(), ...PIECES.map((name) => digits(form, name, 4))].join(
    '',
  );
  if (!isIban(iban)) throw new ProsaRefusal(TEXTS.wrongBankAccount);
  const kind = required(form, 'TIPO_DOC').toUpperCase();
  if (!KINDS.some(([code]) => code === kind)) throw new ProsaRefusal(TEXTS.wrong('TIPO_DOC'));
  const bank = {
    ccc: account.ccc,
    use,
    iban,
    holderDocument: `${kind} ${required(form, 'NIF_TITULAR').toUpperCase()}`,
    holderName: required(form, 'TITULAR').toUpperCase(),
    communicated: '',
  };
  return { account, bank };
}

/**
 * Whether a Spanish IBAN is valid: with country and check digits at the end and letters as numbers, it leaves 1
 * modulo 97.
 */
function isIban(iban: string): boolean {
  if (!/^ES\d{22}$/.test(iban)) return false;
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const number = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(number) % 97n === 1n;
}

/** The bank account that contributions are charged to, or paid back to. */
export const xv21b400: Application = {
  code: 'XV21B400',
  start: (context) => chooseUser(context, { title: TITLE, form: userList }, dataPage),
};
