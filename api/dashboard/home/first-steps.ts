import { copyable } from '../../dress/copyable.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Visit } from '../dashboard-page.ts';

/** A lot as a program adds it; an operator writes its own instead. */
const EXAMPLE_LOT = {
  name: 'Elm Street 1',
  lat: 41.2,
  lng: -99.61,
  total_spaces: 20,
  base_rate: 3,
};

/** What an operator that has no lot yet does first. */
export function firstSteps({ href, api, livemode }: Visit): Html {
  const base = `${api.config.baseUrl}/api`;
  const auth = `-H "Authorization: Bearer $KEY"`;
  const { lat, lng } = EXAMPLE_LOT;
  const lot = JSON.stringify(EXAMPLE_LOT);
  return html`<section aria-labelledby="first"><h2 id="first">Three steps to begin with</h2>
<ol class="cards">
${step(
  'Make a key',
  html`Programs call the API with it. <a class="button primary" href="${href('/keys/new')}">New
${livemode ? 'live' : 'test'} key</a>`,
  'KEY=…',
)}
${step(
  'Add a lot',
  html`Here, or by a program. <a class="button" href="${href('/lots/new')}">New lot</a>`,
  `curl ${base}/v1/lots ${auth} -H 'Content-Type: application/json' -d '${lot}'`,
)}
${step(
  'Ask for a rate',
  html`What parking costs around a place. Each answer states its price.`,
  `curl ${auth} '${base}/v2/intelligence/market-rate?lat=${lat}&lng=${lng}'`,
)}
</ol></section>`;
}

function step(name: string, words: Html, line: string): Html {
  return html`<li class="card"><h3>${name}</h3><p>${words}</p>
${copyable(line)}</li>
`;
}
