import { TZDate } from '@date-fns/tz';

/** `2026-03-04T10:00` by the clocks of a zone. */
export function instantAt(local: string, timezone: string): Date {
  const [year = 0, month = 0, ...rest] = local.split(/[-T:]/).map(Number);
  const [day = 0, hour = 0, minute = 0] = rest;
  return new Date(new TZDate(year, month - 1, day, hour, minute, timezone).getTime());
}
