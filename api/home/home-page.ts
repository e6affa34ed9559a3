import { copyable } from '../dress/copyable.ts';
import { COPY } from '../dress/design-files.ts';
import { html } from '../dress/html.ts';
import { sitePage } from '../dress/site-page.ts';
import type { Operation } from '../operation.ts';
import { withText } from '../reply/deprecation.ts';
import { HOME_LINKS } from './home-links.ts';

/** Where who wants to do what reads on. */
const WAYS = [
  {
    who: 'Find, hold and pay for a space',
    what: 'For drivers’ apps, agents and fleets: by licence plate, from a search to the end.',
    path: '/docs/by-hand',
    name: 'Parking by hand',
  },
  {
    who: 'Connect an assistant',
    what: 'Tools over MCP, an OpenAPI document to import, and a dispatcher that takes sentences.',
    path: '/docs/agents',
    name: 'For assistants',
  },
  {
    who: 'List your lots',
    what: 'Import lots, stays and counts from files or systems of your own, and get paid out.',
    path: '/docs/importing',
    name: 'Importing',
  },
  {
    who: 'Buy market figures',
    what: 'What parking costs around any point, how full it is, and what is expected on a day.',
    path: '/docs/figures',
    name: 'What each figure is',
  },
] as const;

/** The page at the root. */
export function homePage(operations: readonly Operation[], baseUrl: string): string {
  return sitePage({
    path: '/',
    title: 'Hexlot: parking, and what it costs',
    description: 'A parking platform with a market-intelligence API.',
    isIndexed: true,
    scripts: [COPY],
    body: html`<h1>Parking, and what it costs</h1>
<p class="lead">Operators list lots; drivers, software agents and fleets find them, hold a space,
and start, extend and end paid stays by licence plate. From what happens there comes what is sold
per question: what does parking cost around here, and how much of it is taken?</p>
<ul class="cards">
${WAYS.map(wayOf)}</ul>
<h2>What does parking cost?</h2>
<p>With an API key as <code>KEY</code>, around any point (this one is the centre of the synthetic
demo city):</p>
${copyable(`curl -H "Authorization: Bearer $KEY" \\
  "${baseUrl}${HOME_LINKS.market_rate}"`)}
${withoutKey}
<h2>Every call</h2>
<div class="table" role="region" aria-label="Every call" tabindex="0">
<table>
<caption>Keys are sent as <code>Authorization: Bearer KEY</code>.</caption>
<thead><tr><th scope="col">Call</th><th scope="col">What it does</th></tr></thead>
<tbody>
${operations.map(rowOf)}</tbody>
</table>
</div>`,
  });
}

const wayOf = ({ who, what, path, name }: (typeof WAYS)[number]) => html`<li class="card">
<h2>${who}</h2>
<p>${what}</p>
<p><a href="${path}">${name}</a></p>
</li>
`;

const withoutKey = html`<h2>Without a key</h2>
<ul>
<li><a href="${HOME_LINKS.docs}">docs</a>: every call, to read and to try out</li>
<li><a href="/docs/index">guides</a>: all pages, by what you want to do</li>
<li><a href="${HOME_LINKS.openapi}">openapi.json</a>,
<a href="${HOME_LINKS.openapi_yaml}">openapi.yaml</a>: all of the API as OpenAPI 3.1</li>
<li><a href="${HOME_LINKS.openapi_v2}">openapi/v2.json</a>: the intelligence API alone</li>
<li><a href="${HOME_LINKS.assistant_openapi}">openapi.yaml for assistants</a>,
<a href="${HOME_LINKS.ai_plugin}">ai-plugin.json</a>: what an assistant imports</li>
<li><a href="${HOME_LINKS.llms_txt}">llms.txt</a>,
<a href="${HOME_LINKS.llms_full_txt}">llms-full.txt</a>: the guides, also for language models</li>
<li><a href="${HOME_LINKS.api_catalog}">api-catalog</a>: these links, for programs</li>
<li><a href="${HOME_LINKS.lots_geojson}">lots.geojson</a>: map feed of the lots</li>
<li><a href="${HOME_LINKS.projection_sites_geojson}">projection-sites.geojson</a>: map feed of the
places where spaces are missing</li>
<li><a href="${HOME_LINKS.lots_search}">lots/search</a>: lots near a point, in the demo city</li>
<li><a href="${HOME_LINKS.health}">health</a>: whether all is well</li>
</ul>`;

function rowOf({ method, path, summary, deprecated }: Operation) {
  const text = deprecated ? withText(summary, deprecated) : summary;
  return html`<tr><td><code>${method.toUpperCase()} ${path}</code></td><td>${text}</td></tr>\n`;
}
