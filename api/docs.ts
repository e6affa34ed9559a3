import { Type } from 'typebox';
import { REFERENCE_FILES } from './docs/reference-files.ts';
import { defineDocument } from './document/define-document.ts';

/** The Content-Security-Policy: everything comes from this service, and nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const getReferenceOperation = defineDocument({
  operationId: 'getReference',
  path: '/docs',
  summary: 'Every operation, for people to read and try out',
  description: 'A page of the OpenAPI document. It loads nothing from anywhere else.',
  answer: 'The page',
  contentType: 'text/html',
  schema: Type.String(),
  make: referencePage,
  headersOf: () => ({ 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }),
});

function referencePage(): string {
  const { library, libraryStyle, script, style } = REFERENCE_FILES;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Hexlot: API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every operation of the Hexlot API.">
<link rel="icon" href="/logo.svg">
<link rel="service-desc" type="application/json" href="/openapi.json">
<link rel="stylesheet" href="${libraryStyle.path}">
<link rel="stylesheet" href="${style.path}">
<script src="${library.path}" defer></script>
<script src="${script.path}" defer></script>
</head>
<body>
<header>
<a href="/">Hexlot</a>
<p>Guides: <a href="/docs/agents.md">for assistants</a>, <a href="/docs/by-hand.md">parking by
hand</a>, <a href="/docs/promises.md">what you can count on</a>, <a href="/llms.txt">all
guides</a>. This page as data: <a href="/openapi.json">JSON</a>,
<a href="/openapi.yaml">YAML</a>.</p>
</header>
<main id="reference">
<p>A script shows <a href="/openapi.json">the OpenAPI document</a> here.</p>
</main>
</body>
</html>
`;
}
