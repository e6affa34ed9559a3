import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import type { Town } from './open-town.ts';

type Plan = Awaited<ReturnType<Town['plan']>>;

/** What would be held, in the form of the tables: `hold Fenway Lot A; 11-19 09:00 2h; 2 spaces`. */
export function sayPlan(town: Town, { asked, lots: [first] }: Plan): string {
  if (first === undefined) return 'refuse';
  const { startsAt, endsAt, spaceCount, plate, parsed } = asked;
  const { max_rate, max_rate_per, max_rate_currency, height_cm, vehicle_kind } = parsed;
  const zone = town.zoneOf(first.lot.name);
  const isNow = startsAt.getTime() === town.now.getTime();
  const start = isNow ? 'now' : format(new TZDate(startsAt, zone), 'MM-dd HH:mm');
  const hours = (endsAt.getTime() - startsAt.getTime()) / millisecondsInHour;
  const rate = [
    ...['at most', max_rate, max_rate_currency],
    max_rate_per === 'total' ? 'in total' : `per ${max_rate_per}`,
  ];
  const parts = [
    `hold ${first.lot.name}`,
    `${start} ${hours}h`,
    spaceCount > 1 && `${spaceCount} spaces`,
    plate !== null && `plate ${plate}`,
    height_cm && `${height_cm} cm`,
    vehicle_kind,
    parsed.features.join(', '),
    max_rate !== null && rate.filter((part) => part !== null && part !== undefined).join(' '),
    parsed.sort === 'price' && 'cheapest',
  ];
  return parts.filter(Boolean).join('; ');
}
