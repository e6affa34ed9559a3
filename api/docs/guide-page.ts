import { addressesFrom, type DocPage, readSource } from '../document/doc-pages.ts';
import { type Html, html } from '../dress/html.ts';
import { sitePage } from '../dress/site-page.ts';
import { guideHtml, type Heading } from './guide-html.ts';
import { pictureAt } from './pictures.ts';

const SUFFIX = '.md';
/** With fewer headings a list of them is longer to read than the page is to look through. */
const CONTENTS_MIN = 3;
/** With more headings, only those of the first level below the title are listed. */
const CONTENTS_MAX = 40;

/** The name of a guide's page for people. */
export const pageNameOf = (fileName: string) => fileName.slice(0, -SUFFIX.length);

/** A guide as a page for people, with a list of its contents. Its links lead to other pages. */
export function guidePage({ source, fileName, title, summary }: DocPage): string {
  const path = `/docs/${pageNameOf(fileName)}`;
  const pageOf = addressesFrom(source, { path, baseUrl: '', suffix: SUFFIX });
  const pictureOf = (target: string) => pictureAt(source, target);
  const linkOf = (target: string) => pageOf(target) ?? pictureOf(target);
  const { body, headings } = guideHtml(readSource(source), { linkOf, pictureOf });
  return sitePage({
    path,
    title: `${title} · Hexlot`,
    description: summary,
    isIndexed: true,
    head: html`<link rel="alternate" type="text/markdown" href="${path}${SUFFIX}">\n`,
    body: html`<div class="guide">
${contentsOf(headings)}<article class="prose">
${body}<p class="quiet"><a href="${path}${SUFFIX}">This page as Markdown</a></p>
</article>
</div>`,
  });
}

function contentsOf(headings: readonly Heading[]): Html | false {
  const below = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (below.length < CONTENTS_MIN) return false;
  const isLong = below.length > CONTENTS_MAX;
  const chapters = chaptersOf(below).map(([chapter, ...sections]) => {
    const inside = !isLong && sections.length > 0 && html`\n<ul>\n${sections.map(lineOf)}</ul>\n`;
    return html`<li>${linkTo(chapter)}${inside}</li>\n`;
  });
  return html`<details class="contents">
<summary>Contents</summary>
<nav aria-label="Contents"><ul>
${chapters}</ul></nav>
</details>
`;
}

/** Each heading of the second level with those of the third below it. */
function chaptersOf(headings: readonly Heading[]): [Heading, ...Heading[]][] {
  const chapters: [Heading, ...Heading[]][] = [];
  for (const heading of headings)
    if (heading.depth === 2 || chapters.length === 0) chapters.push([heading]);
    else chapters.at(-1)?.push(heading);
  return chapters;
}

const linkTo = ({ anchor, text }: Heading) => html`<a href="#${anchor}">${text}</a>`;
const lineOf = (heading: Heading) => html`<li>${linkTo(heading)}</li>\n`;
