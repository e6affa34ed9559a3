import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '../../api/routes.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { VARIABLES } from '../../src/config.ts';
import { READ_TWICE } from '../read-twice.ts';

const LINE_COLUMNS_MAX = 100;

const pages = globSync(['*.md', '{docs,docs/rooms,bench,examples,test}/*.md']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** All matches of a pattern in the pages: for each its page and the groups of the pattern. */
function found(pattern: RegExp): string[][] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => [path, ...groups]),
  );
}

/** The headings of a page as links name them, for example `rate-limits` for `Rate limits`. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('every path that a page names exists', () => {
  const named = found(
    /`((?:\.ci|api|src|pipelines|sql|bin|bench|test|docs|examples)\/[^`*<>{} …]*)`/g,
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, path = '']) => !existsSync(path))).toEqual([]);
});

test('every setting that a page names exists', () => {
  const named = found(/(HEXLOT_[A-Z_]*[A-Z])/g);
  const ofTests = ['HEXLOT_TEST_SIZE', 'HEXLOT_TEST_SEED', 'HEXLOT_PICTURES'];
  const settings = [...Object.keys(VARIABLES), ...ofTests];
  expect(named.filter(([, name = '']) => !settings.includes(name))).toEqual([]);
});

test('every endpoint that a page names exists', () => {
  const named = found(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]*)`/g);
  expect(named.length).toBeGreaterThan(20);
  const isThere = (method = '', path = '') =>
    routes.some((route) => route.path === path && route.method === method.toLowerCase());
  expect(named.filter(([, method, path]) => !isThere(method, path))).toEqual([]);
});

test('every script that a page names exists', () => {
  const named = found(/npm run (?:-s )?([\w:]+)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, script = '']) => !(script in packageJson.scripts))).toEqual([]);
});

test('every link between pages leads to an existing page and heading', () => {
  const links = found(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g);
  expect(links.length).toBeGreaterThan(30);
  const broken = links.filter(([page = '', target = '', anchor]) => {
    const path = target === '' ? page : normalize(join(dirname(page), target));
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('every page can be reached from the README by links', () => {
  const linked = new Set(['README.md']);
  for (const page of linked)
    for (const [from, target = ''] of found(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      if (from === page) linked.add(normalize(join(dirname(page), target)));
  expect(pages.map(({ path }) => path).filter((path) => !linked.has(path))).toEqual([]);
});

test('no page has words that must be read twice', () => {
  const written = pages.filter(({ path }) => !/^(bench|CHANGELOG|NOTICE)/.test(path));
  const found = written.flatMap(({ path, text }) => {
    const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '').replaceAll(/\s+/g, ' ');
    return [...prose.matchAll(READ_TWICE)].map(([words]) => `${path}: ${words}`);
  });
  expect(found).toEqual([]);
});

test('no line exceeds the width limit, except in tables and blocks of code', () => {
  // Benchmarks write their results themselves.
  const written = pages.filter(({ path }) => !path.startsWith('bench/'));
  const wide = written.flatMap(({ path, text }) =>
    text
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .split('\n')
      .filter((line) => line.length > LINE_COLUMNS_MAX && !line.trim().startsWith('|'))
      .map((line) => `${path}: ${line.slice(0, 60)}`),
  );
  expect(wide).toEqual([]);
});
