import type { TObject, TSchema } from 'typebox';
import { DEPRECATION_MARK } from '../../src/kit/web/document/annotations.ts';
import type { Json, Show } from '../../src/kit/web/document/components.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { RawBytes } from '../../src/kit/web/input/body-types.ts';
import { kindOf } from '../../src/kit/web/reply/content-type.ts';
import { isBodyOptional, type Operation, scopesOf } from '../operation.ts';
import { type ResponseDeclaration, schemasByType } from '../reply/declaration.ts';
import { DeprecationNotice, showDeprecation } from '../reply/deprecation.ts';
import { hasDeprecation, takesMember } from '../reply/deprecation-notice.ts';
import { ERROR_RESPONSES, ErrorEnvelope, errorStatusesOf } from '../reply/error-responses.ts';

type Place = 'path' | 'query' | 'header';

/** The headers of every answer. */
export const COMMON_HEADERS: Readonly<Record<string, { description: string; schema: Json }>> = {
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

/** The headers of answers of an operation that will go. */
const DEPRECATION_HEADERS = {
  Deprecation: 'Since when it is deprecated (RFC 9745)',
  Sunset: 'From when on it may be gone (RFC 8594)',
  Link: 'deprecation: how to change over; successor-version: what to use instead',
};

/** Added to the JSON answers of an operation with something deprecated. */
const DeprecatedAnswer = named('DeprecatedAnswer', { _deprecation: DeprecationNotice });

/** One operation as the document describes it. */
export function describeOperation(operation: Operation, show: Show): Json {
  const { auth, body, bodyTypes = ['application/json'], description } = operation;
  const { price, rereadPrice, isProbe, deprecated } = operation;
  const scopes = auth === 'public' ? [] : scopesOf(auth);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(description !== undefined && { description }),
    tags: operation.tags,
    ...(deprecated && { deprecated: true, [DEPRECATION_MARK]: showDeprecation(deprecated) }),
    security: [...(auth === 'public' ? [{}] : []), ...(isProbe ? [] : [{ bearer: [] }])],
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    ...(typeof auth === 'object' && auth.plans && { 'x-plans': auth.plans }),
    ...(price !== undefined && { 'x-cost-cents': price }),
    ...(rereadPrice !== undefined && { 'x-reread-cost-cents': rereadPrice }),
    parameters: [
      ...parameters('path', operation.params, show),
      ...parameters('query', operation.query, show),
      // The content types of the answers already say what Accept may ask for.
      ...parameters('header', operation.headers, show).filter(({ name }) => name !== 'Accept'),
      { $ref: '#/components/parameters/AgentPlatform' },
      { $ref: '#/components/parameters/EndUserId' },
    ],
    ...(body !== undefined && {
      requestBody: {
        required: !isBodyOptional(operation),
        content: Object.fromEntries(bodyTypes.map((type) => [type, contentOf(type, body, show)])),
      },
    }),
    responses: {
      ...Object.fromEntries(
        errorStatusesOf(operation).map((status) => [status, { $ref: errorRef(status) }]),
      ),
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [
          status,
          response(operation, one, show),
        ]),
      ),
    },
  };
}

function parameters(place: Place, schema: TObject | undefined, show: Show): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const required = schema?.required?.some((one) => one === name) ?? false;
    return describeParameter(place, name, { property, required }, show);
  });
}

/** A parameter, whose schema may not have a name. */
export function describeParameter(
  place: Place,
  name: string,
  { property, required }: { property: TSchema; required: boolean },
  show: Show,
): Json {
  const { description, ...schema }: TSchema & { description?: unknown } = property;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema: show(schema),
  };
}

function response(operation: Operation, declared: ResponseDeclaration, show: Show): Json {
  const { description, headers } = declared;
  const types = Object.entries(schemasByType(declared));
  const content = types.map(([type, schema]) => {
    const shown = contentOf(type, schema, show);
    const saysSo = hasDeprecation(operation) && takesMember(type, headers);
    return [type, saysSo ? { schema: { allOf: [shown.schema, show(DeprecatedAnswer)] } } : shown];
  });
  return {
    description,
    headers: {
      ...commonHeaderRefs(),
      ...describeHeaders({ ...(operation.deprecated && DEPRECATION_HEADERS), ...headers }),
    },
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

/**
 * Raw bytes have no schema (OpenAPI 3.1, file uploads): their content type describes them. OpenAPI
 * 3.1 cannot describe the events of a stream: it is declared as a string, and the schema of its
 * data is in `x-event-data`.
 */
function contentOf(type: string, schema: TSchema, show: Show): Json {
  if (schema === RawBytes) return {};
  if (kindOf(type) !== 'events') return { schema: show(schema) };
  return { schema: { type: 'string' }, 'x-event-data': show(schema) };
}

/** Every error answer, by name. */
export function describeErrors(show: Show): Json {
  const schema = show(ErrorEnvelope);
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
