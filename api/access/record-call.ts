import type { CallError } from '../../src/access/calls/finished-call.ts';
import { oncePer } from '../../src/kit/cache/once-per.ts';
import { monotonicMs } from '../../src/kit/clock.ts';
import type { ErrorDetails } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';
import type { App } from '../app.ts';
import type { Operation } from '../operation.ts';
import type { Exchange } from './exchange.ts';

/** What was called; without schemas where it was no operation. */
type Called = Pick<Operation, 'operationId'> &
  Partial<Pick<Operation, 'params' | 'query' | 'headers' | 'body'>>;

const REASON = /^[a-z][a-z_]{0,63}$/;
const INDEX = /^\d+$/;
/** A whole body can be wrong, too. */
const WHOLE_BODY = 'body';

const namesOf = oncePer(declaredNames);

/**
 * Has a call counted that somebody was let in to make, and kept where an error was its answer. The
 * answer does not wait for it.
 */
export function recordCall(
  { calls }: Pick<App, 'calls'>,
  called: Called,
  { principal, requestId, startedMs, error }: Exchange,
  status: number,
): void {
  if (principal === undefined) return;
  calls.record({
    caller: principal,
    operation: called.operationId,
    requestId,
    status,
    durationMs: monotonicMs() - startedMs,
    error: error && withoutValues(error, called),
  });
}

/** A message may quote what was sent, and so may the name of a field that is not declared. */
function withoutValues(
  { code, details }: NonNullable<Exchange['error']>,
  called: Called,
): CallError {
  const reason = details !== undefined && 'reason' in details ? details.reason : '';
  const names = namesOf(called);
  const shown = fieldsIn(details).flatMap((field) => shownField(field, names));
  return {
    code,
    reason: REASON.test(reason) ? reason : null,
    fields: [...new Set(shown)],
  };
}

function fieldsIn(details: ErrorDetails | undefined): string[] {
  if (details === undefined) return [];
  if (Array.isArray(details)) return details.map(({ field }) => field);
  return typeof details.field === 'string' ? [details.field] : [];
}

/** Its path up to the first name that is not declared; an item of a list is `*`. */
function shownField(field: string, names: ReadonlySet<string>): string[] {
  const parts = field.split(/[.[\]]+/).filter(Boolean);
  const end = parts.findIndex((part) => !names.has(part) && !INDEX.test(part));
  const known = end === -1 ? parts : parts.slice(0, end);
  return known.length === 0 ? [] : [known.map((part) => (INDEX.test(part) ? '*' : part)).join('.')];
}

function declaredNames({ params, query, headers, body }: Called): ReadonlySet<string> {
  const names = new Set([WHOLE_BODY]);
  for (const schema of [params, query, headers, body]) addNames(schema, names);
  return names;
}

function addNames(schema: unknown, names: Set<string>): void {
  if (Array.isArray(schema)) for (const one of schema) addNames(one, names);
  if (!isObject(schema)) return;
  if (isObject(schema.properties))
    for (const name of Object.keys(schema.properties)) names.add(name);
  for (const inner of Object.values(schema)) if (typeof inner === 'object') addNames(inner, names);
}
