import { oncePer } from '../../src/kit/cache/once-per.ts';
import { operationsOf } from '../../src/kit/web/document/described.ts';
import { feesText } from '../../src/tariffs/fee-text.ts';
import type { Api } from '../app.ts';
import { type DocPage, readDocPages, readIntroduction } from './doc-pages.ts';

/** What callers read first, in this order; the other pages follow by their names. */
const FIRST = ['agents.md', 'by-hand.md', 'promises.md'];
/** For who runs or changes a service of their own; readers with little room leave them out. */
const OPTIONAL = [
  'CHANGELOG.md',
  'running.md',
  'importing.md',
  'architecture.md',
  'decisions.md',
  'stores.md',
  'warehouse.md',
  'pipelines.md',
  'processes.md',
  'toolchain.md',
];

/** What is served beside the guides: title, path, and a note. */
const API = [
  ['OpenAPI', '/openapi.json', 'Every operation, field, unit and bound, as OpenAPI 3.1.'],
  ['OpenAPI as YAML', '/openapi.yaml', 'The same.'],
  ['OpenAPI of v2', '/openapi/v2.json', 'The intelligence API alone, with its own version.'],
  [
    'OpenAPI for assistants',
    '/api/agents/openai/openapi.yaml',
    'The operations that an assistant imports.',
  ],
  ['Plugin manifest', '/.well-known/ai-plugin.json', 'What to import, in the form of plugins.'],
  ['API catalogue', '/.well-known/api-catalog', 'The same links, for programs.'],
  ['Reference', '/docs', 'Every operation, for people.'],
  ['All in one text', '/llms-full.txt', 'The guides, the operations and the changelog.'],
] as const;

const pagesOf = oncePer(({ config }: Api) => {
  const pages = readDocPages(config.baseUrl);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => pages.filter(({ fileName }) => fileName === name));
  const first = named(FIRST);
  const optional = named(OPTIONAL);
  const others = pages.filter((page) => !first.includes(page) && !optional.includes(page));
  return { guides: [...first, ...others], optional };
});

/** The pages of this service for language models, as links: see llmstxt.org. */
export function llmsText(api: Api): string {
  const { guides, optional } = pagesOf(api);
  const lineOf = ({ title, path, summary }: Pick<DocPage, 'title' | 'path' | 'summary'>) =>
    linkLine(api, title, path, summary);
  return [
    headOf(api),
    ...section(
      'API',
      API.map(([title, path, note]) => linkLine(api, title, path, note)),
    ),
    ...section('Guides', guides.map(lineOf)),
    ...section('Deprecated', deprecatedOf(api)),
    ...section('Optional', optional.map(lineOf)),
  ].join('\n');
}

/** All pages, the list of operations and the changelog as one text. */
export function llmsFullText(api: Api): string {
  const { guides, optional } = pagesOf(api);
  const operations = operationsOf(api.openApi).map(
    ({ path, method, operation: { operationId, summary, 'x-cost-cents': cents } }) =>
      `- \`${method.toUpperCase()} ${path}\` (${operationId}): ${summary}` +
      (cents === undefined ? '' : `; ${cents} US cents`),
  );
  const pages = [...guides, ...optional].map(
    ({ path, text }) => `<!-- ${api.config.baseUrl}${path} -->\n\n${text.trim()}\n`,
  );
  return [
    headOf(api),
    ...section('Operations', operations),
    ...section('Deprecated', deprecatedOf(api)),
    ...pages,
  ].join('\n');
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}\n`];

const linkLine = ({ config }: Api, title: string, path: string, note: string) =>
  `- [${title}](${config.baseUrl}${path}): ${note}`;

const deprecatedOf = (api: Api) =>
  api.deprecations.map(({ call, docs, text }) => linkLine(api, call, docs, text));

function headOf({ config: { baseUrl }, openApi }: Api): string {
  const { title, version } = openApi.info as { title: string; version: string };
  return `# ${title}

> ${readIntroduction()}

- Address: ${baseUrl}; version ${version}. An error is
  \`{ "error": { "code", "message", "request_id" } }\`, with \`details\` where they help.
- Searches, lots, map feeds and all that is linked here need no key. Other calls send
  \`Authorization: Bearer KEY\`. Keys begin with \`pk_live_\`, or with \`pk_test_\` in test mode,
  in which no card is charged.
- A write is repeated safely with the same \`Idempotency-Key\`. 429 says when to come back, in
  \`Retry-After\`.
- Of a stay the platform keeps, by the plan of the lot's operator: ${feesText()}. The driver
  pays nothing on top.
`;
}
