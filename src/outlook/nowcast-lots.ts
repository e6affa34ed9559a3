import { HALF_HOURS } from '../forecast/course.ts';
import { localSlotAt } from '../forecast/local-slots.ts';
import { shareAt } from '../forecast/lot-day.ts';
import { carryAt } from '../forecast/lot-facts.ts';
import { NOWCAST_SLOTS } from '../forecast/lot-forecast.ts';
import { nowcastShare } from '../forecast/nowcast.ts';
import { cellAt, cellParent } from '../geometry/cells.ts';
import type { FoundLot } from '../lots/search/show-lots.ts';
import { TILE_RESOLUTION } from '../market/cap-tree.ts';
import type { ForecastTiles } from '../market/forecast-tiles.ts';
import { occupancyPct } from '../pricing/offer-lot-rate.ts';

const MINUTES_PER_SLOT = (24 * 60) / HALF_HOURS;

/** What is expected soon after now. */
export type Nowcast = { in_minutes: number; available_spaces: number; occupied_pct: number };

/**
 * What is expected of some lots in 30 minutes, 1 and 2 hours, in their order: what was forecast,
 * and what remains by then of the present difference from it. Null for a lot of which nothing is
 * forecast at one of these times.
 */
export async function nowcastLots(
  forecasts: ForecastTiles,
  lots: readonly FoundLot[],
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<(Nowcast[] | null)[]> {
  const cells = lots.map(({ kept, latitude, longitude }) =>
    cellParent(kept?.cell ?? cellAt(latitude, longitude), TILE_RESOLUTION),
  );
  const distinct = [...new Set(cells)];
  const { tiles } = await forecasts.read(livemode, distinct);
  const byCell = new Map(distinct.map((cell, i) => [cell, tiles[i]]));
  const slots = new Map<string, number>();
  return lots.map((lot, i) => {
    const forecast = byCell.get(cells[i] ?? 0n)?.lots.get(lot.lot_id);
    if (forecast === undefined) return null;
    const slot = slots.get(lot.timezone) ?? localSlotAt(lot.timezone, now.getTime());
    slots.set(lot.timezone, slot);
    return nowcast(lot, forecast.bytes, slot);
  });
}

function nowcast(lot: FoundLot, bytes: Uint8Array, slot: number): Nowcast[] | null {
  const { total_spaces, available_spaces } = lot;
  if (total_spaces === null || total_spaces === 0 || available_spaces === null) return null;
  const now = 1 - available_spaces / total_spaces;
  const forNow = shareNear(bytes, slot);
  const soon: Nowcast[] = [];
  for (const [i, ahead] of NOWCAST_SLOTS.entries()) {
    const forThen = shareNear(bytes, slot + ahead);
    const share = nowcastShare(now, { forNow, forThen }, carryAt(bytes, i) || 0);
    if (Number.isNaN(share)) return null;
    const occupied_spaces = Math.round(share * total_spaces);
    soon.push({
      in_minutes: ahead * MINUTES_PER_SLOT,
      available_spaces: total_spaces - occupied_spaces,
      occupied_pct: occupancyPct({ total_spaces, occupied_spaces }) ?? 0,
    });
  }
  return soon;
}

/** A lot that is counted once an hour is known in every second half hour only. */
function shareNear(bytes: Uint8Array, slot: number): number {
  for (const near of [slot, slot - 1, slot + 1]) {
    const share = shareAt(bytes, near);
    if (!Number.isNaN(share)) return share;
  }
  return Number.NaN;
}
