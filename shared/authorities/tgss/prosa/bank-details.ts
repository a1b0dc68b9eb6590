import type { Exchange } from '../../exchange.ts';
import type { Accepted } from '../values.ts';
import { openAs } from './authorised-users.ts';
import { fileOnAssumedForm } from './dialog.ts';

/** Kinds of document of the holder of a bank account, each with its name in Spanish. */
export const HOLDER_DOCUMENTS = {
  '1': 'DNI',
  '2': 'pasaporte',
  '3': 'tarjeta de residente de la UE',
  '4': 'permiso de residencia y trabajo',
  '6': 'NIE',
  '9': 'sin documento o NIF de persona jurídica',
  L: 'español no residente sin DNI',
  M: 'extranjero no residente sin NIF',
  T: 'tutelado',
} as const;

/** A bank account of a contribution account, and its purpose. */
export interface BankDetails {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  option: 'cuenta' | 'acreedor';
  cuenta: {
    iban: string;
    entidad: string;
    oficina: string;
    dcnc: string;
    num1: string;
    num2: string;
    tipo: string;
    cif: string;
    titular: string;
  };
  /** Number of the authorised user to act as, if the certificate has several. */
  authorised?: string;
}

/** The application. First it asks which authorised user the certificate acts as. */
export const BANK_DETAILS = 'XV21B400';

/** Reports the bank account of a contribution account. */
export const bankDetails: Exchange<'submission', BankDetails, Accepted> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'XV21B400 bank details',
  standing: {
    state: 'assumed',
    note: 'Assumed: the application, its form, the page that asks to confirm. Settled by both pages.',
    ifWrong:
      'ENVIO_3, the first press after the choice of the user, may file at once; ENVIO_20 after it ' +
      'confirms: both commit.',
  },
  script: function* ({ regimen, ccc, option, cuenta, authorised }) {
    const changes = {
      CC1EmpresaAut: `${regimen}${ccc}`,
      OPCION: { cuenta: 'C', acreedor: 'A' }[option],
      IBAN: cuenta.iban,
      ENTIDAD: cuenta.entidad,
      OFICINA: cuenta.oficina,
      DCNC: cuenta.dcnc,
      NUM1: cuenta.num1,
      NUM2: cuenta.num2,
      TIPO_DOC: cuenta.tipo,
      NIF_TITULAR: cuenta.cif,
      TITULAR: cuenta.titular,
    };
    const form = yield* openAs(BANK_DETAILS, authorised, 'authorized_num');
    return yield* fileOnAssumedForm(form, changes, 'datos-bancarios');
  },
};
