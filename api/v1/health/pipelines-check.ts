import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { CheckStatus } from './check-status.ts';
import { describeQuarantine, type Quarantine, QuarantineCheck } from './quarantine-check.ts';

/** A refresh that fails once may do so while the database restarts. */
const FAILURES_MAX = 2;

/** The row of `health_find_pipelines`. */
export type Pipelines = {
  succeededAt: Date | null;
  durationMs: number | null;
  drainedRows: number;
  failedAt: Date | null;
  failureCount: number;
  failing: { name: string; since: string; failure_count: number; reason: string }[];
  warehouseRows: number | null;
  warehouseBytes: number | null;
  quarantine: Quarantine;
  archiveFiles: number;
  archiveRows: number;
  archiveBytes: number;
  archiveDamaged: number;
  searchDays: number;
};

const count = (description: string) => Type.Integer({ minimum: 0, description });
const instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

export const FailingStep = named('FailingStep', {
  step: Type.String({ description: 'Such as drain-searches, fct_stays or build-marts' }),
  since: Type.String({ format: 'date-time', description: 'When it failed first' }),
  failures: count('How often one after another'),
  reason: Type.String({ description: 'The first sentence of the error, without values' }),
});

export const PipelinesCheck = named(
  'PipelinesCheck',
  {
    status: CheckStatus,
    last_refresh: Type.Union(
      [
        named('LastRefresh', {
          at: Type.String({ format: 'date-time' }),
          ms: count('How long it took, in milliseconds'),
          rows: count('New rows that it read'),
        }),
        Type.Null(),
      ],
      { description: 'The last refresh of the market figures that succeeded; null: none yet' },
    ),
    failed_at: instant('When a refresh failed last; null: never'),
    failures: count('Refreshes that failed one after another since the last one that succeeded'),
    failing: Type.Array(FailingStep, {
      description:
        'Steps of refreshes that failed and did not succeed since. They are tried again at ' +
        'every refresh. What needs them keeps its last publication; the other steps go on',
    }),
    warehouse: named('WarehouseCheck', {
      rows: count('Rows of all tables, approximately'),
      bytes: count('Bytes on the disk, without the archive'),
    }),
    quarantine: QuarantineCheck,
    archive: named('ArchiveCheck', {
      files: count('Files'),
      rows: count('Rows that were packed away'),
      bytes: count('Bytes on the disk'),
      damaged: count('Files that are missing or changed; any is a warning'),
    }),
    search_days: count('Days of searches that PostgreSQL has; older ones are in the archive'),
  },
  {
    description:
      'What the pipelines said last about their work; more than ' +
      `${FAILURES_MAX} failures one after another are a warning, and so is any row that cannot ` +
      'be read. fail: these are so many that nothing is published',
  },
);

export function checkPipelines(found: Pipelines | undefined) {
  const quarantine = describeQuarantine(found?.quarantine);
  const isWell =
    found !== undefined &&
    found.failureCount <= FAILURES_MAX &&
    found.archiveDamaged === 0 &&
    quarantine.rows === 0;
  const at = found?.succeededAt?.toISOString();
  return {
    status: statusOf(isWell, quarantine),
    last_refresh:
      at === undefined ? null : { at, ms: found?.durationMs ?? 0, rows: found?.drainedRows ?? 0 },
    failed_at: found?.failedAt?.toISOString() ?? null,
    failures: found?.failureCount ?? 0,
    failing: (found?.failing ?? []).map(({ name, since, failure_count, reason }) => ({
      step: name,
      since: new Date(since).toISOString(),
      failures: failure_count,
      reason,
    })),
    warehouse: { rows: found?.warehouseRows ?? 0, bytes: found?.warehouseBytes ?? 0 },
    quarantine,
    archive: {
      files: found?.archiveFiles ?? 0,
      rows: found?.archiveRows ?? 0,
      bytes: found?.archiveBytes ?? 0,
      damaged: found?.archiveDamaged ?? 0,
    },
    search_days: found?.searchDays ?? 0,
  };
}

function statusOf(isWell: boolean, { is_too_large }: { is_too_large: boolean }) {
  if (is_too_large) return 'fail' as const;
  return isWell ? ('pass' as const) : ('warn' as const);
}
