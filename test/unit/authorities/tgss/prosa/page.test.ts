import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { OutOfService, Refusal } from '../../../../../shared/authorities/exchange.ts';
import { contributionRecord } from '../../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { readProsa, sessionPath } from '../../../../../shared/authorities/tgss/prosa/page.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { answerWith, edited, play } from '../../../../support/portals/portal.ts';
import { message, plain, SESSION, xml } from '../../../../support/portals/prosa.ts';

describe('the portal’s message instead of a page', () => {
  const ask = (answer: Answer) => play(contributionRecord, worker, [answer]);

  it.each<[string, Answer, unknown]>([
    ['an error page', answerWith('<p class="p2">Error</p>', { status: 500 }), { announced: false }],
    [
      'maintenance',
      answerWith('<p class="p2">Aplicación Cerrada temporalmente.</p>', { status: 503 }),
      { announced: true },
    ],
    [
      'a service that is not available',
      xml(message('ERROR', 'SERVICIO NO DISPONIBLE')),
      { announced: false },
    ],
  ])('the portal is out of service with %s', async (_, answer, expected) => {
    const { error } = await ask(answer);
    expect(error).toBeInstanceOf(OutOfService);
    expect(error).toMatchObject(expected as object);
  });

  it.each<[string, Answer]>([
    ['403', answerWith('<div class="cuerpo_noautorizado"><p>No</p></div>', { status: 403 })],
    ['a page', plain('<div class="cuerpo_noautorizado"><p>No autorizado</p></div>')],
  ])('the answer is a refusal if the portal denies access with %s', async (_, answer) => {
    expect((await ask(answer)).error).toBeInstanceOf(Refusal);
  });

  it('a request goes only to the portal’s own applications, whatever session is in the data', () => {
    const parts = fc.constantFrom(
      ';jsessionid=',
      '0000a:b',
      '/',
      '..',
      '?',
      '#',
      '&lt;',
      '%2f',
      ' ',
      '!1',
      '\n',
    );
    const sessions = fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 5 });
    fc.assert(
      fc.property(sessions, (session) => {
        const text = session.join('').replaceAll('<', '');
        const page = readProsa(
          edited(xml(''), SESSION, () => text),
          '/ProsaInternet/OnlineAccess',
        );
        const path = sessionPath(page, 'OnlineAccessUtf8');
        if (path !== undefined) {
          const url = new URL(path, 'https://portal.invalid');
          expect([url.host, `${url.pathname}${url.search}${url.hash}`]).toEqual(['portal.invalid', path]);
          expect(path).toMatch(/^\/ProsaInternet\/OnlineAccessUtf8;jsessionid=[^/?#]+$/);
        }
      }),
    );
  });

  it('a page is read as UTF-8 if its XML says so', async () => {
    const page = answerWith(
      Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><P>${message('ERROR', 'PEÑA')}</P>`),
      { contentType: 'text/xml' },
    );
    expect(((await ask(page)).error as Refusal).messages).toEqual(['PEÑA']);
  });
});
