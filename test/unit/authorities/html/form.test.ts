import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillIn, findForm } from '../../../../shared/authorities/html/form.ts';
import { decode, encodeForm } from '../../../../shared/authorities/html/latin1.ts';
import { readPage } from '../../../../shared/authorities/html/page.ts';
import { answerWith, decodeForm } from '../../../support/portals/portal.ts';

describe('the forms of portals', () => {
  const escaped = (text: string) => text.replace(/[^\w ]/g, (character) => `&#${character.charCodeAt(0)};`);
  const latin1Text = fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => decode(Uint8Array.of(code))),
  });

  it('a form travels unchanged through the portal’s character set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(latin1Text, latin1Text)), (fields) => {
        const sent = encodeForm(fields);
        expect(sent).toMatch(/^[A-Za-z0-9*._+%&=-]*$/);
        expect(decodeForm(sent)).toEqual(fields);
      }),
    );
  });

  it('hidden fields are sent back as they came, in any order and number', () => {
    const control = fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), latin1Text);
    fc.assert(
      fc.property(fc.uniqueArray(control, { selector: ([name]) => name }), (controls) => {
        const hidden = controls.map(
          ([name, value]) => `<input type=hidden name="${name}" value="${escaped(value)}">`,
        );
        const page = readPage(answerWith(`<form id="f" action="/x">${hidden.join('')}</form>`), '/');
        expect(fillIn(findForm(page, 'f')!, {})).toEqual(controls);
      }),
    );
  });

  it('characters beyond the character set are written as browsers write them', () => {
    expect(encodeForm([['a b', 'ñ€漢']])).toBe('a+b=%F1%80%26%2328450%3B');
  });

  it.each([
    ['https://evil.example/Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['//evil.example/Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['Xhtml?SessionId=1', '/Xhtml?SessionId=1'],
    ['?SessionId=1', '/Xhtml?SessionId=1'],
  ])('a form is not sent away from the authority to %s', (action, path) => {
    const page = readPage(answerWith(`<form id="jacadaform" action="${action}"></form>`), '/Xhtml?x');
    expect(findForm(page, 'jacadaform')?.action).toBe(path);
  });
});
