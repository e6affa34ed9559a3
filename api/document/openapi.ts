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

const KEYS =
  'pk_live_... or pk_test_.... Without a key only operations that take none can be called. All ' +
  'others need a key with one of their x-scopes.';

/** What the operations of each tag are for. */
const TAGS: Readonly<Record<string, string>> = {
  agents: 'For assistants: three questions at one address, and who the agents are',
  apps: 'Apps that people of yours connected by signing in',
  audit: 'Who did what to what',
  feeds: 'All lots in forms that other software reads',
  fleets: 'A space for each of up to 50 vehicles, or for none',
  health: 'Whether the service works',
  holds: 'A space that is held for a time, and paid once a session begins',
  intelligence: 'What parking costs and how much of it is taken, sold by answer',
  invoices: 'Plans and answers that the operator pays the platform for, month by month',
  keys: 'API keys, and what they may do',
  members: 'The people who work for you, and what they are signed in with',
  'local-events': 'What is on around a place, for forecasts of demand',
  lots: 'Lots: find them, list your own, set their rates, report how full they are',
  meta: 'What this service offers',
  payouts: 'What an operator is paid for a month',
  privacy: 'Erasing a driver, and what you have of a plate',
  server: 'How the whole service does, for the owner of the server',
  sessions: 'Paid stays: start, look up, extend and end them, and refund them',
  usage: 'What was asked and what it cost',
  webhooks: 'Signed events to an address of yours, and the same events as lists',
};

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

/** A tag of the document, with its description where there is one. */
function describeTag(name: string): Json {
  const description = TAGS[name];
  return { name, ...(description !== undefined && { description }) };
}

/** A header that every operation takes. */
function commonHeader(name: string, property: TSchema, show: Show): Json {
  return describeParameter('header', name, { property, required: false }, show);
}
