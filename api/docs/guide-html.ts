import GithubSlugger from 'github-slugger';
import { Marked, type Renderer, type Tokens } from 'marked';
import { type Html, html, trustedHtml } from '../dress/html.ts';

/** A heading of a guide, in the list of its contents. */
export type Heading = Readonly<{ depth: number; anchor: string; text: string }>;

/** Where links and pictures of a guide lead; undefined where nothing is served. */
type Addresses = Readonly<{
  linkOf(target: string): string | undefined;
  pictureOf(target: string): string | undefined;
}>;

/**
 * A guide as HTML, with the anchors of its headings as on GitHub, and its headings. HTML in
 * Markdown is shown as it is written. Links to what is not served are their words.
 */
export function guideHtml(
  markdown: string,
  addresses: Addresses,
): Readonly<{ body: Html; headings: readonly Heading[] }> {
  const headings: Heading[] = [];
  const slugger = new GithubSlugger();
  const anchorOf = (token: Tokens.Heading, words: string): string => {
    const text = plainText(token);
    const anchor = slugger.slug(text);
    headings.push({ depth: token.depth, anchor, text });
    // A link within a link is none.
    const hasLink = token.tokens.some(({ type }) => type === 'link');
    const inside = trustedHtml(words);
    const content = hasLink ? inside : html`<a class="anchor" href="#${anchor}">${inside}</a>`;
    return html`<h${token.depth} id="${anchor}">${content}</h${token.depth}>\n`.toString();
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token) {
        return anchorOf(token, this.parser.parseInline(token.tokens));
      },
      link(token) {
        const words = this.parser.parseInline(token.tokens);
        const address = addresses.linkOf(token.href);
        return address === undefined
          ? words
          : html`<a href="${address}">${trustedHtml(words)}</a>`.toString();
      },
      image: ({ href, text }) => pictureHtml(addresses.pictureOf(href), text),
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>\n`.toString(),
      html: ({ text }) => html`${text}`.toString(),
      table: tableHtml,
    },
  });
  const body = trustedHtml(marked.parse(markdown, { async: false }));
  return { body, headings };
}

/** The words of a heading, as its anchor is made of them. */
const plainText = ({ tokens }: Tokens.Heading): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('');

function pictureHtml(path: string | undefined, text: string): string {
  return path === undefined
    ? html`${text}`.toString()
    : html`<img src="${path}" alt="${text}" loading="lazy">`.toString();
}

/** A table that scrolls where it is too wide, also by keyboard. */
function tableHtml(this: Renderer, { header, rows }: Tokens.Table): string {
  const inline = ({ tokens }: Tokens.TableCell) => trustedHtml(this.parser.parseInline(tokens));
  const names = header.map(({ text }) => text).join(', ');
  return html`<div class="table" role="region" aria-label="Table: ${names}" tabindex="0"><table>
<thead><tr>${header.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`)}</tbody>
</table></div>\n`.toString();
}
