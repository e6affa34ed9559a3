import { type Html, html } from '../../dress/html.ts';

export type BadgeKind = 'ok' | 'warn' | 'bad' | 'chosen' | 'idle';

/** A state in a word; the colour only repeats it. */
export function badge(kind: BadgeKind, text: string): Html {
  return html`<span class="badge${kind !== 'idle' && ` ${kind}`}">${text}</span>`;
}
