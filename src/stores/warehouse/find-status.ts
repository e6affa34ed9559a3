import type { SealStage } from '../plates/open-plates.ts';
import type { Querier } from '../postgres.ts';
import type { QuarantinedRow } from './warehouse.ts';

/**
 * The advisory lock of the owner of the warehouse file, which is a pipelines role or a single
 * command.
 */
export const PIPELINES_LOCK = 7_105_202;

/** A step of refreshes, or a model of one, that failed and did not succeed since. */
type FailingStep = {
  name: string;
  since: string;
  failed_at: string;
  failure_count: number;
  reason: string;
};

/** Sizes are bytes, ages are seconds; null means that it has not happened yet, or is not known. */
export type Status = {
  database: { name: string; bytes: number };
  /** Whether plates are stored sealed. */
  plates: SealStage;
  /** Whether a pipelines role, or a command, owns the warehouse now. */
  isRunning: boolean;
  refresh: {
    succeeded_at: string | null;
    age_s: number | null;
    duration_ms: number | null;
    steps: { name: string; rows: number; ms: number }[];
    failed_at: string | null;
    failure: string | null;
    /** How many refreshes failed one after another since the last that succeeded. */
    failures: number;
    failing: FailingStep[];
  };
  /** Each source: its watermark, and until when the warehouse contains everything of it. */
  sources: {
    name: string;
    tx: string;
    id: string;
    read_until: string | null;
    age_s: number | null;
  }[];
  warehouse: { rows: number | null; bytes: number | null };
  /** What could not be read and is in no figure; too much of it stops the publication. */
  quarantine: {
    is_too_large: boolean;
    facts: { source: string; fact: string; rows: number; read_rows: number; since: string }[];
    /** Those that have waited longest; not there until a refresh of this version has run. */
    oldest?: QuarantinedRow[];
  };
  archive: {
    files: number;
    rows: number;
    bytes: number;
    damaged: { file: string; source: string; rows: number; damage: string }[];
  };
  searches: { days: number; dropped_before: string | null };
  /** Jobs that wait or run. */
  queue: { job: string; state: string; count: number }[];
};

/** What the database knows of itself and of the pipelines, with or without a service that runs. */
export async function findStatus(db: Querier): Promise<Status> {
  const [status] = await db.query<Status>('status_find', { lock: PIPELINES_LOCK });
  if (status === undefined) throw new Error('the database returned no status of its pipelines');
  return status;
}
