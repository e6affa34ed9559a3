import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** The calendar month (UTC) that begins at an instant: `November 2026`. */
export function monthOf({ from }: { from: string }): string {
  return format(new TZDate(from, 'UTC'), 'MMMM yyyy');
}
