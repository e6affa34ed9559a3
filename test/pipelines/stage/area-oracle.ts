import { cellParent } from '../../../src/kit/geo/cells.ts';
import { hoursOf } from '../../src/demand/market/occupancy-oracle.ts';
import { type Count, DAY_MS, HOUR_MS, MINUTE_MS, type Stay } from './parking.ts';

// Computes what may be disclosed of areas, from the lots, stays and counts one by one.

export type OracleLot = {
  lot_id: string;
  operator_id: string;
  cell: bigint;
  country: string;
  total_spaces: number;
  rate_minor: number;
  isListed: boolean;
};
export type OracleStay = Stay & { isRefunded?: boolean };
export type Known = {
  lots: readonly OracleLot[];
  stays: readonly OracleStay[];
  counts: readonly Count[];
  /** The cells that are areas of their own. */
  named: ReadonlySet<bigint>;
};

const HOURS = 28 * 24;
const RECENT_HOURS = 168;
const MILLION = 1_000_000n;
const PULL_MAX = 0.2;
const BLOCKS = [1, 3, 6, 12, 24, 168];

const big = (numbers: readonly bigint[]) => numbers.reduce((sum, number) => sum + number, 0n);
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The areas by their country and cell, and which lots are in each. */
export function lotsByArea({ lots, named }: Pick<Known, 'lots' | 'named'>) {
  return Map.groupBy(lots, ({ country, cell }) => {
    const finest = [8, 7, 6, 5].map((level) => cellParent(cell, level)).find((c) => named.has(c));
    return `${country} ${finest ?? 0n}`;
  });
}

type Window = { asOf: number; stays: readonly OracleStay[]; counts: readonly Count[] };
type Seen = ReturnType<typeof seeLot>;

/** What was observed on a lot in 28 whole days. */
function seeLot(lot: OracleLot, { asOf, stays, counts }: Window) {
  const day = Math.floor(asOf / DAY_MS) * DAY_MS;
  const own = stays.filter(({ lotId }) => lotId === lot.lot_id);
  const begun = own.filter(({ startedAt }) => +startedAt >= day - 28 * DAY_MS && +startedAt < day);
  const counted = counts.filter(
    ({ lotId, at }) =>
      lotId === lot.lot_id && lot.total_spaces > 0 && +at >= day - 28 * DAY_MS && +at < day,
  );
  const vehicles = begun.map(({ vehicleId, sessionId }) => String(vehicleId ?? sessionId));
  const days = new Set(counted.map(({ at }) => Math.floor(+at / DAY_MS)));
  const parked = own.map(({ startedAt, endedAt }) => ({ startedAt, endedAt }));
  const hours = hoursOf(lot.total_spaces, { stays: parked, counts: counted }, day / 1_000, HOURS);
  return {
    lot,
    own,
    begun,
    vehicles,
    countedDays: days.size,
    countedHours: [...new Set(counted.map(({ at }) => Math.floor(+at / HOUR_MS)))],
    hours,
    /** Stays took time, so that nothing is unknown. */
    isUsed: add(hours.map(({ stayed }) => stayed)) > 0,
    isStrong: (begun.length >= 8 && new Set(vehicles).size >= 3) || days.size >= 7,
    firstHour: day / HOUR_MS - HOURS,
  };
}

/** Space-seconds of an operator's lots in some hours: known, counted and taken. */
function shareOf(seen: readonly Seen[], isMeant: (at: number, hour: number) => boolean) {
  let [known, measured, occupied] = [0, 0, 0];
  for (const { lot, hours, isUsed, firstHour } of seen) {
    const hourSeconds = 3_600 * lot.total_spaces;
    if (hourSeconds === 0) continue;
    const byHourOfWeek = Map.groupBy(hours.keys(), (at) => (firstHour + at + 72) % 168);
    for (const [hourOfWeek, all] of byHourOfWeek) {
      const meant = all.filter((at) => isMeant(at, hourOfWeek));
      const counted = meant.filter((at) => hours[at]?.measured !== undefined);
      const stayed = add(
        meant.filter((at) => !counted.includes(at)).map((at) => hours[at]?.stayed ?? 0),
      );
      known += (isUsed ? meant.length : counted.length) * hourSeconds;
      measured += counted.length * hourSeconds;
      occupied +=
        add(counted.map((at) => hours[at]?.measured ?? 0)) +
        Math.min(stayed, (meant.length - counted.length) * hourSeconds);
    }
  }
  return { known: BigInt(known), measured: BigInt(measured), occupied: BigInt(occupied) };
}

/** Whole percent, where the pulls of all balance; null with fewer than four operators. */
function balanceOf(values: readonly bigint[]): number | null {
  if (values.length < 4) return null;
  const shares = values.map((value) => Number(value) / 1e6);
  let at = add(shares) / shares.length;
  for (let step = 0; step < 60; step += 1)
    at +=
      add(shares.map((share) => Math.max(-PULL_MAX, Math.min(PULL_MAX, share - at)))) /
      shares.length;
  return Math.floor(100 * at + 0.5 + 1e-6);
}

/** In sixths: nobody has more than a quarter of what all have. */
function capOf(weights: readonly bigint[]): bigint {
  const [a = 0n, b = 0n, c = 0n] = weights.toSorted((x, y) => (x < y ? 1 : -1));
  const total = big(weights);
  if (4n * a <= total) return 6n * a;
  if (3n * b <= total - a) return 2n * (total - a);
  if (2n * c <= total - a - b) return 3n * (total - a - b);
  return 6n * (total - a - b - c);
}

/** What stays cost in percent of what is posted; each operator has one voice. */
function paidOf(seen: readonly Seen[], asOf: number) {
  const day = Math.floor(asOf / DAY_MS) * DAY_MS;
  const byOperator = [...Map.groupBy(seen, ({ lot }) => lot.operator_id).values()].map((own) =>
    own.flatMap(({ lot, own: stays }) =>
      stays.flatMap((stay) => {
        const { endedAt, startedAt, currency, isUnpaid, isRefunded } = stay;
        if (!endedAt || isUnpaid || isRefunded || currency !== 'cad') return [];
        if (+endedAt < day - 30 * DAY_MS || +endedAt >= day) return [];
        if (+endedAt - +startedAt < MINUTE_MS) return [];
        const minutes = Math.max(1, Math.ceil((+endedAt - +startedAt) / MINUTE_MS));
        const list = Math.floor((2 * (stay.baseRateMinor ?? lot.rate_minor) * minutes + 60) / 120);
        // Nothing was taken for it, or nothing is posted.
        if (list === 0 || stay.subtotalMinor === 0) return [];
        const paid = Math.max(Math.floor(list / 2), Math.min(2 * list, stay.subtotalMinor));
        return [{ vehicle: String(stay.vehicleId ?? stay.sessionId), list, paid }];
      }),
    ),
  );
  const all = byOperator.flat();
  const ratios = byOperator.filter((own) => own.length > 0).map(ratioOf);
  if (all.length < 30 || new Set(all.map(({ vehicle }) => vehicle)).size < 10) return null;
  if (ratios.length < 4) return null;
  const sorted = ratios.sort((a, b) => (a < b ? -1 : 1));
  const middle = [sorted[(sorted.length - 1) >> 1] ?? 0n, sorted[sorted.length >> 1] ?? 0n];
  return { paid_pct: Math.floor(Number(big(middle)) / 20_000 + 0.5), count: all.length };
}

/** In millionths; no vehicle counts for more than a twentieth. */
function ratioOf(stays: readonly { vehicle: string; list: number; paid: number }[]): bigint {
  const sum = BigInt(add(stays.map(({ list }) => list)));
  const parts = [...Map.groupBy(stays, ({ vehicle }) => vehicle).values()].map((own) => {
    const list = BigInt(add(own.map((stay) => stay.list)));
    const part = (50_000n * sum) / list;
    return {
      part: part < MILLION ? part : MILLION,
      list,
      paid: BigInt(add(own.map((s) => s.paid))),
    };
  });
  return (
    (MILLION * big(parts.map(({ part, paid }) => part * paid))) /
    big(parts.map(({ part, list }) => part * list))
  );
}

/** What may be disclosed of an area, and of its hours of the week. */
export function tellArea(lots: readonly OracleLot[], window: Window) {
  const seen = lots.map((lot) => seeLot(lot, window));
  const strong = seen.filter(({ isStrong }) => isStrong);
  const operators = [...Map.groupBy(strong, ({ lot }) => lot.operator_id).values()];
  const voicesOf = (
    isMeant: (at: number, hourOfWeek: number) => boolean,
    figure: 'occupied' | 'measured',
  ) =>
    operators.flatMap((own) => {
      const share = shareOf(own, isMeant);
      return share.known === 0n ? [] : [(MILLION * share[figure]) / share.known];
    });
  const isRecent = (at: number) => at >= HOURS - RECENT_HOURS;
  const occupied = balanceOf(voicesOf(isRecent, 'occupied'));
  const stays = add(strong.map(({ begun }) => begun.length));
  const vehicles = new Set(strong.flatMap((one) => one.vehicles));
  const counted = strong.filter(({ countedDays }) => countedDays > 0);
  const isUsed =
    occupied !== null &&
    stays + add(strong.map(({ countedDays }) => countedDays)) >= 30 &&
    (vehicles.size >= 10 || new Set(counted.map(({ lot }) => lot.operator_id)).size >= 4) &&
    isKnown(seen);
  const paid = paidOf(strong, window.asOf);
  const weeks = isUsed ? weekOf(strong, voicesOf) : null;
  return {
    median_space_count: medianOf(lots),
    stay_count: isUsed && stays > 0 ? twoDigits(stays) : null,
    paid_stay_count: paid === null ? null : twoDigits(paid.count),
    paid_pct: paid?.paid_pct ?? null,
    occupied_pct: isUsed ? Math.min(100, occupied) : null,
    measured_pct: isUsed ? balanceOf(voicesOf(isRecent, 'measured')) : null,
    weeks,
  };
}

/**
 * Half of the spaces, where no operator counts for more than a quarter, are those of strong lots.
 */
function isKnown(seen: readonly Seen[]): boolean {
  const spacesOf = (some: readonly Seen[]) =>
    BigInt(add(some.map(({ lot }) => Math.min(500, lot.total_spaces))));
  const operators = [...Map.groupBy(seen, ({ lot }) => lot.operator_id).values()].map((own) => ({
    all: spacesOf(own.filter(({ lot, isStrong }) => lot.isListed || isStrong)),
    strong: spacesOf(own.filter(({ isStrong }) => isStrong)),
  }));
  if (operators.length < 4) return false;
  const most = capOf(operators.map(({ all }) => all));
  const capped = (weight: bigint) => (6n * weight < most ? 6n * weight : most);
  return (
    2n * big(operators.map(({ strong }) => capped(strong))) >=
    big(operators.map(({ all }) => capped(all)))
  );
}

function weekOf(
  strong: readonly Seen[],
  voicesOf: (isMeant: (at: number, hour: number) => boolean, figure: 'occupied') => bigint[],
) {
  const observed = strong.flatMap(({ begun, countedHours }) => [
    ...begun.map(({ startedAt }) => Math.floor(+startedAt / HOUR_MS)),
    ...countedHours,
  ]);
  for (const hours of BLOCKS) {
    const blocks = Array.from({ length: 168 / hours }, (_, block) => {
      const isIn = (hourOfWeek: number) => Math.floor(hourOfWeek / hours) === block;
      const count = observed.filter((hour) => isIn((hour + 72) % 168)).length;
      const mean = balanceOf(voicesOf((_at, hourOfWeek) => isIn(hourOfWeek), 'occupied'));
      return count < 30 || mean === null ? null : Math.min(100, mean);
    });
    if (!blocks.includes(null))
      return {
        pooled_hours: hours,
        occupied_pcts: Array.from({ length: 168 }, (_, i) => blocks[Math.floor(i / hours)]),
      };
  }
  return null;
}

/** The median of what the median listed lot of each operator has. */
function medianOf(lots: readonly OracleLot[]): number | null {
  const discrete = (numbers: readonly number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length / 2) - 1)];
  const listed = lots.filter(({ isListed }) => isListed);
  const medians = [...Map.groupBy(listed, ({ operator_id }) => operator_id).values()].map(
    (own) => discrete(own.map((lot) => Math.min(500, lot.total_spaces))) ?? 0,
  );
  return discrete(medians) ?? null;
}

function twoDigits(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor((2 * count + step) / (2 * step)) * step;
}
