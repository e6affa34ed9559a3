/** Where the authorisation server answers; all at the origin of the service. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  registration: '/oauth/register',
} as const;

/** Its metadata (RFC 8414). */
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';
/** The metadata of what tokens are for (RFC 9728), before the path of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Where a person decides about an app. */
export const CONNECT_PATH = '/dashboard/connect';

/** What a token can be for: the operations under `/api`, or the tools. */
export const RESOURCES = ['api', 'mcp'] as const;
export type Resource = (typeof RESOURCES)[number];

/** The identifier of a resource (RFC 8707), which is the audience of its tokens. */
export function resourceUrl(baseUrl: string, resource: Resource): string {
  return `${baseUrl}/${resource}`;
}

/** Which resource an identifier names; undefined: none of ours. */
export function resourceOf(baseUrl: string, url: string): Resource | undefined {
  return RESOURCES.find((resource) => resourceUrl(baseUrl, resource) === url);
}

/**
 * The address of a resource's metadata. That of the operations is at the origin, because they have
 * many paths.
 */
export function resourceMetadataUrl(baseUrl: string, resource: Resource): string {
  return `${baseUrl}${RESOURCE_METADATA_PATH}${resource === 'mcp' ? '/mcp' : ''}`;
}
