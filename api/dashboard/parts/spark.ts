import { TZDate } from '@date-fns/tz';
import { format, subHours } from 'date-fns';
import { type Html, html } from '../../dress/html.ts';
import { counted } from './amount.ts';

/** Of a bar of the drawing, with the gap beside it; its style stretches the whole. */
const STEP = 4;
const BAR = 3;
const HEIGHT = 24;

/** Calls in each of the last hours as small bars; what they show is also said in words. */
export function spark(hours: readonly number[], until: Date): Html {
  const most = Math.max(...hours, 1);
  const bars = hours.map((calls, hour) => {
    const height = (calls / most) * HEIGHT;
    return html`<rect x="${hour * STEP}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR}"
height="${height.toFixed(1)}"/>`;
  });
  const words = wordsOf(hours, until);
  return html`<svg class="spark" viewBox="0 0 ${hours.length * STEP} ${HEIGHT}"
preserveAspectRatio="none" role="img" aria-label="${words}" focusable="false">
<title>${words}</title>${bars}</svg>`;
}

/** `120 calls in 24 hours, most at 14:00 UTC` */
function wordsOf(hours: readonly number[], until: Date): string {
  const sum = hours.reduce((total, calls) => total + calls, 0);
  if (sum === 0) return `no calls in ${hours.length} hours`;
  const ago = hours.length - 1 - hours.indexOf(Math.max(...hours));
  const busiest = format(new TZDate(subHours(until, ago), 'UTC'), 'HH:00');
  return `${counted(sum, 'call')} in ${hours.length} hours, most at ${busiest} UTC`;
}
