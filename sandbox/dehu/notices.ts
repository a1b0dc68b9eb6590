import { addDays, madridDay, madridTime } from '../calendar.ts';
import { fullName, type State } from '../state.ts';
import { elements, type Fields } from './messages.ts';
import type { DehuNotice, Office } from './records.ts';

/** Natural days after which an unopened notification expires (Ley 39/2015, article 43.2). */
const DAYS = 10;

/** State of a notice: pending, or the final state with its instant. */
export function stateOf(
  { kind, opened, available }: DehuNotice,
  now: Date,
): 'PENDIENTE' | { state: 'ACEPTADA' | 'LEIDA' | 'EXPIRADA'; at: string } {
  if (opened) return { state: kind === 1 ? 'LEIDA' : 'ACEPTADA', at: opened.at };
  const lastDay = addDays(madridDay(new Date(available)), DAYS);
  // A communication does not expire.
  if (kind === 1 || madridDay(now) <= lastDay) return 'PENDIENTE';
  const inWinter = `${lastDay}T22:59:59.000Z`;
  const isWinter = madridDay(new Date(inWinter)) === lastDay;
  return { state: 'EXPIRADA', at: isWinter ? inWinter : `${lastDay}T21:59:59.000Z` };
}

/** 1 holder, 3 proxy: of a company on whose accounts the actor may act; undefined for anyone else. */
export function bondOf(
  { holders, accounts }: State,
  actor: string,
  { nif }: DehuNotice,
): '1' | '3' | undefined {
  if (actor === nif) return '1';
  const cuentas = holders.find((each) => each.nif === actor)?.cuentas ?? [];
  return accounts.some(({ cif, ccc }) => cif === nif && cuentas.includes(ccc)) ? '3' : undefined;
}

/** The instant with the offset of Madrid. */
export const offsetTime = (instant: string): string => {
  const at = new Date(instant);
  const local = madridTime(at);
  const hours = Math.round((Date.parse(`${local}Z`) - Math.floor(at.getTime() / 1000) * 1000) / 3_600_000);
  return `${local}+0${hours}:00`;
};

const office = ({ code, name }: Office) => ({
  xml: elements([
    ['codigoOrganismo', code],
    ['nombreOrganismo', name],
  ]),
});

/** A notice in a list. */
export function item(state: State, notice: DehuNotice, { actor, now }: { actor: string; now: Date }): string {
  const holder = state.holders.find(({ nif }) => nif === notice.nif);
  const company = state.companies.find(({ cif }) => cif === notice.nif);
  const name = company?.name ?? (holder ? fullName(holder) : '');
  const at = stateOf(notice, now);
  const fields: Fields = [
    ['identificador', notice.identifier],
    ['codigoOrigen', String(notice.origin)],
    ['concepto', notice.concept],
    ['descripcion', notice.description || undefined],
    ['organismoEmisor', office(notice.issuer)],
    ['organismoEmisorRaiz', office(notice.rootIssuer)],
    ['fechaPuestaDisposicion', offsetTime(notice.available)],
    ['tipoEnvio', String(notice.kind)],
    ['vinculo', bondOf(state, actor, notice)],
    [
      'titular',
      {
        xml: elements([
          ['nombreTitular', name],
          ['nifTitular', notice.nif],
        ]),
      },
    ],
  ];
  if (at !== 'PENDIENTE') {
    const { opened } = notice;
    fields.push(['postal', notice.postal ? '1' : '0'], ['estado', at.state]);
    if (opened)
      fields.push(
        [
          'receptor',
          {
            xml: elements([
              ['nombreReceptor', opened.name],
              ['nifReceptor', opened.nif],
            ]),
          },
        ],
        ['csvResguardo', opened.csv],
      );
  }
  return `<ns:item>${elements(fields)}</ns:item>`;
}
