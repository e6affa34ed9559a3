import { minutesInHour } from 'date-fns/constants';

/** Minutes since midnight as a clock shows them: 510 -> `08:30` */
export function clockTime(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minute / minutesInHour))}:${two(minute % minutesInHour)}`;
}

/** `08:30` -> 510, and `24:00` -> 1440; the text must be such a time. */
export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * minutesInHour + minute;
}
