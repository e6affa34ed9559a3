import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';

const PLACES = [
  { path: '/docs/index', name: 'Guides' },
  { path: '/docs', name: 'API reference' },
  { path: '/docs/CHANGELOG', name: 'Changes' },
] as const;

/** The choice of a theme; it is shown where a script can keep it. */
const themeChoice = html`<div class="theme" data-theme-choice hidden>
<label for="theme">Theme</label>
<select id="theme">
<option value="">System</option>
<option value="light">Light</option>
<option value="dark">Dark</option>
</select>
</div>`;

/** A public page in the frame that all of them have; `path` is where it is served. */
export function sitePage({ path, body, ...more }: Page & Readonly<{ path: string }>): string {
  return page({ ...more, body: siteFrame(path, body) });
}

function siteFrame(path: string, body: Html): Html {
  const placeOf = ({ path: place, name }: (typeof PLACES)[number]) =>
    html`<a href="${place}"${path === place && html` aria-current="page"`}>${name}</a>\n`;
  return html`<header class="site-header"><div>
<a class="brand" href="/"><img src="/logo.svg" alt="" width="24" height="24">Hexlot</a>
<nav aria-label="Site">
${PLACES.map(placeOf)}</nav>
</div></header>
<main class="site-main" id="main" tabindex="-1">
${body}
</main>
<footer class="site-footer"><div>
<a href="/legal">Whose data is included</a>
<a href="/llms.txt">For language models</a>
<a href="/api/v1/health">Health</a>
${themeChoice}
</div></footer>`;
}
