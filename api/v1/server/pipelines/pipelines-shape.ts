import { addSeconds, max } from 'date-fns';
import { type Static, Type } from 'typebox';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import type { Status } from '../../../../src/stores/warehouse/find-status.ts';
import { Count, Instant } from '../../../fields/field-types.ts';
import { type Health, JobsCheck, MartsCheck } from '../../health/health-shape.ts';
import { FailingStep } from '../../health/pipelines-check.ts';

const At = (description: string) => nullable({ ...Instant, description });

const QuarantineSchema = named('ServerQuarantine', {
  is_too_large: Type.Boolean({
    description: 'More than figures can do without: nothing new is published',
  }),
  facts: Type.Array(
    named('QuarantinedFact', {
      source: Type.String({ description: 'Such as audit_log' }),
      fact: Type.String({ description: 'What does without them, such as fct_stays' }),
      rows: Count('Rows that were set aside'),
      read_rows: Count('Rows that it has'),
      since: Instant,
    }),
  ),
  oldest: nullable(
    Type.Array(
      named('QuarantinedRow', {
        source: Type.String(),
        position: Type.String({ description: 'Its transaction and id in the source: `tx/id`' }),
        kind: Type.String({ description: 'The action of an audit row, or what the row is' }),
        reason: Type.String({ description: 'Why it cannot be read, without values' }),
        since: Instant,
      }),
      { description: 'Those that have waited longest; null: not known yet' },
    ),
  ),
});

export const ServerPipelinesSchema = named('ServerPipelines', {
  is_running: Type.Boolean({ description: 'Whether a process owns the warehouse now' }),
  succeeded_at: At('When a refresh succeeded last; null: never'),
  duration_ms: nullable(Count('How long the steps of it took, in milliseconds')),
  failed_at: At('When a refresh failed last; null: never'),
  failures: Count('Refreshes that failed one after another since the last one that succeeded'),
  next_at: At('About when the next one begins; null: none is expected'),
  marts: MartsCheck,
  steps: Type.Array(
    named('RefreshStep', {
      step: Type.String({ description: 'Such as drain-searches or build-marts' }),
      rows: Count('Rows that it read or wrote'),
      ms: Type.Number({ description: 'How long it took, in milliseconds' }),
    }),
    { description: 'Of the last refresh that succeeded and ran its steps, in their order' },
  ),
  failing: Type.Array(FailingStep, { description: 'Steps that failed and did not succeed since' }),
  sources: Type.Array(
    named('ReadSource', {
      source: Type.String({ description: 'Such as search_log' }),
      read_until: At('Until when everything of it was read; null: not known'),
      age_s: nullable(Type.Integer({ description: 'Seconds since then' })),
    }),
  ),
  quarantine: QuarantineSchema,
  jobs: JobsCheck,
  queue: Type.Array(
    named('QueuedJobs', {
      job: Type.String({ description: 'Such as refresh' }),
      state: Type.String({ description: 'created, retry or active' }),
      count: Count('How many wait or run'),
    }),
  ),
  warehouse: named('WarehouseSize', {
    rows: nullable(Count('Rows of all tables, approximately')),
    bytes: nullable(Count('Bytes on the disk, without the archive')),
  }),
  damaged_files: Type.Array(
    named('DamagedFile', {
      file: Type.String(),
      source: Type.String(),
      rows: Count('Rows in it'),
      damage: Type.String({ description: 'Such as missing' }),
    }),
    { description: 'Files of the archive that cannot be used' },
  ),
});

export type ServerPipelinesShape = Static<typeof ServerPipelinesSchema>;

export function toServerPipelinesShape(
  { isRunning, refresh, sources, quarantine, queue, warehouse, archive }: Status,
  { marts, jobs, pipelines }: Static<typeof Health>['checks'],
  refreshSeconds: number,
): ServerPipelinesShape {
  const { facts, is_too_large } = quarantine;
  return {
    is_running: isRunning,
    succeeded_at: toInstant(refresh.succeeded_at),
    duration_ms: refresh.duration_ms,
    failed_at: toInstant(refresh.failed_at),
    failures: refresh.failures,
    next_at: isRunning ? nextAt(refresh, refreshSeconds) : null,
    marts,
    steps: refresh.steps.map(({ name, rows, ms }) => ({ step: name, rows, ms })),
    failing: pipelines.failing,
    sources: sources.map(({ name, read_until, age_s }) => ({
      source: name,
      read_until: toInstant(read_until),
      age_s,
    })),
    quarantine: { is_too_large, facts, oldest: oldestOf(quarantine) },
    jobs,
    queue,
    warehouse,
    damaged_files: archive.damaged,
  };
}

/** The database writes instants with an offset. */
const toInstant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

function nextAt({ succeeded_at, failed_at }: Status['refresh'], refreshSeconds: number) {
  const ends = [succeeded_at, failed_at].filter((at) => at !== null);
  return ends.length === 0 ? null : addSeconds(max(ends), refreshSeconds).toISOString();
}

/** Which rows these are is not known until a refresh of this version has written it down. */
function oldestOf({ facts, oldest }: Status['quarantine']) {
  if (oldest === undefined) return facts.length === 0 ? [] : null;
  return oldest.map(({ source, tx, id, kind, reason, since }) => ({
    ...{ source, position: `${tx}/${id}`, kind, reason, since },
  }));
}
