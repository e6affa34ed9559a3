import { isObject } from '../../src/kit/is-object.ts';
import {
  followIn,
  type Json,
  operationsOf,
  type Placed,
} from '../../src/kit/web/document/described.ts';
import { oneObject } from '../../src/kit/web/document/one-object.ts';
import { partOf } from '../../src/kit/web/document/part-of.ts';

const JSON_TYPE = 'application/json';
/** Answers to assistants have at most 100,000 characters: so many lots with the longest texts. */
const FOUND_LOTS_MAX = 10;

/**
 * What an assistant may do, and whether it asks its user each time before it does. A consequential
 * call costs money, or changes what does.
 */
type Role = {
  isConsequential: boolean;
  /** What must be in the body, because assistants cannot send the header for it; by example. */
  needs?: Json;
  /** The greatest `limit`. */
  limitMax?: number;
};

const IN_PLACE_OF_HEADER = { idempotency_key: '5d1c3f0e-8a7b-4c2d-9e6f-0b1a2c3d4e5f' };

const ASSISTANT_OPERATIONS: Readonly<Record<string, Role>> = {
  searchParking: { isConsequential: false, limitMax: FOUND_LOTS_MAX },
  getLot: { isConsequential: false },
  createSession: { isConsequential: true },
  getSession: { isConsequential: false },
  extendSession: { isConsequential: true },
  endSession: { isConsequential: true },
  getReceipt: { isConsequential: false },
  reserve: { isConsequential: true, needs: IN_PLACE_OF_HEADER },
  getReservation: { isConsequential: false },
  cancelReservation: { isConsequential: true },
  callDispatcher: { isConsequential: false, limitMax: FOUND_LOTS_MAX },
};

/**
 * The part of the OpenAPI document that an assistant imports: the operations above, in a form that
 * importers of assistants read. These send no headers, know one way to identify themselves, and
 * take only objects with declared properties.
 */
export function assistantApi(openApi: Readonly<Json>): Json {
  const whole: Json = JSON.parse(JSON.stringify(openApi), (_name, value: unknown) =>
    isObject(value) ? withProperties(value) : value,
  );
  const paths: Record<string, Json> = {};
  for (const placed of operationsOf(whole)) {
    const { path, method, operation } = placed;
    const role = ASSISTANT_OPERATIONS[operation.operationId];
    if (role !== undefined)
      paths[path] = { ...paths[path], [method]: describe(whole, placed, role) };
  }
  const components = whole.components as Json;
  const bare = { ...components, responses: withoutHeaders(components.responses) };
  return {
    ...partOf({ ...whole, components: bare }, paths),
    security: [{ bearer: [] }],
  };
}

/** Importers refuse an object without `properties`. */
function withProperties(schema: Json): Json {
  return schema.type === 'object' && !('properties' in schema)
    ? { ...schema, properties: {} }
    : schema;
}

/** The same answers without their headers, which assistants do not show. */
function withoutHeaders(responses: unknown): Json {
  const answers = Object.entries(responses as Record<string, Json>);
  return Object.fromEntries(answers.map(([name, { headers: _headers, ...rest }]) => [name, rest]));
}

function describe(whole: Json, { operation }: Placed, role: Role): Json {
  const { operationId, summary, description, tags, deprecated } = operation;
  const { parameters, requestBody, responses } = operation;
  const sendable = (Array.isArray(parameters) ? parameters : [])
    .map((one) => limited(followIn(whole, one), role))
    .filter((one) => one.in !== 'header');
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags,
    ...(deprecated !== undefined && { deprecated }),
    'x-openai-isConsequential': role.isConsequential,
    ...(sendable.length > 0 && { parameters: sendable }),
    ...(isObject(requestBody) && { requestBody: describeBody(whole, requestBody, role) }),
    responses: withoutHeaders(responses),
  };
}

/** The body as one JSON object, with what must be in it. */
function describeBody(whole: Json, body: Json, role: Role): Json {
  const follow = (schema: unknown) => followIn(whole, schema);
  const { schema } = follow(follow(body.content)[JSON_TYPE]);
  const object = withNeeded(limited(oneObject(follow(schema), follow), role), role);
  return { required: true, content: { [JSON_TYPE]: { schema: object } } };
}

function withNeeded(schema: Json, { needs = {} }: Role): Json {
  const { required, examples } = schema;
  const named = [...(Array.isArray(required) ? required : []), ...Object.keys(needs)];
  const shown = Array.isArray(examples) && examples.map((one: Json) => ({ ...one, ...needs }));
  return { ...schema, required: named, ...(shown && { examples: shown }) };
}

/** The same parameter or body, with no greater `limit` than the role allows. */
function limited(part: Json, { limitMax }: Role): Json {
  if (limitMax === undefined) return part;
  const lowered = (schema: unknown) => isObject(schema) && { ...schema, maximum: limitMax };
  return JSON.parse(JSON.stringify(part), (name, value: unknown) => {
    if (isObject(value) && value.name === 'limit')
      return { ...value, schema: lowered(value.schema) };
    return name === 'limit' && isObject(value) ? lowered(value) : value;
  });
}
