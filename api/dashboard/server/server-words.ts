import { formatDuration, intervalToDuration } from 'date-fns';
import { millisecondsInSecond } from 'date-fns/constants';
import { type Html, html } from '../../dress/html.ts';
import type { Visit } from '../dashboard-page.ts';

/** How far figures lag behind, in words. */
export function agedWords(seconds: number | null): string {
  if (seconds === null) return 'not known';
  const duration = intervalToDuration({ start: 0, end: seconds * millisecondsInSecond });
  return `${formatDuration(duration) || 'less than a second'} old`;
}

/** An operator by its name, which leads to its page. */
export function operatorLink({ href }: Visit, operatorId: string, name: string): Html {
  return html`<a href="${href(`/server/operators/${operatorId}`)}"><bdi>${name}</bdi></a>`;
}
