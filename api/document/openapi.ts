import type { TObject, TSchema } from 'typebox';
import { AGENT_HEADER, AgentPlatform } from '../access/agent-platform.ts';
import { END_USER_HEADER, EndUserId } from '../access/end-user.ts';
import { RawBytes } from '../fields/raw-bytes.ts';
import { closed } from '../input/closed.ts';
import { isBodyOptional, type Operation, scopesOf } from '../operation.ts';
import { kindOf } from '../reply/content-type.ts';
import { type ResponseDeclaration, schemasByType } from '../reply/declaration.ts';
import { ERROR_RESPONSES, ErrorEnvelope, errorStatusesOf } from '../reply/error-responses.ts';
import { API_VERSION } from '../version.ts';

type Json = { [name: string]: unknown };
type Place = 'path' | 'query' | 'header';

const COMMON_HEADERS: Readonly<Record<string, { description: string; schema: Json }>> = {
  'X-Request-Id': { description: 'Name of this call for support.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description: 'Calls per minute of the tightest budget.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left in it now.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'Unix seconds at which it is full again.',
    schema: { type: 'integer' },
  },
};

/** The OpenAPI 3.1 document of these operations, with `baseUrl` as their server. */
export function describeApi(operations: readonly Operation[], baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
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
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'pk_live_... or pk_test_...' },
      },
      headers: COMMON_HEADERS,
      parameters: {
        AgentPlatform: parameter('header', AGENT_HEADER, AgentPlatform, false),
        EndUserId: parameter('header', END_USER_HEADER, EndUserId, false),
      },
      schemas: { Error: closed(ErrorEnvelope) },
      responses: errorResponses(),
    },
  };
}

function describe(operation: Operation): Json {
  const { auth, body, bodyTypes = ['application/json'], description } = operation;
  const { price, rereadPrice } = operation;
  const keys = auth === 'public' ? [[]] : scopesOf(auth).map((scope) => [scope]);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(description !== undefined && { description }),
    tags: operation.tags,
    security: [...(auth === 'public' ? [{}] : []), ...keys.map((bearer) => ({ bearer }))],
    ...(price !== undefined && { 'x-cost-cents': price }),
    ...(rereadPrice !== undefined && { 'x-reread-cost-cents': rereadPrice }),
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query),
      // The content types of the answers already say what Accept may ask for.
      ...parameters('header', operation.headers).filter(({ name }) => name !== 'Accept'),
      { $ref: '#/components/parameters/AgentPlatform' },
      { $ref: '#/components/parameters/EndUserId' },
    ],
    ...(body !== undefined && {
      requestBody: {
        required: !isBodyOptional(operation),
        content: Object.fromEntries(bodyTypes.map((type) => [type, contentOf(type, body)])),
      },
    }),
    responses: {
      ...Object.fromEntries(
        errorStatusesOf(operation).map((status) => [status, { $ref: errorRef(status) }]),
      ),
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, response(one)]),
      ),
    },
  };
}

function parameters(place: Place, schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const required = schema?.required?.some((one) => one === name) ?? false;
    return parameter(place, name, property, required);
  });
}

function parameter(place: Place, name: string, property: TSchema, required: boolean): Json {
  const { description, ...schema }: TSchema & { description?: unknown } = property;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema,
  };
}

function response(declared: ResponseDeclaration): Json {
  const { description, headers } = declared;
  const types = Object.entries(schemasByType(declared));
  const content = types.map(([type, schema]) => [type, contentOf(type, schema)]);
  return {
    description,
    headers: { ...commonHeaderRefs(), ...describeHeaders(headers) },
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

/**
 * Raw bytes have no schema (OpenAPI 3.1, file uploads): their content type describes them. OpenAPI
 * 3.1 cannot describe the events of a stream: it is declared as a string, and the schema of its
 * data is in `x-event-data`.
 */
function contentOf(type: string, schema: TSchema): Json {
  if (schema === RawBytes) return {};
  if (kindOf(type) !== 'events') return { schema };
  return { schema: { type: 'string' }, 'x-event-data': schema };
}

function errorResponses(): Json {
  const schema = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    Object.values(ERROR_RESPONSES).map(({ name, description, headers }) => [
      name,
      {
        description,
        headers: { ...commonHeaderRefs(), ...describeHeaders(headers) },
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

function errorRef(status: number): string {
  const name = ERROR_RESPONSES[status]?.name;
  if (name === undefined) throw new Error(`an error answer of ${status} has no description`);
  return `#/components/responses/${name}`;
}

function commonHeaderRefs(): Json {
  return Object.fromEntries(
    Object.keys(COMMON_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function describeHeaders(headers: Readonly<Record<string, string>> = {}): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}
