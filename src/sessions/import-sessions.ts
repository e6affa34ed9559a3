import { pipeline, type Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { AppError } from '../errors.ts';
import { INSTANT_END, INSTANT_MIN, isUsable } from '../instants.ts';
import { minorOf, STAY_UNITS_MAX, toMinor } from '../money.ts';
import type { Querier } from '../stores/postgres.ts';
import { type FinishedStay, importStays } from './import-stays.ts';
import { normalisePlate, PLATE_RULE } from './plate.ts';

export type RejectedRow = { row: number; field: string; reason: string };
export type ImportedSessions = { created: number; unchanged: number; rejected: RejectedRow[] };

const COLUMNS = ['lot_ref', 'plate', 'started_at', 'ended_at', 'amount'] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;
type Lot = { lot_id: string; currency: string };

const ROWS_PER_BATCH = 5_000;
const STAY_HOURS_MAX = 24 * 366;
/** An instant needs its zone: a bare wall-clock time would be a guess. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

class Reject extends Error {
  readonly field: string;
  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

/**
 * Imports finished stays from CSV with the header `lot_ref,plate,started_at,ended_at,amount`: the
 * operator's own lot references, RFC 3339 instants, the amount in the lot's currency units. A bad
 * row is rejected by number (the header is row 1) and field; all others go in. Importing the same
 * file again changes nothing. Throws BAD_REQUEST when the header is not the one expected.
 */
export async function importSessions(
  db: Querier,
  input: {
    operatorId: string;
    livemode: boolean;
    csv: Readable;
    onProgress?: (rows: number) => void;
  },
): Promise<ImportedSessions> {
  const lots = await lotsByRef(db, input.operatorId, input.livemode);
  const result: ImportedSessions = { created: 0, unchanged: 0, rejected: [] };
  let batch: FinishedStay[] = [];
  let rowNumber = 1;

  async function write(): Promise<void> {
    const { created } = await importStays(db, {
      livemode: input.livemode,
      actorId: 'import sessions',
      stays: batch,
    });
    result.created += created;
    result.unchanged += batch.length - created;
    batch = [];
    input.onProgress?.(rowNumber - 1);
  }

  const parser = parse({ columns: checkHeader, bom: true, trim: true, relax_column_count: true });
  // A source that fails ends the parser, and so the loop below, with its error.
  const rows = pipeline(input.csv, parser, () => undefined);
  for await (const row of rows as AsyncIterable<Row>) {
    rowNumber += 1;
    try {
      batch.push(toStay(row, lots));
    } catch (error) {
      if (!(error instanceof Reject)) throw error;
      result.rejected.push({ row: rowNumber, field: error.field, reason: error.message });
    }
    if (batch.length === ROWS_PER_BATCH) await write();
  }
  await write();
  return result;
}

async function lotsByRef(
  db: Querier,
  operatorId: string,
  livemode: boolean,
): Promise<Map<string, Lot>> {
  const rows = await db.query<Lot & { ref: string }>('lots_list_refs', {
    operator_id: operatorId,
    livemode,
  });
  return new Map(rows.map((row) => [row.ref, row]));
}

function checkHeader(header: string[]): string[] {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw new AppError('BAD_REQUEST', `the CSV header lacks ${missing.join(', ')}`, {
      details: missing.map((field) => ({ field, reason: 'missing column' })),
    });
  return header;
}

function toStay(row: Row, lots: Map<string, Lot>): FinishedStay {
  const ref = cell(row, 'lot_ref');
  const lot = lots.get(ref);
  if (lot === undefined) throw new Reject('lot_ref', `no lot "${ref}" of this operator`);
  const startedAt = instant(row, 'started_at');
  const endedAt = instant(row, 'ended_at');
  if (endedAt < startedAt) throw new Reject('ended_at', 'is before started_at');
  if (endedAt.getTime() - startedAt.getTime() > STAY_HOURS_MAX * 3_600_000)
    throw new Reject('ended_at', `is more than ${STAY_HOURS_MAX} hours after started_at`);
  return {
    lotId: lot.lot_id,
    plate: plateOf(cell(row, 'plate')),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    amountMinor: amountOf(cell(row, 'amount'), lot.currency),
    currency: lot.currency,
  };
}

function cell(row: Row, field: keyof Row): string {
  const text = row[field];
  if (text === undefined || text === '') throw new Reject(field, 'is missing');
  return text;
}

function instant(row: Row, field: keyof Row): Date {
  const text = cell(row, field);
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Reject(field, `"${text}" is not an RFC 3339 instant`);
  const instant = new Date(at);
  if (!isUsable(instant))
    throw new Reject(field, `must be from ${INSTANT_MIN} to before ${INSTANT_END}`);
  return instant;
}

function plateOf(text: string): string {
  const plate = normalisePlate(text);
  if (plate === undefined) throw new Reject('plate', PLATE_RULE);
  return plate;
}

function amountOf(text: string, currency: string): number {
  const minor = inMinor(text, currency);
  if (minor > minorOf(STAY_UNITS_MAX, currency))
    throw new Reject('amount', `must be at most ${STAY_UNITS_MAX}`);
  return minor;
}

function inMinor(text: string, currency: string): number {
  try {
    return toMinor(text, currency);
  } catch (error) {
    if (error instanceof RangeError) throw new Reject('amount', error.message);
    throw error;
  }
}
