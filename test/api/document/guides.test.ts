import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import { feesText } from '../../../src/tariffs/fee-text.ts';
import { startTestApi, type TestApi } from '../client.ts';

// What language models read is what the declarations and docs/ say, and every link works.

let api: TestApi;
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const get = (path: string, method = 'GET') => {
  // No budget is used up.
  clock.ms += 60_000;
  return api.request(method, path);
};

const pages = [...globSync('docs/{,rooms/}*.md').sort(), 'CHANGELOG.md'];
const pathOf = (page: string) => `/docs/${page.split('/').at(-1)}`;

/** The addresses of this service in a text that are meant as links. */
function linksIn(text: string): string[] {
  const own = api.app.config.baseUrl;
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((one) => one.startsWith(`${own}/`)).map((one) => one.slice(own.length));
}

/** The words of a Markdown text, without the targets of its links. */
const wordsOf = (markdown: string) =>
  markdown.replaceAll(/!?\[([^[\]]*)\]\([^)\s]+\)/g, '$1').trim();

test('no two pages have the same address, and those of the rooms are among them', () => {
  expect(new Set(pages.map(pathOf)).size).toBe(pages.length);
  expect(pages).toContain('docs/rooms/stays.md');
});

describe('/llms.txt', () => {
  test('has a title, a summary and lists of links, in the form that its readers expect', async () => {
    const { status, text, headers } = await get('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Hexlot\n\n> [^\n]+\n\n/);
    const lists = text.slice(text.indexOf('\n## ')).trim().split('\n');
    for (const line of lists.filter((one) => one !== ''))
      expect(line).toMatch(/^(## \w+|- \[[^\]]+\]\(https?:\/\/[^)\s]+\): .*\.)$/);
    expect([...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual([
      'API',
      'Guides',
      'Optional',
    ]);
  });

  test('names every page of docs/ and the changelog once, with its own title', async () => {
    const { text } = await get('/llms.txt');
    for (const page of pages) {
      const [, title = ''] = /^# (.*)$/m.exec(readFileSync(page, 'utf8')) ?? [];
      const link = `- [${title}](${api.app.config.baseUrl}${pathOf(page)}): `;
      expect(text.split(link), page).toHaveLength(2);
    }
    const [introduction = ''] = readFileSync('README.md', 'utf8').split('\n\n').slice(1);
    expect(text).toContain(`> ${introduction.replaceAll('\n', ' ')}`);
  });

  test('says what the platform keeps of a stay, by plan', async () => {
    expect((await get('/llms.txt')).text.replaceAll(/\s+/g, ' ')).toContain(feesText());
  });

  test('every link in it answers 200 without a key', async () => {
    const links = linksIn((await get('/llms.txt')).text);
    expect(links.length).toBeGreaterThan(pages.length);
    for (const link of links) expect((await get(link)).status, link).toBe(200);
  });
});

describe('/llms-full.txt', () => {
  test('has every word of every page, with the guides before the changelog', async () => {
    const { text } = await get('/llms-full.txt');
    const words = wordsOf(text);
    for (const page of pages)
      expect(words.includes(wordsOf(readFileSync(page, 'utf8'))), page).toBe(true);
    expect(text.indexOf('# What a caller can count on')).toBeLessThan(text.indexOf('# Changelog'));
  });

  test('names every operation with its price', async () => {
    const { text } = await get('/llms-full.txt');
    for (const { method, path, operationId, summary, price } of routes) {
      const line = `- \`${method.toUpperCase()} ${path}\` (${operationId}): ${summary}`;
      expect(text).toContain(price === undefined ? `${line}\n` : `${line}; ${price} US cents\n`);
    }
  });
});

describe.each([...pages, 'NOTICE.md'])('%s', (page) => {
  const path = page === 'NOTICE.md' ? '/legal' : pathOf(page);

  test('is served as Markdown with the words of the file', async () => {
    const { status, text, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(wordsOf(text)).toBe(wordsOf(readFileSync(page, 'utf8')));
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
  });

  test('has only links that work wherever it is read', async () => {
    const { text } = await get(path);
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !/^https?:\/\//.test(target))).toEqual([]);
    for (const link of new Set(linksIn(text).map((one) => one.split('#')[0] ?? '')))
      expect((await get(link)).status, link).toBe(200);
  });
});

/** What Markdown becomes: nothing else of HTML comes through. */
const ELEMENTS =
  'article h1 h2 h3 h4 p a ul ol li pre code em strong img div table thead tbody tr th td'.split(
    ' ',
  );

describe.each(pages)('the page of %s', (page) => {
  const path = pathOf(page).replace(/\.md$/, '');

  test('has the title of the guide, and its text without any other HTML', async () => {
    const { status, text, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [title = ''] = readFileSync(page, 'utf8').slice(2).split('\n');
    expect(text.replaceAll('&#39;', "'")).toContain(`<title>${title} · Hexlot</title>`);
    const article = text.slice(text.indexOf('<article'), text.indexOf('</article>'));
    const elements = [...article.matchAll(/<(\w+)/g)].map(([, name]) => name);
    expect([...new Set(elements)].filter((name) => !ELEMENTS.includes(name ?? ''))).toEqual([]);
  });

  test('leads only to pages and headings that exist, and to its Markdown', async () => {
    const { text } = await get(path);
    const targets = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    expect(targets).toContain(`${path}.md`);
    const own = new Set(targets.filter((target) => !/^https?:/.test(target)));
    for (const target of own) {
      expect(target).toMatch(/^[/#]/);
      const [place = '', anchor] = target.split('#');
      const there = place === '' ? { status: 200, text } : await get(place);
      expect(there.status, target).toBe(200);
      if (anchor !== undefined) expect(there.text.includes(` id="${anchor}"`), target).toBe(true);
    }
  });
});

test.each([
  'agents.html',
  'AGENTS.md',
  'README.md',
  '..%2fREADME.md',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  'forecast%2fbhmbccmkt01.svg',
  '__proto__',
  'agents.md/',
  '',
])('/docs/%s is no page: 404 with the envelope', async (name) => {
  const { status, body } = await get(`/docs/${name}`);
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});
