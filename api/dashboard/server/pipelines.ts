import { type Html, html } from '../../dress/html.ts';
import { getServerPipelinesOperation } from '../../v1/server/pipelines/get.ts';
import type { ServerPipelinesShape } from '../../v1/server/pipelines/pipelines-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { count, counted } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { quarantineOf } from './quarantine.ts';
import { agedWords } from './server-words.ts';

type Pipelines = ServerPipelinesShape;

const BYTES_IN_MB = 1_000_000;

export const serverPipelinesPage: ClosedPage = {
  path: '/dashboard/server/pipelines',
  name: 'dashboardServerPipelines',

  async get({ callLive }) {
    const { pipelines } = await callLive<{ pipelines: Pipelines }>(getServerPipelinesOperation);
    return {
      title: 'Pipelines',
      main: html`${heldBack(pipelines)}
${definitions(facts(pipelines))}
<h2>Steps of a refresh</h2>
${failingTable(pipelines)}
${stepsTable(pipelines)}
<h2>Sources</h2>
${sourcesTable(pipelines)}
<h2>Rows that cannot be read</h2>
${quarantineOf(pipelines.quarantine)}
<h2>Jobs</h2>
${jobsTable(pipelines)}
${queueTable(pipelines)}
${damagedTable(pipelines)}`,
    };
  },
};

/** A transaction that stays open keeps the drains from reading on. */
function heldBack({ marts: { held_back_by: holder } }: Pipelines): Html | false {
  if (holder === undefined) return false;
  const who = holder.application ?? 'an unknown program';
  const process = holder.process_id === null ? '' : ` (process ${holder.process_id})`;
  return notice(
    'warn',
    html`The drains are held back by the transaction ${holder.transaction} of ${who}${process},
open since ${instant(holder.started_at, 'UTC', 'an unknown time')}: what was committed after its
start is read once it ends.`,
  );
}

function facts(pipelines: Pipelines): (readonly [string, Html | string])[] {
  const { is_running: isRunning, duration_ms: ms, warehouse } = pipelines;
  const { rows, bytes } = warehouse;
  return [
    ['Pipelines', isRunning ? badge('ok', 'running') : badge('warn', 'not running')],
    ['Figures', agedWords(pipelines.marts.age_s)],
    ['Last refresh', instant(pipelines.succeeded_at)],
    ['It took', ms === null ? 'not known' : `${count(ms)} ms`],
    ['Last failure', instant(pipelines.failed_at)],
    ['Failed since then', counted(pipelines.failures, 'refresh', 'refreshes')],
    ['Next refresh, about', instant(pipelines.next_at, 'UTC', 'none is expected')],
    ['Warehouse', rows === null ? 'not known' : `${counted(rows, 'row')}, ${megabytes(bytes)}`],
  ];
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'size not known' : `${(bytes / BYTES_IN_MB).toFixed(1)} MB`;
}

function failingTable({ failing }: Pipelines): Html | false {
  return (
    failing.length > 0 &&
    table({
      caption: 'Steps that fail',
      heads: ['Step', 'State', 'Since', 'Times in a row', 'Why'],
      figures: [3],
      rows: failing.map(({ step, since, failures, reason }) => [
        html`<code>${step}</code>`,
        badge('bad', 'fails'),
        instant(since),
        count(failures),
        html`<bdi>${reason}</bdi>`,
      ]),
      empty: html``,
    })
  );
}

function stepsTable({ steps }: Pipelines): Html {
  return table({
    caption: 'Steps of the last refresh that succeeded',
    heads: ['Step', 'State', 'Rows', 'It took, in ms'],
    figures: [2, 3],
    rows: steps.map(({ step, rows, ms }) => [
      html`<code>${step}</code>`,
      badge('ok', 'done'),
      count(rows),
      count(Math.round(ms)),
    ]),
    empty: html`<p>No refresh has succeeded yet.</p>`,
  });
}

function sourcesTable({ sources }: Pipelines): Html {
  return table({
    caption: 'How far each source was read',
    heads: ['Source', 'Read until', 'Lag'],
    rows: sources.map(({ source, read_until: until, age_s: age }) => [
      html`<code>${source}</code>`,
      instant(until, 'UTC', 'not known'),
      agedWords(age),
    ]),
    empty: html`<p>Nothing was read yet.</p>`,
  });
}

function jobsTable({ jobs }: Pipelines): Html {
  return table({
    caption: 'Jobs with failures',
    heads: ['Job', 'Tried again', 'Given up'],
    figures: [1, 2],
    rows: jobs.failing.map(({ job, retrying, given_up: givenUp }) => [
      html`<code>${job}</code>`,
      count(retrying),
      count(givenUp),
    ]),
    empty: html`<p>No job has failed at anything.</p>`,
  });
}

function queueTable({ queue }: Pipelines): Html | false {
  return (
    queue.length > 0 &&
    table({
      caption: 'Jobs that wait or run',
      heads: ['Job', 'State', 'How many'],
      figures: [2],
      rows: queue.map(({ job, state, count: many }) => [
        html`<code>${job}</code>`,
        state,
        count(many),
      ]),
      empty: html``,
    })
  );
}

function damagedTable({ damaged_files: files }: Pipelines): Html | false {
  return (
    files.length > 0 &&
    html`<h2>Damaged files of the archive</h2>
${table({
  caption: 'Damaged files of the archive',
  heads: ['File', 'Source', 'Rows', 'Damage'],
  figures: [2],
  rows: files.map(({ file, source, rows, damage }) => [
    html`<code>${file}</code>`,
    html`<code>${source}</code>`,
    count(rows),
    badge('bad', damage),
  ]),
  empty: html``,
})}`
  );
}
