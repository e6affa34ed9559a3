import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const ROOT = new URL('../../', import.meta.url);
/** The pages of both are served under `/docs/`, so no two may have the same name. */
const FOLDERS = ['docs', 'docs/rooms'];
const CHANGELOG = 'CHANGELOG.md';

/** A page of this project that the service serves. */
export type DocPage = Readonly<{
  /** Its path in the project. */
  source: string;
  fileName: string;
  /** Where it is served. */
  path: string;
  title: string;
  /** Its first sentence. */
  summary: string;
  /** As Markdown; its links are addresses of this service, or of other sites. */
  text: string;
}>;

/** The pages that are served under `/docs/`, the changelog last. */
function sources(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(new URL(`${folder}/`, ROOT))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`);
  return [...FOLDERS.flatMap(inFolder), CHANGELOG];
}

/** All pages, in the order of their names, the changelog last. */
export function readDocPages(baseUrl: string): DocPage[] {
  return sources().map((source) => {
    const fileName = posix.basename(source);
    const path = `/docs/${fileName}`;
    return { source, fileName, path, ...readMarkdown(source, path, baseUrl) };
  });
}

/**
 * A Markdown file of the project: its title, its first sentence, and its text with links as they
 * are when it is served at `path`. A link to a file that is not served becomes its words.
 */
export function readMarkdown(
  source: string,
  path: string,
  baseUrl: string,
): Pick<DocPage, 'title' | 'summary' | 'text'> {
  const text = readSource(source);
  const blocks = text.split(/\n{2,}/);
  const title = (blocks[0] ?? '').replace(/^# /, '').trim();
  const addressOf = addressesFrom(source, { path, baseUrl });
  return {
    title,
    summary: firstSentence(blocks.slice(1).find(isProse) ?? title),
    text: text.replaceAll(LINK, (link, mark: string, words: string, target: string) => {
      const address = mark === '!' ? undefined : addressOf(target);
      return address === undefined ? words : link.replace(`(${target})`, `(${address})`);
    }),
  };
}

/** The text of a file of the project. */
export function readSource(source: string): string {
  return readFileSync(new URL(source, ROOT), 'utf8');
}

const LINK = /(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g;

/** The first paragraph of the README. */
export function readIntroduction(): string {
  const blocks = readFileSync(new URL('README.md', ROOT), 'utf8').split(/\n{2,}/);
  return plain(blocks.slice(1).find(isProse) ?? '');
}

/** No heading, list, table, picture or code. */
const isProse = (block: string) => /^[`*[]?\p{L}/u.test(block);

/** The text of a paragraph without links and line ends. */
const plain = (paragraph: string) =>
  paragraph.replaceAll(LINK, '$2').replaceAll('**', '').replaceAll(/\s+/g, ' ').trim();

function firstSentence(paragraph: string): string {
  const text = plain(paragraph);
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/**
 * The addresses of a page's links; undefined for files that are not served. With `suffix` those of
 * other pages end differently: `.md` leads from Markdown to pages of people.
 */
export function addressesFrom(
  source: string,
  { path, baseUrl, suffix = '' }: { path: string; baseUrl: string; suffix?: string },
) {
  const served = new Map(sources().map((one) => [one, `/docs/${posix.basename(one, suffix)}`]));
  served.set('README.md', '/').set('NOTICE.md', '/legal');
  return (target: string): string | undefined => {
    if (/^https?:/.test(target)) return target;
    const [file = '', heading] = target.split('#');
    const place = file === '' ? path : served.get(posix.join(posix.dirname(source), file));
    if (place === undefined) return undefined;
    // The page at the root has no headings of the README.
    const anchor = heading === undefined || place === '/' ? '' : `#${heading}`;
    return `${baseUrl}${place}${anchor}`;
  };
}
