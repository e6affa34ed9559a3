import { type Html, html } from '../../dress/html.ts';
import { count } from './amount.ts';

/** Of a list in a report of a file; its counts say how many there are. */
const ROWS_SHOWN_MAX = 200;

/** The rows that are shown. */
export const firstRows = <T>(all: readonly T[]): T[] => all.slice(0, ROWS_SHOWN_MAX);

/** How many are not. */
export function moreRows(all: readonly unknown[]): Html | null {
  const left = all.length - ROWS_SHOWN_MAX;
  return left > 0 ? html`<p class="quiet">… and ${count(left)} more.</p>` : null;
}
