import type { Document } from '../../document.ts';
import { type Exchange, Refusal, type Script } from '../exchange.ts';
import { openAs } from './authorised-users.ts';
import { pressProsa, pressProsaUnheeded } from './prosa.ts';
import { fetchPdf } from './prosa-document.ts';
import { heedMessages, messagesOf } from './prosa-message.ts';

/** Which settlement. Months `YYYY-MM`. */
export interface SettlementInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  type: string;
  from: string;
  to: string;
  /** Where the type needs it. */
  control?: string;
  /** Number of the authorised user to act as, where the certificate has several. */
  authorised?: string;
}

/** The receipt; or the portal's words that there is none, or that the account is another authorised user's. */
export type Settlement = { document: Document } | { none: string } | { notOwner: string };

/** Receipt of the settlement of contributions (RLC). */
export const settlementReceipt: Exchange<'reading', SettlementInput, Settlement> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV21Y600 settlement receipt',
  standing: {
    state: 'assumed',
    note:
      'Authorised user and form as public programs use them. Assumed: the control month, the page with the document, ' +
      'and the words for no receipt and for the account of another user.',
  },
  script,
};

/** The application, which asks first whom the certificate acts as. */
export const SETTLEMENTS = 'XV21Y600';

const ACCEPT = 'SPM.ACC.ACEPTAR';

function* script(input: SettlementInput): Script<Settlement> {
  const menu = yield* openAs(SETTLEMENTS, input.authorised);
  const form = yield* pressProsa(menu, { button: ACCEPT, changes: { OPCION: '1' } });
  const types = form
    .$('[name="TIPO_LIQUIDACION"] option')
    .toArray()
    .map((option) => form.$(option).attr('value') ?? form.$(option).text().trim());
  if (types.length > 0 && !types.includes(input.type))
    throw new Refusal(['La Seguridad Social no ofrece recibos de ese tipo de liquidación.']);
  const page = yield* pressProsaUnheeded(form, { button: ACCEPT, changes: encode(input) });
  const errors = messagesOf(page).filter(({ kind }) => kind === 'error');
  const none = errors.find(({ text }) => /NO EXISTEN? (?:\w+ )?LIQUIDACI[OÓ]N/i.test(text));
  if (none) return { none: none.text };
  const notOwner = errors.find(({ text }) => /NO ASIGNADA AL AUTORIZADO/i.test(text));
  if (notOwner) return { notOwner: notOwner.text };
  heedMessages(page);
  return { document: yield* fetchPdf(page, 'RLC') };
}

const encode = ({ regimen, ccc, type, from, to, control }: SettlementInput) => {
  const [fromYear = '', fromMonth = ''] = from.split('-');
  const [toYear = '', toMonth = ''] = to.split('-');
  const [controlYear = '', controlMonth = ''] = control?.split('-') ?? [];
  return {
    REGIMEN: regimen,
    CCC: ccc,
    MES_DESDE: fromMonth,
    ANNIO_DESDE: fromYear,
    MES_HASTA: toMonth,
    ANNIO_HASTA: toYear,
    TIPO_LIQUIDACION: type,
    ...(control && { MES_CONTROL: controlMonth, ANNIO_CONTROL: controlYear }),
  };
};
