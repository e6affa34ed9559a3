import { countedOnDay } from '../../src/demand/local-events/count-by-day.ts';
import type { AnyLocalEvent as LocalEvent } from '../../src/demand/local-events/list-local-events.ts';
import { publicHolidays } from '../../src/kit/calendar/public-holidays.ts';
import { HALF_HOURS, HOLIDAY } from '../../src/kit/forecast/history/day-curve.ts';
import { localSlots } from '../../src/kit/forecast/history/local-slots.ts';
import type { LotDays } from '../../src/kit/forecast/history/lot-day-curves.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import { IMPACTS, type Mark } from '../../src/kit/forecast/history/unusual-days.ts';
import { CALENDAR_DAYS } from '../../src/kit/forecast/lot-forecast.ts';
import { cellParent } from '../../src/kit/geo/cells.ts';
import { greatCircleMetres } from '../../src/kit/geo/great-circle.ts';
import { daysSinceMonday } from '../../src/kit/time/days.ts';
import type { Lot } from './lots.ts';

/** People come before an event begins. */
const LEAD_MS = 3_600_000;
const HALF_HOUR_MS = 1_800_000;
/** Lots in one cell of this resolution are full at the same times. */
const REGION_RESOLUTION = 4;

/** A lot, or an area as if it were one. Nothing is near a place that is null. */
export type CalendarPlace = Pick<Lot, 'livemode' | 'timezone' | 'country' | 'state'> & {
  /** An H3 cell, in decimal; null: that of a whole country. */
  cell: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** Which days of lots are public holidays, and what happens near them. */
export type Calendars = {
  /** The days of the history of a lot, and the year after it. */
  daysOf(place: CalendarPlace, span: HistorySpan): LotDays;
};

export function calendarsOf(events: readonly LocalEvent[]): Calendars {
  const kindsByPlace = new Map<string, Uint8Array>();
  return {
    daysOf(place, { firstDay, days }) {
      const { country, state, cell } = place;
      const dayCount = days + CALENDAR_DAYS;
      const key = `${country} ${state} ${firstDay} ${dayCount}`;
      const kinds = kindsByPlace.get(key) ?? kindsOf(place, firstDay, dayCount);
      kindsByPlace.set(key, kinds);
      return {
        kinds,
        marks: marksOf(place, events, firstDay, dayCount),
        region: String(cell === null ? country : cellParent(BigInt(cell), REGION_RESOLUTION)),
      };
    },
  };
}

function kindsOf(
  { country, state }: Pick<Lot, 'country' | 'state'>,
  firstDay: number,
  dayCount: number,
): Uint8Array {
  const holidays = publicHolidays({ country, state }, firstDay, firstDay + dayCount);
  return Uint8Array.from({ length: dayCount }, (_, i) =>
    holidays.has(firstDay + i) ? HOLIDAY : daysSinceMonday(firstDay + i),
  );
}

function marksOf(
  place: CalendarPlace,
  events: readonly LocalEvent[],
  firstDay: number,
  dayCount: number,
): LotDays['marks'] {
  const found = new Map<number, (LocalEvent & Pick<Mark, 'fromSlot' | 'toSlot'>)[]>();
  const { livemode, latitude, longitude, timezone } = place;
  if (latitude === null || longitude === null) return new Map();
  const at = { lat: latitude, lng: longitude };
  for (const event of events) {
    const centre = { lat: event.latitude, lng: event.longitude };
    if (event.livemode !== livemode || greatCircleMetres(centre, at) > event.feltM) continue;
    for (const [day, span] of slotsOf(event, timezone)) {
      const position = day - firstDay;
      if (position < 0 || position >= dayCount) continue;
      found.set(position, [...(found.get(position) ?? []), { ...event, ...span }]);
    }
  }
  return new Map([...found].map(([position, onDay]) => [position, marksOn(onDay)]));
}

function marksOn(events: readonly (LocalEvent & Pick<Mark, 'fromSlot' | 'toSlot'>)[]): Mark[] {
  return countedOnDay(events).reduce<Mark[]>(
    (marks, { fromSlot, toSlot, type, impact }) =>
      withMark(marks, { fromSlot, toSlot, type, impact }),
    [],
  );
}

/** Several operators may enter the same event, so those of one type at the same time count once. */
function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const isSame = (other: Mark) =>
    other.type === mark.type && other.fromSlot < mark.toSlot && mark.fromSlot < other.toSlot;
  const same = marks.filter(isSame);
  const joined = same.reduce<Mark>(
    (all, each) => ({
      type: all.type,
      fromSlot: Math.min(all.fromSlot, each.fromSlot),
      toSlot: Math.max(all.toSlot, each.toSlot),
      impact: IMPACTS.indexOf(each.impact) > IMPACTS.indexOf(all.impact) ? each.impact : all.impact,
    }),
    mark,
  );
  return [...marks.filter((other) => !isSame(other)), joined];
}

/** The slots that an event takes on each local day. */
function slotsOf({ startsAt, endsAt }: LocalEvent, timezone: string) {
  const from = Math.floor((startsAt.getTime() - LEAD_MS) / HALF_HOUR_MS);
  const to = Math.ceil(endsAt.getTime() / HALF_HOUR_MS);
  const fromDay = Math.floor(from / HALF_HOURS);
  const local = localSlots(timezone, fromDay, Math.ceil(to / HALF_HOURS) - fromDay);
  const spans = new Map<number, { fromSlot: number; toSlot: number }>();
  for (let number = from; number < to; number += 1) {
    const slot = local.slots[number - local.first] ?? number;
    const day = Math.floor(slot / HALF_HOURS);
    const known = spans.get(day) ?? { fromSlot: slot % HALF_HOURS, toSlot: 0 };
    spans.set(day, { ...known, toSlot: Math.max(known.toSlot, (slot % HALF_HOURS) + 1) });
  }
  return spans;
}
