import { type Html, html } from '../../dress/html.ts';
import type { ServerPipelinesShape } from '../../v1/server/pipelines/pipelines-shape.ts';
import { count } from '../parts/amount.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';

type Quarantine = ServerPipelinesShape['quarantine'];

/** What was set aside, by fact, and which rows have waited longest. */
export function quarantineOf(quarantine: Quarantine): Html {
  const { facts, is_too_large: isTooLarge } = quarantine;
  return html`${isTooLarge && notice('bad', 'They are too many: nothing new is published.')}
${table({
  caption: 'Rows that were set aside, by fact',
  heads: ['Fact', 'Source', 'Set aside', 'Read', 'Since'],
  figures: [2, 3],
  rows: facts.map(({ fact, source, rows, read_rows: read, since }) => [
    html`<code>${fact}</code>`,
    html`<code>${source}</code>`,
    count(rows),
    count(read),
    instant(since),
  ]),
  empty: html`<p>Every row can be read.</p>`,
})}
${facts.length > 0 && oldestOf(quarantine)}`;
}

function oldestOf({ oldest }: Quarantine): Html {
  const all = html`<code>hexlot quarantine list</code> shows all of them.`;
  if (oldest === null) return html`<p>Which rows these are is not known here yet: ${all}</p>`;
  return html`<p class="quiet">Those that have waited longest. ${all}</p>
${table({
  caption: 'Rows that have waited longest',
  heads: ['Position', 'Source', 'What it is', 'Why it cannot be read', 'Since'],
  rows: oldest.map(({ position, source, kind, reason, since }) => [
    html`<code>${position}</code>`,
    html`<code>${source}</code>`,
    html`<bdi>${kind}</bdi>`,
    html`<bdi>${reason}</bdi>`,
    instant(since),
  ]),
  empty: html``,
})}`;
}
