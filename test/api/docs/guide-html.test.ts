import { expect, test } from 'vitest';
import { guideHtml } from '../../../api/docs/guide-html.ts';

// Markdown becomes the HTML that it means, and nothing that it contains as text becomes HTML.

const SERVED = new Map([
  ['other.md', '/docs/other'],
  ['#part', '/docs/this#part'],
]);
const addresses = {
  linkOf: (target: string) => SERVED.get(target),
  pictureOf: (target: string) => (target === 'a.svg' ? '/static/a.hash.svg' : undefined),
};
const render = (markdown: string) => guideHtml(markdown, addresses).body.toString();

test.each([
  '<script>alert(1)</script>',
  'text <img src=x onerror=alert(1)> text',
  '<b onclick="alert(1)">bold</b>',
  '`<script>`',
  '```html\n<script>alert(1)</script>\n```',
  '| <script> | b |\n|---|---|\n| <iframe> | c |',
  '# <script>alert(1)</script>',
  '[<script>](other.md)',
  '![<script>"](a.svg)',
])('%j has no element that Markdown does not make', (markdown) => {
  const elements = [...render(markdown).matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name);
  const made = 'h1 p a img pre code div table thead tbody tr th td'.split(' ');
  expect(elements.filter((name = '') => !made.includes(name))).toEqual([]);
  expect(render(markdown)).not.toMatch(/<[^>]*\son\w+=/);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'gone.md'])(
  'a link to %s, which is not served, becomes its words',
  (target) => {
    expect(render(`[words](${target})`)).toBe('<p>words</p>\n');
    expect(render(`![words](${target})`)).toBe('<p>words</p>\n');
  },
);

test('links and pictures lead to where they are served', () => {
  expect(render('[a](other.md) and [b](#part)')).toBe(
    '<p><a href="/docs/other">a</a> and <a href="/docs/this#part">b</a></p>\n',
  );
  expect(render('![a "b"](a.svg)')).toContain('src="/static/a.hash.svg" alt="a &quot;b&quot;"');
});

test('headings have the anchors that GitHub gives them, each once', () => {
  const { body, headings } = guideHtml(
    '# A `b`, c!\n\n## Same\n\n## Same\n\n## Über uns',
    addresses,
  );
  expect(headings).toEqual([
    { depth: 1, anchor: 'a-b-c', text: 'A b, c!' },
    { depth: 2, anchor: 'same', text: 'Same' },
    { depth: 2, anchor: 'same-1', text: 'Same' },
    { depth: 2, anchor: 'über-uns', text: 'Über uns' },
  ]);
  for (const { anchor } of headings) expect(body.toString()).toContain(` id="${anchor}"`);
});

test('a table and a long line can be scrolled by keyboard', () => {
  expect(render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain(
    'aria-label="Table: a, b" tabindex="0"',
  );
  expect(render('    code')).toContain('<pre tabindex="0">');
});
