import { createHash } from 'node:crypto';
import { CITY } from '../src/demo/city.ts';
import type { Operation } from './operation.ts';
import { withText } from './reply/deprecation.ts';

const { lat, lng } = CITY.centre;
const PLACE = `lat=${lat}&lng=${lng}&radius_km=5`;

/** No colours are set, so that the page follows the reader's light or dark theme. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 52rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid GrayText; }
table { border-collapse: collapse; }
caption { text-align: left; }
th, td { padding: .15rem .75rem .15rem 0; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
`;

/** The Content-Security-Policy: the page may load nothing except its own style. */
export const HOME_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The links that the root of the service offers. */
export const HOME_LINKS = {
  docs: '/docs',
  openapi: '/openapi.json',
  openapi_yaml: '/openapi.yaml',
  openapi_v2: '/openapi/v2.json',
  assistant_openapi: '/api/agents/openai/openapi.yaml',
  ai_plugin: '/.well-known/ai-plugin.json',
  api_catalog: '/.well-known/api-catalog',
  llms_txt: '/llms.txt',
  llms_full_txt: '/llms-full.txt',
  lots_geojson: '/api/v1/lots.geojson',
  projection_sites_geojson: '/api/v1/projection-sites.geojson',
  lots_search: `/api/v1/lots/search?${PLACE}`,
  market_rate: `/api/v2/intelligence/market-rate?${PLACE}`,
  health: '/api/v1/health',
} as const;

/** The page at the root: plain HTML without a script. */
export function homePage(operations: readonly Operation[], baseUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Hexlot: parking, and what it costs</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A parking platform with a market-intelligence API.">
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Hexlot</h1>
<p>A parking platform with a market-intelligence API. Operators list lots; drivers, software agents
and fleets find them, hold a space, and start, extend and end paid sessions by licence plate. From
what happens there comes what is sold per question: what does parking cost around here, and how much
of it is taken?</p>
</header>
<main>
<h2>What does parking cost?</h2>
<p>With an API key as <code>KEY</code>, around any point (this one is the centre of the synthetic
demo city):</p>
<pre tabindex="0"><code>${escapeHtml(`curl -H "Authorization: Bearer $KEY" \\
  "${baseUrl}${HOME_LINKS.market_rate}"`)}</code></pre>
<h2>Without a key</h2>
<ul>
<li><a href="${HOME_LINKS.docs}">docs</a>: every call, to read and to try out</li>
<li><a href="${HOME_LINKS.openapi}">openapi.json</a>, <a
href="${HOME_LINKS.openapi_yaml}">openapi.yaml</a>: all of the API as OpenAPI 3.1</li>
<li><a href="${HOME_LINKS.openapi_v2}">openapi/v2.json</a>: the intelligence API alone</li>
<li><a href="${HOME_LINKS.assistant_openapi}">openapi.yaml for assistants</a>, <a
href="${HOME_LINKS.ai_plugin}">ai-plugin.json</a>: what an assistant imports</li>
<li><a href="${HOME_LINKS.llms_txt}">llms.txt</a>, <a
href="${HOME_LINKS.llms_full_txt}">llms-full.txt</a>: the guides, also for language models</li>
<li><a href="${HOME_LINKS.api_catalog}">api-catalog</a>: these links, for programs</li>
<li><a href="${HOME_LINKS.lots_geojson}">lots.geojson</a>: map feed of the lots</li>
<li><a href="${HOME_LINKS.projection_sites_geojson}">projection-sites.geojson</a>: map feed of the
places where spaces are missing</li>
<li><a href="${escapeHtml(HOME_LINKS.lots_search)}">lots/search</a>: lots near a point, in the demo
city</li>
<li><a href="${HOME_LINKS.health}">health</a>: whether all is well</li>
</ul>
<h2>Every call</h2>
<table>
<caption>Keys are sent as <code>Authorization: Bearer KEY</code>.</caption>
<thead><tr><th scope="col">Call</th><th scope="col">What it does</th></tr></thead>
<tbody>
${operations.map(rowOf).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;
}

function rowOf({ method, path, summary, deprecated }: Operation): string {
  const call = escapeHtml(`${method.toUpperCase()} ${path}`);
  const text = escapeHtml(deprecated ? withText(summary, deprecated) : summary);
  return `<tr><td><code>${call}</code></td><td>${text}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
