import { type Html, html } from '../../dress/html.ts';

/** What is known of one thing: pairs of name and value. */
export function definitions(pairs: readonly (readonly [string, Html | string])[]): Html {
  return html`<dl class="facts">
${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}
