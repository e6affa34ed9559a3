import { minutesInHour } from 'date-fns/constants';

/** Minutes since midnight as a clock shows them: 510 -> `08:30` */
export function clockTime(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minute / minutesInHour))}:${two(minute % minutesInHour)}`;
}
