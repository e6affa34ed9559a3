import { isObject } from '../../src/kit/is-object.ts';
import { followIn, type Json, operationsOf } from '../../src/kit/web/document/described.ts';
import { partOf } from '../../src/kit/web/document/part-of.ts';
import { isGone, membersOf, openSchemaChanges, sunsetChanges } from './schema-changes.ts';

/** Statuses of errors begin here: an operation may get and lose errors. */
const ERRORS = 400;

/**
 * The changes between two OpenAPI documents that break programs written for the released one, one
 * line each. What its release announced to be gone at `now` may be gone.
 */
export function breakingApiChanges(released: Json, current: Json, now: Date): string[] {
  const paths = membersOf(released.paths) as Record<string, Json>;
  const kept = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, operation]) => !isGone(operation, now))),
  ]);
  const part = partOf(released, Object.fromEntries(kept));
  const compare = openComparison(part, current, now);
  const changes = operationsOf(part).flatMap(({ path, method, operation }) => {
    const call = `${method.toUpperCase()} ${path}`;
    const after = membersOf(membersOf(current.paths)[path])[method];
    return isObject(after) ? compare(call, operation, after) : [`${call}: is gone`];
  });
  const names = Object.keys(schemasOf(part)).filter((name) => !(name in schemasOf(current)));
  return [...new Set([...changes, ...names.map((name) => `${name}: has lost its name`)])];
}

/** The same for events, given by type as their version and the schema of their data. */
export function breakingEventChanges(released: Json, current: Json, now: Date): string[] {
  const changesOf = openSchemaChanges('answer', now);
  return Object.entries(released).flatMap(([type, event]) => {
    const [before, after] = [membersOf(event), current[type]];
    if (!isObject(after)) return [`${type}: is gone`];
    if (Number(after.version) < Number(before.version)) return [`${type}: has a lower version`];
    return changesOf(
      type,
      { schema: before.data, document: released },
      { schema: after.data, document: current },
    );
  });
}

function openComparison(released: Json, current: Json, now: Date) {
  const requests = openSchemaChanges('request', now);
  const answers = openSchemaChanges('answer', now);
  const before = (schema: unknown) => ({ schema, document: released });
  const after = (schema: unknown) => ({ schema, document: current });

  function parameterChanges(call: string, one: Json, other: Json): string[] {
    const [old, taken] = [parametersOf(released, one), parametersOf(current, other)];
    return [
      ...[...taken].flatMap(([at, { required }]) =>
        required === true && old.get(at)?.required !== true ? [`${call} ${at}: is needed`] : [],
      ),
      ...[...old].flatMap(([at, { schema }]) => {
        const parameter = taken.get(at);
        if (parameter === undefined)
          return isGone(schema, now) ? [] : [`${call} ${at}: is no longer taken`];
        return requests(`${call} ${at}`, before(schema), after(parameter.schema));
      }),
    ];
  }

  function bodyChanges(call: string, one: unknown, other: unknown): string[] {
    const [old, taken] = [membersOf(one), membersOf(other)];
    if (isObject(one) && !isObject(other)) return [`${call}: takes no body`];
    const isNeeded = taken.required === true && old.required !== true;
    const place = `${call} body`;
    return [
      ...(isNeeded ? [`${call}: needs a body`] : []),
      ...contentChanges(place, old.content, taken.content, requests),
    ];
  }

  function contentChanges(
    place: string,
    one: unknown,
    other: unknown,
    changesOf: ReturnType<typeof openSchemaChanges>,
  ): string[] {
    return Object.entries(membersOf(one)).flatMap(([type, old]) => {
      const content = membersOf(other)[type];
      if (!isObject(content)) return [`${place}: is no longer ${type}`];
      return ['schema', 'x-event-data'].flatMap((name) => {
        const schema = membersOf(old)[name];
        if (schema === undefined) return [];
        return changesOf(place, before(schema), after(content[name] ?? {}));
      });
    });
  }

  function answerChanges(call: string, one: Json, other: Json): string[] {
    return Object.entries(one).flatMap(([status, old]) => {
      const place = `${call} ${status}`;
      if (!(status in other)) return Number(status) < ERRORS ? [`${place}: is gone`] : [];
      const [was, is] = [followIn(released, old), followIn(current, other[status])];
      const headers = Object.keys(membersOf(was.headers)).filter(
        (name) => !(name in membersOf(is.headers)),
      );
      return [
        ...headers.map((name) => `${place}: has no header ${name}`),
        ...contentChanges(place, was.content, is.content, answers),
      ];
    });
  }

  return (call: string, one: Json, other: Json): string[] => [
    ...(one.operationId === other.operationId ? [] : [`${call}: is called ${other.operationId}`]),
    ...sunsetChanges(call, one, other),
    ...accessChanges(call, one, other),
    ...priceChanges(call, one, other),
    ...parameterChanges(call, one, other),
    ...bodyChanges(call, one.requestBody, other.requestBody),
    ...answerChanges(call, membersOf(one.responses), membersOf(other.responses)),
  ];
}

/** Who may call it no longer. */
function accessChanges(call: string, one: Json, other: Json): string[] {
  const isPublic = ({ security }: Json) =>
    listOf(security).some((way) => Object.keys(membersOf(way)).length === 0);
  const refused = ['x-scopes', 'x-plans'].flatMap((name) => {
    const [before, after] = [listOf(one[name]), listOf(other[name])];
    if (after.length === 0) return [];
    const callers = before.length === 0 ? ['any'] : before.filter((it) => !after.includes(it));
    return callers.map((it) => `${call}: ${it} is not enough for ${name}`);
  });
  return [...(isPublic(one) && !isPublic(other) ? [`${call}: needs a key`] : []), ...refused];
}

function priceChanges(call: string, one: Json, other: Json): string[] {
  const priceOf = (operation: Json) => Number(operation['x-cost-cents'] ?? 0);
  const rereadOf = (operation: Json) =>
    Number(operation['x-reread-cost-cents'] ?? priceOf(operation));
  return [
    ...(priceOf(other) > priceOf(one) ? [`${call}: costs more`] : []),
    ...(rereadOf(other) > rereadOf(one) ? [`${call}: costs more when read again`] : []),
  ];
}

/** The parameters of an operation by where they are and their names. */
function parametersOf(document: Json, { parameters }: Json): Map<string, Json> {
  const followed = listOf(parameters).map((one) => followIn(document, one));
  return new Map(followed.map((one) => [`${one.in} ${one.name}`, one]));
}

const schemasOf = ({ components }: Json) => membersOf(membersOf(components).schemas);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
