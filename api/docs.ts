import { Type } from 'typebox';
import { REFERENCE_FILES } from './docs/reference-files.ts';
import { defineDocument } from './document/define-document.ts';
import { html } from './dress/html.ts';
import { pageHeaders } from './dress/page.ts';
import { sitePage } from './dress/site-page.ts';

export const getReferenceOperation = defineDocument({
  operationId: 'getReference',
  path: '/docs',
  summary: 'Every operation, for people to read and try out',
  description: 'A page of the OpenAPI document. It loads nothing from anywhere else.',
  answer: 'The page',
  contentType: 'text/html',
  schema: Type.String(),
  make: referencePage,
  headersOf: () => pageHeaders({ connect: true }),
});

function referencePage(): string {
  const { library, libraryStyle, script, style } = REFERENCE_FILES;
  return sitePage({
    path: '/docs',
    title: 'Hexlot: API reference',
    description: 'Every operation of the Hexlot API.',
    isIndexed: true,
    styles: [libraryStyle, style],
    head: html`<link rel="service-desc" type="application/json" href="/openapi.json">
<script src="${library.path}" defer></script>
<script src="${script.path}" defer></script>
`,
    body: html`<h1>API reference</h1>
<p>Guides: <a href="/docs/agents">for assistants</a>, <a href="/docs/by-hand">parking by hand</a>,
<a href="/docs/promises">what you can count on</a>, <a href="/docs/index">all guides</a>. This page
as data: <a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a>.</p>
<div id="reference">
<p>A script shows <a href="/openapi.json">the OpenAPI document</a> here.</p>
</div>`,
  });
}
