import { TZDate, tzName } from '@date-fns/tz';
import { format } from 'date-fns';
import { type Html, html } from '../../dress/html.ts';

/**
 * An instant as people read it, in a time zone, with that zone's short name then; `never` where
 * there is none.
 */
export function instant(
  iso: string | null | undefined,
  zone = 'UTC',
  never = 'never',
): Html | string {
  if (iso == null) return never;
  const text = format(new TZDate(iso, zone), 'd MMM yyyy, HH:mm');
  return html`<time datetime="${iso}">${text} ${tzName(zone, new Date(iso), 'short')}</time>`;
}
