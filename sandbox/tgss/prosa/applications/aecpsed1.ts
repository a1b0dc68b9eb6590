import { upToDateCertificate } from '../../documents.ts';
import { dataElement, input, radio } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

/** The certificates that can be chosen. Those of an earlier date need a date, whose field is not publicly known. */
const CERTIFICATES: [value: string, text: string, needs?: 'entity' | 'date'][] = [
  ['1', 'Genérico'],
  ['2', 'Licitación contratos del Sector Público', 'entity'],
  ['3', 'Subvenciones'],
  ['5', 'Artículo 42'],
  ['6', 'Deuda total'],
  ['7', 'Deuda detallada'],
  ['4', 'Sin deuda a una fecha', 'date'],
  ['8', 'Licitación contratos del Sector Público sin deuda a una fecha', 'date'],
  ['9', 'Subvenciones sin deuda a una fecha', 'date'],
];

const page = (rest: Partial<Page> & Pick<Page, 'body' | 'buttons'>): Page => ({
  title: 'Certificado de situación de deuda',
  form: 'FORMULARIO_1',
  ...rest,
});

/** Asks for the kind of certificate. The holder is the one of the client certificate. */
const firstPage: Page = page({
  refusable: true,
  body: (posted) => [
    ...CERTIFICATES.flatMap(([value, text]) =>
      radio({ name: 'certificado', value, id: `certificado_${value}` }, text),
    ),
    ...input({ name: 'nifEntidadContratante', size: 9 }, 'NIF de la entidad contratante', posted),
  ],
  buttons: [
    {
      id: 'CONTINUAR',
      action: 'CONTINUAR',
      text: 'Continuar',
      press(form, { state, holder }) {
        const wanted = required(form, 'certificado');
        const [, text, needs] = CERTIFICATES.find(([value]) => value === wanted) ?? [];
        if (!text) throw new ProsaRefusal(TEXTS.wrong('certificado'));
        if (needs === 'entity') required(form, 'nifEntidadContratante');
        if (needs === 'date') throw new ProsaRefusal(TEXTS.missing('fecha'));
        const account = state.accounts.find(({ ccc }) => holder.cuentas.includes(ccc));
        if (!account) throw new ProsaRefusal(TEXTS.noCriteriaData);
        return printPage(text, account.ccc);
      },
    },
  ],
});

/** The way of delivery: `O` at once. Clients go on if the page names one. */
const printPage = (kind: string, ccc: string): Page =>
  page({
    data: [dataElement('tipoEjecucion', 'O')],
    body: () => [],
    buttons: [
      {
        id: 'IMPRIMIR',
        action: 'IMPRIMIR',
        text: 'Imprimir',
        press(_, context) {
          const certificate = upToDateCertificate(context, context.account(ccc), kind.toUpperCase());
          return page({
            data: [dataElement('DOCDocumento', '1')],
            body: () => [],
            buttons: [],
            documentLinks: [context.linkDocument(kind, certificate)],
          });
        },
      },
    ],
  });

/** Certificates of being up to date with contributions, for the holder of the certificate. */
export const aecpsed1: Application = { code: 'AECPSED1', start: () => firstPage };
