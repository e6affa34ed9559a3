import { type Html, html } from '../../dress/html.ts';

type Table = Readonly<{
  /** What the rows are, for those who hear the page. */
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly (Html | string)[])[];
  /** Which columns hold figures, the first one being 0; they end at the same edge. */
  figures?: readonly number[];
  /** What to do where there is no row. */
  empty: Html;
}>;

/** A table whose first column names the row; on narrow screens it can be moved sideways. */
export function table({ caption, heads, rows, figures = [], empty }: Table): Html {
  const classOf = (column: number) => figures.includes(column) && html` class="number"`;
  if (rows.length === 0) return html`<div class="empty">${empty}</div>`;
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${heads.map(
    (head, column) => html`<th scope="col"${classOf(column)}>${head}</th>`,
  )}</tr></thead>
<tbody>
${rows.map(
  ([first = '', ...others]) =>
    html`<tr><th scope="row">${first}</th>${others.map(
      (cell, column) => html`<td${classOf(column + 1)}>${cell}</td>`,
    )}</tr>
`,
)}</tbody></table></div>`;
}

/** Leads to the rows that follow, where there are any. */
export function nextPage(href: string, cursor: string | null): Html | null {
  return cursor === null
    ? null
    : html`<nav aria-label="Pages"><a class="button" href="${href}" rel="next">Older</a></nav>`;
}
