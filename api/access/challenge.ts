import { DEFAULT_APP_SCOPES } from '../../src/access/apps/app-scopes.ts';
import { AppError } from '../../src/kit/errors.ts';
import { resourceMetadataUrl } from '../oauth/paths.ts';

/**
 * Says to a client of the tools where to get a token, and what to ask for (RFC 9728, 5.1; RFC 6750,
 * 3).
 */
export function challengeOf(baseUrl: string, error?: string): Record<string, string> {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${resourceMetadataUrl(baseUrl, 'mcp')}"`,
    `scope="${DEFAULT_APP_SCOPES.join(' ')}"`,
  ];
  return { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` };
}

/** The same error; one that refuses a token also says where to get another. */
export function withChallenge(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'UNAUTHORIZED') return error;
  const headers = { ...error.headers, ...challengeOf(baseUrl, 'invalid_token') };
  return Object.assign(error, { headers });
}
