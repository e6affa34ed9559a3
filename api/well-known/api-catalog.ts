import { type Static, Type } from 'typebox';
import { defineDocument } from '../document/define-document.ts';

const PATH = '/.well-known/api-catalog';

const Target = Type.Object(
  {
    href: Type.String({ description: 'Address' }),
    type: Type.Optional(Type.String({ description: 'Content type' })),
  },
  { title: 'CatalogTarget' },
);
const Targets = Type.Optional(Type.Array(Target));

const Links = Type.Object(
  {
    anchor: Type.String({ description: 'Address of what the links are about' }),
    item: Targets,
    'service-desc': Targets,
    'service-doc': Targets,
    'service-meta': Targets,
    'terms-of-service': Targets,
    status: Targets,
  },
  { title: 'CatalogLinks' },
);

const Catalog = Type.Object({ linkset: Type.Array(Links) }, { title: 'ApiCatalog' });

export const getApiCatalogOperation = defineDocument({
  operationId: 'getApiCatalog',
  path: PATH,
  summary: 'The interfaces of this service, for programs that look for them (RFC 9727)',
  description: 'For each its OpenAPI documents, guides, terms and state, as links (RFC 9264).',
  answer: 'A set of links (RFC 9264)',
  contentType: 'application/linkset+json',
  schema: Catalog,
  make: ({ config }) => JSON.stringify(catalog(config)),
  headersOf: ({ config }) => ({ Link: `<${config.baseUrl}${PATH}>; rel="api-catalog"` }),
});

function catalog({
  baseUrl,
  legalUrl = `${baseUrl}/legal`,
}: {
  baseUrl: string;
  legalUrl: string | undefined;
}): Static<typeof Catalog> {
  const at = (path: string, type: string) => ({ href: `${baseUrl}${path}`, type });
  const common = {
    'service-doc': [at('/docs', 'text/html'), at('/llms.txt', 'text/plain')],
    'terms-of-service': [{ href: legalUrl }],
    status: [at('/api/v1/health', 'application/json')],
  };
  const apis = [
    {
      anchor: `${baseUrl}/api`,
      'service-desc': [
        at('/openapi.json', 'application/json'),
        at('/openapi.yaml', 'application/yaml'),
      ],
      ...common,
    },
    {
      anchor: `${baseUrl}/api/v2`,
      'service-desc': [at('/openapi/v2.json', 'application/json')],
      ...common,
    },
    {
      anchor: `${baseUrl}/api/agents/openai`,
      'service-desc': [at('/api/agents/openai/openapi.yaml', 'application/yaml')],
      'service-meta': [at('/.well-known/ai-plugin.json', 'application/json')],
      ...common,
    },
  ];
  const items = apis.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: `${baseUrl}${PATH}`, item: items }, ...apis] };
}
