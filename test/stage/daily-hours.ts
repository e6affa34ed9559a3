const MINUTE_MS = 60_000;

/**
 * Opening hours of every day between two times, given in minutes from now (UTC); less than a day.
 */
export function dailyHours(fromMinutes: number, toMinutes: number): string {
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(11, 16);
  return `${clock(fromMinutes)}-${clock(toMinutes)}`;
}
