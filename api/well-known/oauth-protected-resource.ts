import { type Static, Type } from 'typebox';
import { APP_SCOPES } from '../../src/access/apps/app-scopes.ts';
import { defineDocument } from '../document/define-document.ts';
import { RESOURCE_METADATA_PATH, type Resource, resourceUrl } from '../oauth/paths.ts';

const Metadata = Type.Object(
  {
    resource: Type.String({ description: 'What to ask for tokens for (RFC 8707)' }),
    authorization_servers: Type.Array(Type.String(), { description: 'Where to get tokens' }),
    scopes_supported: Type.Array(Type.String(), { description: 'What an app can ask for' }),
    bearer_methods_supported: Type.Array(Type.String(), { description: 'How to send a token' }),
    resource_name: Type.String({ description: 'For people' }),
    resource_documentation: Type.String({ description: 'Address of a guide' }),
  },
  { title: 'ProtectedResource' },
);

function defineMetadata(operationId: string, path: `/${string}`, resource: Resource, what: string) {
  return defineDocument({
    operationId,
    path,
    summary: `What an app needs to know to call ${what} for a person (RFC 9728)`,
    description: 'Where tokens come from, for what to ask, and which scopes there are.',
    answer: 'The metadata of the resource',
    contentType: 'application/json',
    schema: Metadata,
    make: ({ config: { baseUrl } }) =>
      JSON.stringify({
        resource: resourceUrl(baseUrl, resource),
        authorization_servers: [baseUrl],
        scopes_supported: [...APP_SCOPES],
        bearer_methods_supported: ['header'],
        resource_name: `Hexlot: ${what}`,
        resource_documentation: `${baseUrl}/docs`,
      } satisfies Static<typeof Metadata>),
  });
}

export const getApiResourceOperation = defineMetadata(
  'getApiResource',
  RESOURCE_METADATA_PATH,
  'api',
  'the API',
);

export const getToolResourceOperation = defineMetadata(
  'getToolResource',
  `${RESOURCE_METADATA_PATH}/mcp`,
  'mcp',
  'the tools',
);
