import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf } from '../../../../shared/stores/mail/forms.ts';
import { toSes } from '../../../../shared/stores/mail/mail.ts';
import { blocks, link, list, markdown } from '../../../../shared/stores/mail/markdown.ts';

const LINK = 'https://api.example.com/api/v4/password?token=ab_c-d_e&x=*y*';

test('one source gives a mail as text and as HTML', () => {
  const { text, html } = formsOf(
    blocks(
      markdown`De ${'«Núñez & Hijos, S.L.»'}:`,
      link(LINK),
      '## Hoy',
      list([markdown`**Alta**, trámite ${'01J'}`, 'nada más']),
      'Fin.',
      link(LINK, 'Dejar de recibirlos'),
    ),
  );
  expect(text).toBe(
    `De «Núñez & Hijos, S.L.»:\n\n${LINK}\n\nHoy\n\n- Alta, trámite 01J\n- nada más\n\nFin.\n\nDejar de recibirlos: ${LINK}`,
  );
  const page = load(html);
  expect(page('html').attr('lang')).toBe('es');
  expect(page('li strong').text()).toBe('Alta');
  expect(page('h2').text()).toBe('Hoy');
  expect(
    page('a')
      .toArray()
      .map((one) => [page(one).text(), page(one).attr('href')]),
  ).toEqual([
    [LINK, LINK],
    ['Dejar de recibirlos', LINK],
  ]);
});

test('a value that is inserted into a mail is text in both forms, whatever it is', () => {
  const unit = fc.constantFrom(
    ...'<>&"\'*_`~[]()!#-+.|\\/:=1a@ \n\t«é😀',
    '&lt;',
    'http://a.es',
    '<b>',
    '    ',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (inserted) => {
      const shown = inserted.replace(/\s+/g, ' ');
      for (const [source, expected] of [
        [markdown`A ${inserted} Z`, `A ${shown} Z`],
        [markdown`${inserted}, y ${'*'}${' de '}b`, `${shown}, y * de b`],
        [list([markdown`${inserted}: a`, 'b']), `${shown}: a`],
      ] as const) {
        const { text, html } = formsOf(source);
        const page = load(html);
        const tidy = (shown: string) => shown.replace(/\s+/g, ' ').trim();
        const isList = source.startsWith('- ');
        expect(tidy(isList ? text.replace(/\n- b$/, '').replace(/^- /, '') : text)).toBe(tidy(expected));
        expect(tidy(page(isList ? 'li:first-child' : 'p').text())).toBe(tidy(expected));
        // Only elements of the source, and no others.
        expect(
          new Set(
            page('body *')
              .toArray()
              .map(({ tagName }) => tagName),
          ),
        ).toEqual(new Set(isList ? ['ul', 'li'] : ['p']));
      }
    }),
  );
});

test('a mail that a user has chosen has the headers with which mail programs end it', async () => {
  const mail = { to: 'a@example.com', subject: 'Hola', source: markdown`Texto de ${'<b>'}.` };
  const unsubscribe = 'https://api.example.com/api/v4/mails/unsubscribe?token=x';
  const chosen = await toSes({ ...mail, unsubscribe }, 'de@example.com');
  expect(chosen).toMatchObject({
    FromEmailAddress: 'de@example.com',
    Destination: { ToAddresses: ['a@example.com'] },
    Content: { Simple: { Subject: { Data: 'Hola' }, Body: { Text: { Data: 'Texto de <b>.' } } } },
  });
  expect(chosen.Content!.Simple!.Headers).toEqual([
    { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
    { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
  ]);
  expect((await toSes(mail, 'de@example.com')).Content!.Simple!.Headers).toBeUndefined();
});
