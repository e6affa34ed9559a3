import { type Html, html } from './html.ts';

/** A text to copy. The page loads `COPY`, or there is no button. */
export function copyable(text: string): Html {
  return html`<div class="copyable"><pre tabindex="0"><code>${text}</code></pre>
<button type="button" data-copy hidden>Copy</button></div>`;
}
