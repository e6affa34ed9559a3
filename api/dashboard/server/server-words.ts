import { formatDuration, intervalToDuration } from 'date-fns';
import { millisecondsInSecond } from 'date-fns/constants';

/** How far figures lag behind, in words. */
export function agedWords(seconds: number | null): string {
  if (seconds === null) return 'not known';
  const duration = intervalToDuration({ start: 0, end: seconds * millisecondsInSecond });
  return `${formatDuration(duration) || 'less than a second'} old`;
}
