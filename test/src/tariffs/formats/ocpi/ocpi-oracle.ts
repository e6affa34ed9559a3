import { OCPI_DAYS, type OcpiTariff } from '../../../../../src/tariffs/formats/ocpi/ocpi-shape.ts';

type Restrictions = NonNullable<OcpiTariff['elements'][number]['restrictions']>;
type Moment = { date: string; time: string; day: string; seconds: number };

const ZONE = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' },
});

/**
 * What a stay in Berlin costs by the words of OCPI 2.2.1, in units with VAT and not rounded: minute
 * by minute the first element that holds, then once step_size, for all time that has a price.
 */
export function ocpiCost(tariff: OcpiTariff, startedAt: Date, minutes: number): number {
  let [total, counted] = [0, 0];
  let last: { hour: number; stepMinutes: number } | undefined;
  for (let minute = 0; minute < minutes; minute += 1) {
    const found = componentAt(tariff, 'PARKING_TIME', momentAt(startedAt, minute));
    if (found === undefined) continue;
    last = { hour: withVat(found), stepMinutes: found.step_size / 60 };
    total += last.hour / 60;
    counted += 1;
  }
  if (last !== undefined && last.stepMinutes > 0) {
    const rounded = Math.ceil(counted / last.stepMinutes) * last.stepMinutes;
    total += ((rounded - counted) * last.hour) / 60;
  }
  const flat = componentAt(tariff, 'FLAT', momentAt(startedAt, 0));
  if (flat !== undefined) total += withVat(flat);
  const vat = 1 + vatOf(tariff) / 100;
  const { min_price: min, max_price: max } = tariff;
  if (min !== undefined) total = Math.max(total, min.excl_vat * vat, min.incl_vat ?? 0);
  if (max !== undefined) total = Math.min(total, max.excl_vat * vat, max.incl_vat ?? Infinity);
  return total;
}

const withVat = ({ price, vat = 0 }: { price: number; vat?: number }) => price * (1 + vat / 100);

function vatOf({ elements }: OcpiTariff): number {
  const paid = elements.flatMap(({ price_components }) => price_components);
  return paid.find(({ price }) => price > 0)?.vat ?? 0;
}

function componentAt({ elements }: OcpiTariff, type: 'PARKING_TIME' | 'FLAT', at: Moment) {
  for (const { price_components, restrictions = {} } of elements) {
    const component = price_components.find((one) => one.type === type);
    if (component !== undefined && holds(restrictions, at)) return component;
  }
  return undefined;
}

/** Showing a time takes long, and the days of the tests are few. */
const shownTimes = new Map<number, string>();

function momentAt(startedAt: Date, minute: number): Moment {
  const atMs = startedAt.getTime() + minute * 60_000;
  const shown = shownTimes.get(atMs) ?? ZONE.format(new Date(atMs));
  shownTimes.set(atMs, shown);
  const [date = '', time = ''] = shown.split(' ');
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { date, time, day: OCPI_DAYS[(weekday + 6) % 7] ?? '', seconds: minute * 60 };
}

function holds(given: Restrictions, { date, time, day, seconds }: Moment): boolean {
  const { start_time: start = '00:00', end_time: end = '00:00' } = given;
  const isInDay = end > start ? start <= time && time < end : time >= start || time < end;
  const { start_date = '0000', end_date = '9999', day_of_week: days = [] } = given;
  const { min_duration = 0, max_duration = Infinity } = given;
  return (
    (start === end || end === '00:00' ? time >= start : isInDay) &&
    start_date <= date &&
    date < end_date &&
    min_duration <= seconds &&
    seconds < max_duration &&
    (days.length === 0 || days.some((one) => one === day))
  );
}
