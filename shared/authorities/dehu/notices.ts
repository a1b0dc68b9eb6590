import { ofMadridTime, withOffset } from '../../kernel/spanish-time.ts';
import { Unreadable } from '../exchange.ts';
import { at, type Node, textAt } from '../sepe/xml-reading.ts';

/** An office that sends notices. */
export interface Office {
  code: string;
  name: string;
}

/** A notification or communication (envío) in DEHú's list. Missing values are `''`. */
export interface Notice {
  /** Its name at DEHú: its identifier, and the number of the system that it comes from. */
  identifier: string;
  origin: string;
  kind: 'communication' | 'notification';
  /** As the service has it: it must be sent back letter by letter. */
  concept: string;
  description: string;
  issuer: Office;
  rootIssuer: Office;
  /** When it was made available, ISO 8601 with its offset. */
  available: string;
  /** 1 holder, 2 recipient, 3 proxy. */
  bond: string;
  holder: { nif: string; name: string };
  /** Only if it is no longer pending. */
  ended?: {
    state: string;
    receiver: { nif: string; name: string };
    /** It was also sent on paper; `undefined` where it is not known. */
    postal: boolean | undefined;
    /** Code of the procedure (SIA). */
    procedure: string;
    /** The name of its receipt: a reference, or its code (CSV). */
    receipt: { reference: string; csv: string };
  };
}

/** Communications are 1, notifications 2. */
export const KINDS = { communication: '1', notification: '2' } as const;

/** @throws Unreadable for an item without what names it */
export const readNotice = (item: Node): Notice => {
  const text = (...path: string[]) => textAt(item, ...path) ?? '';
  const [identifier, origin, kind] = [text('identificador'), text('codigoOrigen'), text('tipoEnvio')];
  if (!identifier || !/^\d{1,10}$/.test(origin) || !/^[12]$/.test(kind))
    throw new Unreadable('item of a list');
  const office = (name: string): Office => ({
    code: text(name, 'codigoOrganismo'),
    name: text(name, 'nombreOrganismo'),
  });
  const state = text('estado');
  return {
    identifier,
    origin,
    kind: kind === KINDS.communication ? 'communication' : 'notification',
    concept: at(item, 'concepto')?.text ?? '',
    description: text('descripcion'),
    issuer: office('organismoEmisor'),
    rootIssuer: office('organismoEmisorRaiz'),
    available: instantAt(item, 'fechaPuestaDisposicion'),
    bond: text('vinculo'),
    holder: { nif: text('titular', 'nifTitular'), name: text('titular', 'nombreTitular') },
    ...(state && {
      ended: {
        state,
        receiver: { nif: text('receptor', 'nifReceptor'), name: text('receptor', 'nombreReceptor') },
        postal: postalOf(text('postal')),
        procedure: text('codigoProcedimiento'),
        receipt: { reference: text('referenciaPdfAcuse'), csv: text('csvResguardo') },
      },
    }),
  };
};

const postalOf = (text: string): boolean | undefined =>
  text === '' ? undefined : /^(?:1|true|s[ií]?)$/i.test(text);

/** An instant of an answer, ISO 8601 with its offset; `''` for none. Without offset it is taken for the time in Spain. */
export const instantAt = (node: Node | undefined, name: string): string => {
  const text = textAt(node, name) ?? '';
  const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(text) ?? [];
  return local ? withOffset(ofMadridTime(local)) : text;
};

/** The members that name a notice. */
export type NoticeKey = Pick<Notice, 'identifier' | 'origin'>;

/** Whether both name the same notice. */
export const isSame = (one: NoticeKey, other: NoticeKey): boolean =>
  one.identifier === other.identifier && one.origin === other.origin;
