import type { Config } from '../../src/config.ts';
import { guideHtml } from '../docs/guide-html.ts';
import { addressesFrom, readSource } from '../document/doc-pages.ts';
import { type Html, html } from '../dress/html.ts';
import { sitePage } from '../dress/site-page.ts';

const SOURCE = 'NOTICE.md';
const NOT_STATED = 'not stated by whoever runs this server';

/** Who runs the service and by which terms, as far as that is set, and the notices, for people. */
export function legalPage(path: string, config: Pick<Config, 'legalUrl' | 'contactEmail'>): string {
  const linkOf = addressesFrom(SOURCE, { path, baseUrl: '', suffix: '.md' });
  const notices = readSource(SOURCE).replace(/^# .*\n/, '');
  const { body } = guideHtml(notices, { linkOf, pictureOf: () => undefined });
  return sitePage({
    path,
    title: 'Legal · Hexlot',
    description: 'Terms of this service, and whose data and programs are included.',
    isIndexed: true,
    head: html`<link rel="alternate" type="text/markdown" href="${path}">\n`,
    body: html`<div class="guide"><article class="prose">
<h1>Legal</h1>
${stated(config)}
<p>What is kept about people, and for how long, is among
<a href="/docs/promises">what a caller can count on</a>.</p>
${body}</article></div>`,
  });
}

function stated({ legalUrl, contactEmail }: Pick<Config, 'legalUrl' | 'contactEmail'>): Html {
  const terms = legalUrl === undefined ? NOT_STATED : html`<a href="${legalUrl}">${legalUrl}</a>`;
  const contact =
    contactEmail === undefined
      ? NOT_STATED
      : html`<a href="mailto:${contactEmail}">${contactEmail}</a>`;
  return html`<ul>
<li>Terms and imprint of this service: ${terms}</li>
<li>Questions go to: ${contact}</li>
</ul>`;
}
