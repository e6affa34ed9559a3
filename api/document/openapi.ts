import type { TSchema } from 'typebox';
import { type Json, openComponents, type Show } from '../../src/kit/web/document/components.ts';
import { AGENT_HEADER, AgentPlatform } from '../access/agent-platform.ts';
import { END_USER_HEADER, EndUserId } from '../access/end-user.ts';
import type { Operation } from '../operation.ts';
import { API_VERSION } from '../version.ts';
import {
  COMMON_HEADERS,
  describeErrors,
  describeOperation,
  describeParameter,
} from './describe-operation.ts';
import { describeTag } from './tags.ts';

const KEYS =
  'pk_live_... or pk_test_.... Without a key only operations that take none can be called. All ' +
  'others need a key with one of their x-scopes.';

/**
 * The OpenAPI 3.1 document of these operations, with `baseUrl` as their server. Throws when two
 * different schemas have the same name.
 */
export function describeApi(operations: readonly Operation[], baseUrl: string): Json {
  const { show, schemas } = openComponents();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describeOperation(operation, show);
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hexlot',
      version: API_VERSION,
      summary: 'Find, hold and pay for parking; market intelligence from what happens there.',
      description:
        'Answers have null where something is not known. In a body, null in a field that may be ' +
        'left out says as much as leaving it out, save where the field takes null itself.',
      contact: { name: 'Hexlot', url: baseUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map(describeTag),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: KEYS },
      },
      headers: COMMON_HEADERS,
      parameters: {
        AgentPlatform: commonHeader(AGENT_HEADER, AgentPlatform, show),
        EndUserId: commonHeader(END_USER_HEADER, EndUserId, show),
      },
      responses: describeErrors(show),
      schemas: schemas(),
    },
  };
}

/** A header that every operation takes. */
function commonHeader(name: string, property: TSchema, show: Show): Json {
  return describeParameter('header', name, { property, required: false }, show);
}
