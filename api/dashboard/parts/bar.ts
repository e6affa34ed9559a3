import { type Html, html } from '../../dress/html.ts';

type Part = Readonly<{ kind: 'ok' | 'warn' | 'bad' | 'chosen' | 'idle'; size: number }>;

/** Of the drawing; its style stretches it. */
const WIDTH = 100;
const HEIGHT = 8;

/**
 * Parts of a whole beside each other, in a table of bars whose longest has the size `most`. It only
 * draws what figures of the same row say.
 */
export function bar(parts: readonly Part[], most: number): Html {
  let from = 0;
  const drawn = parts.map(({ kind, size }) => {
    const width = most === 0 ? 0 : (size / most) * WIDTH;
    const x = from;
    from += width;
    return html`<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}"
height="${HEIGHT}"/>`;
  });
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
aria-hidden="true" focusable="false">${drawn}</svg>`;
}
