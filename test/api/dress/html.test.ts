import { expect, test } from 'vitest';
import { html, trustedHtml } from '../../../api/dress/html.ts';
import { page, pageHeaders } from '../../../api/dress/page.ts';

// What is inserted into a page is text, whatever it contains.

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  '</title><script>alert(1)</script>',
  '&lt;script&gt;',
  '<!--',
  ']]>',
  '\u2028<svg/onload=alert(1)>',
  '{{constructor.constructor(1)}}',
];

/** The text that a reader of this HTML sees. */
const readBack = (escaped: string) =>
  escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test.each(HOSTILE)(
  '%s is text in an element, an attribute, a list and a nested template',
  (text) => {
    const escaped = html`${text}`.toString();
    expect(escaped).not.toMatch(/[<>"']|&(?!(?:lt|gt|quot|amp|#39);)/);
    expect(readBack(escaped)).toBe(text);
    const whole = html`<p title="${text}">${text}${[text, [text]]}${html`<b>${text}</b>`}</p>`;
    const [one, two, three] = [escaped, escaped + escaped + escaped, `<b>${escaped}</b>`];
    expect(whole.toString()).toBe(`<p title="${one}">${two}${three}</p>`);
  },
);

test('what is HTML already is inserted once, as it is', () => {
  const link = html`<a href="/?a=1&amp;b=2">&</a>`;
  expect(html`<p>${link}</p>`.toString()).toBe('<p><a href="/?a=1&amp;b=2">&</a></p>');
  expect(html`${trustedHtml('<hr>')}`.toString()).toBe('<hr>');
  expect(html`${html`${html`${'<'}`}`}`.toString()).toBe('&lt;');
});

test('false, null and undefined are nothing, and numbers are written', () => {
  expect(html`[${false}${null}${undefined}${[]}]${0}${1.5}`.toString()).toBe('[]01.5');
});

test('a text that is an object of somebody else is not taken for HTML', () => {
  const forged = JSON.parse('{"isEscaped":true}');
  expect(html`${forged}`.toString()).not.toContain('<');
  const waiting = Promise.resolve('<b>') as unknown as string;
  expect(() => html`${waiting}`).toThrow('cannot wait');
});

test('a title and a description cannot leave their place', () => {
  for (const text of HOSTILE) {
    const whole = page({ title: text, description: text, body: html`<main id="main"></main>` });
    expect(whole.match(/<script/g)).toHaveLength(1);
    expect(whole).not.toContain('<img');
  }
});

test('a page is not listed by search engines unless it says so', () => {
  const body = html`<main id="main"></main>`;
  expect(page({ title: 'a', body })).toContain('<meta name="robots" content="noindex">');
  expect(page({ title: 'a', body, isIndexed: true })).not.toContain('noindex');
});

test.each([
  [{}, "connect-src 'none'", "form-action 'none'"],
  [{ connect: true }, "connect-src 'self'", "form-action 'none'"],
  [{ forms: true }, "connect-src 'none'", "form-action 'self'"],
])('the policy of %o allows that, and nothing inline or from elsewhere', (allowed, ...rules) => {
  const headers = pageHeaders(allowed);
  const policy = headers['Content-Security-Policy'].split('; ');
  expect(policy).toEqual(expect.arrayContaining([...rules, "default-src 'none'"]));
  for (const rule of policy) expect(rule).toMatch(/^[a-z-]+ '(none|self)'( data:)?$/);
  expect(policy.filter((rule) => rule.includes('data:'))).toEqual(["img-src 'self' data:"]);
  expect(headers).toMatchObject({ 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' });
});
