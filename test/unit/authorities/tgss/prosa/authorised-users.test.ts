import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { type Exchange, Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { authorisedUsers, openAs } from '../../../../../shared/authorities/tgss/prosa/authorised-users.ts';
import { edited, play } from '../../../../support/portals/portal.ts';
import { ACTION, form, plain, radio, select, xml } from '../../../../support/portals/prosa.ts';
import { ACCEPT, settlementForm } from '../../../../support/portals/prosa-applications.ts';

/** Opens an application as a user, and returns the page that was reached. */
const opening: Exchange<'reading', { application: string; numero: string | undefined }, string> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'opening',
  standing: authorisedUsers.standing,
  script: function* ({ application, numero }) {
    return (yield* openAs(application, numero, 'numAutorizado')).path;
  },
};

const label = (id: string, text: string) => `<label for="${id}">${text}</label>`;
const address = (query: string) => `/ProsaInternet/OnlineAccess;jsessionid=0000a:b?${query}`;
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** The page with two users in each of its forms, and the fields that choosing the second user sends. */
const FORMS: [form: string, page: Answer, sent: Record<string, string>][] = [
  [
    'radio buttons with an index',
    plain(
      form(
        `<fieldset><legend>Seleccione un Número de Autorización</legend>
${radio('autorizacion0', 'NUM_AUTORIZADO', '0')}${label('autorizacion0', '12345 - ASESORÍA UNO')}
${radio('autorizacion1', 'NUM_AUTORIZADO', '1')}${label('autorizacion1', '00678 ASESORIA DOS')}</fieldset>${ACCEPT}`,
      ),
    ),
    { NUM_AUTORIZADO: '1', 'SPM.ACC.ACEPTAR': 'Aceptar' },
  ],
  [
    'radio buttons in a table, with the number in their id',
    plain(
      form(
        `<table>${row(radio('autorizado12345', 'autorizado', '12345'), 'ASESORÍA UNO')}
${row(radio('autorizado678', 'autorizado', '678'), 'ASESORIA DOS')}</table>${ACCEPT}`,
      ),
    ),
    { autorizado: '678', 'SPM.ACC.ACEPTAR': 'Aceptar' },
  ],
  [
    'links that end in the number',
    plain(
      [12_345, 678]
        .map(
          (number) => `<a href="${address(`ARQ.SPM.TICKET=T1&amp;NUM_AUTORIZADO=${number}`)}">${number}</a>`,
        )
        .join(''),
    ),
    { path: address('ARQ.SPM.TICKET=T1&NUM_AUTORIZADO=678') },
  ],
  [
    'links with the number in their id',
    plain(
      form(
        `<a id="enlace_12345" href="${address('n=0')}">12345</a><a id="enlace_678" href="${address('n=1')}">678</a>`,
      ),
    ),
    { path: address('n=1') },
  ],
  [
    'links in a table, and local ones',
    plain(
      `<table id="tabla_lisAutorizad">${row(`<a class="pr_enlaceLocal" href="${address('n=0')}">12345</a>`, 'ASESORÍA UNO')}
${row(`<a class="pr_enlaceLocal" href="${address('n=1')}">00678</a>`, 'ASESORIA DOS')}</table>`,
    ),
    { path: address('n=1') },
  ],
  [
    'a list',
    plain(form(`${select('NUM_AUTORIZADO', '', '12345', '678')}${ACCEPT}`)),
    { NUM_AUTORIZADO: '678', 'SPM.ACC.ACEPTAR': 'Aceptar' },
  ],
];

describe('the page that asks which authorised user acts', () => {
  it.each(FORMS)('the page is read and answered if it has %s', async (_, page, sent) => {
    const { result } = await play(authorisedUsers, { application: 'XV21Y200' }, [page]);
    expect(result?.map(({ numero }) => Number(numero))).toEqual([12_345, 678]);

    const input = { application: 'XV21Y200', numero: '00678' };
    const { seen } = await play(opening, input, [page, settlementForm()]);
    const choice = seen[1]!;
    const { path, ...fields } = sent;
    expect(choice.fields).toEqual(
      (fields.NUM_AUTORIZADO ?? fields.autorizado) ? expect.objectContaining(fields) : {},
    );
    expect([choice.method, choice.path]).toEqual(
      path ? ['GET', path] : ['POST', ACTION.replaceAll('&amp;', '&')],
    );
  });

  it('the page is read for any number of users, and never as fewer than it has', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 100, max: 999_999 }), { minLength: 1, maxLength: 6 });
    const names = fc.constantFrom('ASESORÍA UNO', 'S.L. 2', '');
    await fc.assert(
      fc.asyncProperty(numbers, names, fc.boolean(), async (users, name, byIndex) => {
        const radios = users.map((user, index) => {
          const [id, value] = byIndex ? [`autorizacion${index}`, index] : [`autorizado${user}`, user];
          return `${radio(id, 'NUM_AUTORIZADO', String(value))}${label(id, `${user} - ${name}`)}`;
        });
        const page = plain(form(`${radios.join('')}${ACCEPT}`));
        const { result } = await play(authorisedUsers, { application: 'XV21Y200' }, [page]);
        expect(result).toEqual(users.map((user) => ({ numero: String(user), razSoc: name })));
      }),
    );
  });

  it('the page shows the names if it has them', async () => {
    const namesOn = async (page: Answer) =>
      (await play(authorisedUsers, { application: 'XV21Y200' }, [page])).result?.map(({ razSoc }) => razSoc);
    const names = await Promise.all(FORMS.map(([, page]) => namesOn(page)));
    expect(names.filter((each) => each?.join() !== ',')).toEqual(
      Array.from({ length: 3 }, () => ['ASESORÍA UNO', 'ASESORIA DOS']),
    );
  });

  it.each(FORMS)('a user whom the page does not offer is refused: %s', async (_, page) => {
    const { error, seen } = await play(opening, { application: 'XV21Y200', numero: '999' }, [page]);
    expect(error).toBeInstanceOf(Refusal);
    expect(seen).toHaveLength(1);
  });

  /** Pages that ask, or may ask, for a user in an unknown way. */
  const UNKNOWN: [page: string, answer: Answer][] = [
    ['a heading only', plain(form(`<p>Seleccione un número de autorización</p>${ACCEPT}`))],
    [
      'a control of another kind',
      plain(form(`<input type="hidden" name="NUM_AUTORIZADO" value=""/>${ACCEPT}`)),
    ],
    [
      'a radio without a number',
      plain(
        form(
          `${radio('autorizacion0', 'NUM_AUTORIZADO', '0')}${label('autorizacion0', '12345 - UNO')}
${radio('autorizacion1', 'NUM_AUTORIZADO', '1')}${label('autorizacion1', 'DOS')}${ACCEPT}`,
        ),
      ),
    ],
    ['an option without a number', plain(form(`${select('NUM_AUTORIZADO', '', '12345', 'B')}${ACCEPT}`))],
    ['a link without a number', plain(`<a href="${address('NUM_AUTORIZADO=')}">Uno</a>`)],
    ['an empty list', plain(form(`<h2 id="TITULO_SECCION_forSelAutori"></h2>${ACCEPT}`))],
    ['a list in data', xml('<lisAutorizad><fila>12345</fila></lisAutorizad>')],
    ['a name in data', xml('<page_name><![CDATA[Seleccion_Autorizado]]></page_name>')],
  ];
  it.each(UNKNOWN)('the page is unreadable, and not taken for a single user, with %s', async (_, page) => {
    const input = { application: 'XV21Y200', numero: undefined };
    expect((await play(opening, input, [page])).error).toBeInstanceOf(Unreadable);
    expect((await play(authorisedUsers, input, [page])).error).toBeInstanceOf(Unreadable);
  });

  it('the page is unreadable if nothing shows that it asks for no user', async () => {
    for (const page of [xml(''), plain('<p>Bienvenido</p>')]) {
      const { error } = await play(authorisedUsers, { application: 'XV21B400' }, [page]);
      expect(error).toBeInstanceOf(Unreadable);
    }
  });

  it('the user is not asked for if the application shows its form', async () => {
    const chosen = edited(
      settlementForm(),
      '</form>',
      '<input type="hidden" name="NUM_AUTORIZADO" value="678"/></form>',
    );
    for (const page of [settlementForm(), chosen]) {
      const { result } = await play(authorisedUsers, { application: 'XV21Y200' }, [page]);
      expect(result).toEqual([]);
    }
  });

  it.each([
    'https://otro.example/ProsaInternetX?NUM_AUTORIZADO=678',
    address('ARQ.IDAPP=XV21Y600&amp;NUM_AUTORIZADO=678'),
  ])('a link of the page that leads elsewhere is not followed: %s', async (href) => {
    const page = plain(`<a href="${href}">678</a>`);
    const { error, seen } = await play(opening, { application: 'XV21Y200', numero: '678' }, [page]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(seen).toHaveLength(1);
  });
});
