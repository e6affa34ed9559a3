import { cellRange } from '../../geometry/cells.ts';
import type { ScheduledRate } from '../../pricing/price-rules.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import type { KnownLot, StandingHold } from './known-lot.ts';

/** JSON has no instants and no 64-bit integers, so both arrive as text. */
type LotRow = Omit<KnownLot, 'cell' | 'holds'> & { cell: string; holds: HoldRow[] | null };
type HoldRow = { space_count: number; starts_at: string; ends_at: string; expires_at: string };

const NO_HOLDS: readonly StandingHold[] = [];
const NO_RATES: ScheduledRate[] = [];

/** The listed, active lots among those given, and those under some H3 cells. */
export async function readLots(
  db: Querier,
  lotIds: readonly string[],
  cells: readonly bigint[],
): Promise<KnownLot[]> {
  if (lotIds.length + cells.length === 0) return [];
  const ranges = cells.map(cellRange);
  const rows = await db.query<LotRow>('lots_read', {
    lot_ids: lotIds,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
  });
  const lots: KnownLot[] = [];
  const once = keepOnce();
  await inTurns(rows, (row) => lots.push(toKnownLot(row, once)));
  return lots;
}

type Once = ReturnType<typeof keepOnce>;

/** Texts and tags that many lots share take memory once. */
function keepOnce() {
  const texts = new Map<string, string>();
  const tags = new Map<string, string[]>();
  function once<T extends string | null>(text: T): T;
  function once(text: string | null): string | null {
    if (text === null) return null;
    const known = texts.get(text) ?? text;
    texts.set(text, known);
    return known;
  }
  return {
    text: once,
    tags(features: string[]): string[] {
      const key = features.join('\n');
      const known = tags.get(key) ?? features.map(once);
      tags.set(key, known);
      return known;
    },
  };
}

function toKnownLot(row: LotRow, once: Once): KnownLot {
  const { lot_id, livemode, latitude, longitude, max_height_cm, ...others } = row;
  const { total_spaces, taken_spaces, reported_at, holds, cell, ...rest } = others;
  return {
    // What is read of every lot near a search comes first, so that it is in one place in memory.
    lot_id,
    livemode,
    latitude,
    longitude,
    max_height_cm,
    total_spaces,
    taken_spaces,
    reported_at,
    holds: holds === null ? NO_HOLDS : holds.map(toStandingHold),
    cell: BigInt(cell),
    ...rest,
    operator_id: once.text(rest.operator_id),
    state: once.text(rest.state),
    country: once.text(rest.country),
    timezone: once.text(rest.timezone),
    currency: once.text(rest.currency),
    rate_unit: once.text(rest.rate_unit),
    availability_shown: once.text(rest.availability_shown),
    opening_hours: once.text(rest.opening_hours),
    features: once.tags(rest.features),
    scheduled_rates: rest.scheduled_rates.length === 0 ? NO_RATES : rest.scheduled_rates,
  };
}

function toStandingHold({ space_count, starts_at, ends_at, expires_at }: HoldRow): StandingHold {
  return {
    space_count,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
    expires_at: new Date(expires_at),
  };
}
