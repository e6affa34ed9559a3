import type { Static } from 'typebox';
import { type Html, html } from '../../../dress/html.ts';
import type { ImportSchema } from '../../../v1/lots/import/import-shape.ts';
import type { Visit } from '../../dashboard-page.ts';
import { count } from '../../parts/amount.ts';
import { badge } from '../../parts/badge.ts';
import { firstRows, moreRows } from '../../parts/first-rows.ts';
import { table } from '../../parts/table.ts';

type Imported = Static<typeof ImportSchema>;
type Problem = Imported['rejected'][number];

/** What became of a file, or would: how many lots, which rows were rejected and why. */
export function importReport(visit: Visit, report: Imported): Html {
  const { noted, warnings, possible_duplicates: alike } = report;
  return html`${figures(report)}
<p class="quiet">Read as ${report.format}.</p>
${problems('Rejected rows', report.rejected)}
${lots(visit, report)}
${problems('Kept as text, because it could not be read', noted)}
${
  warnings.length > 0 &&
  html`<h2>Look at</h2><ul>${firstRows(warnings).map(
    ({ row, name, field, reason }) =>
      html`<li>${row !== null && `row ${row} (${name ?? 'no name'}), `}${field}: ${reason}</li>`,
  )}</ul>`
}
${
  alike.length > 0 &&
  html`<h2>Perhaps listed already</h2><ul>${firstRows(alike).map(
    ({ row, name, duplicates }) =>
      html`<li>row ${row} (<bdi>${name ?? 'no name'}</bdi>): like ${duplicates
        .map((one) => `${one.name}, ${one.distance_m} m away`)
        .join('; ')}</li>`,
  )}</ul>`
}
${columns(report)}`;
}

function figures(report: Imported): Html {
  const would = report.dry_run ? 'would be ' : '';
  const all = [
    [`${would}created`, report.created],
    [`${would}changed`, report.updated],
    ['as they are', report.unchanged],
    ['rejected', report.rejected_count],
  ] as const;
  return html`<ul class="cards">${all.map(
    ([name, figure]) => html`<li class="card"><h3>${name}</h3>
<p class="figure">${count(figure)}</p></li>
`,
  )}</ul>
${
  report.waiting > 0 &&
  html`<p>${count(report.waiting)} of them wait for the check of your operator before they are
listed.</p>`
}`;
}

function problems(title: string, all: readonly Problem[]): Html | null {
  if (all.length === 0) return null;
  return html`<h2>${title}</h2>
${table({
  caption: title,
  heads: ['Row', 'Name', 'Field', 'Why'],
  rows: firstRows(all).map(({ row, name, field, reason }) => [
    String(row),
    html`<bdi>${name ?? 'no name'}</bdi>`,
    html`<code>${field}</code>`,
    reason,
  ]),
  empty: html``,
})}${moreRows(all)}`;
}

const STATES = {
  created: badge('ok', 'new'),
  updated: badge('chosen', 'changed'),
  unchanged: badge('idle', 'as it is'),
};

type Change = Imported['lots'][number]['changes'][number];

/** `total_spaces: 20 → 25` */
function changeWords({ field, from, to }: Change): Html {
  if (from === undefined && to === undefined) return html`<code>${field}</code>`;
  return html`<code>${field}</code>: <bdi>${valueWords(from)}</bdi> → <bdi>${valueWords(to)}</bdi>`;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function lots({ href }: Visit, { lots: all }: Imported): Html {
  // What is done comes first: in a large file most lots are often as they are.
  const order = ['created', 'updated', 'unchanged'];
  const sorted = all.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return html`<h2>Lots</h2>
${table({
  caption: 'Lots of the file',
  heads: ['Row', 'Name', 'Ref', 'What becomes of it', 'What changes'],
  rows: firstRows(sorted).map(({ row, name, ref, id, status, changes }) => [
    String(row),
    id === null
      ? html`<bdi>${name ?? 'no name'}</bdi>`
      : html`<a href="${href(`/lots/${id}`)}"><bdi>${name ?? 'no name'}</bdi></a>`,
    ref ?? 'none',
    STATES[status],
    html`${changes.map((change, i) => html`${i > 0 && html`<br>`}${changeWords(change)}`)}`,
  ]),
  empty: html`<p>No row of this file can be used.</p>`,
})}${moreRows(all)}`;
}

function columns({ columns: all }: Imported): Html {
  return html`<details class="card"><summary>Columns (${count(all.length)})</summary>
${table({
  caption: 'Columns of the file',
  heads: ['Column', 'Stands for', 'Values', 'Not read', 'For example'],
  figures: [2, 3],
  rows: all.map((one) => [
    one.column,
    one.read_as ?? 'nothing: left out',
    count(one.value_count),
    count(one.unreadable_count),
    one.example ?? '',
  ]),
  empty: html`<p>None.</p>`,
})}</details>`;
}
