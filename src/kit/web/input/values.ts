import type { FieldProblem } from '../../errors.ts';

const DEPTH_MAX = 32;
const VALUES_MAX = 100_000;
const MEMBERS_MAX = 1_000;
/** Names with a special meaning in JavaScript. */
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

export const TOO_LARGE = 'is too large a number';

type Found = { path: string[]; reason: string } | undefined;

/**
 * The first value in parsed JSON that the database or this program could not store unchanged: NUL
 * characters, lone surrogates, numbers beyond double precision, and structures too large to walk.
 * Undefined when there is none.
 */
export function findUnsafeValue(root: unknown): FieldProblem | undefined {
  let valuesLeft = VALUES_MAX;

  function walk(value: unknown, depth: number): Found {
    valuesLeft -= 1;
    if (valuesLeft < 0) return { path: [], reason: `has more than ${VALUES_MAX} values` };
    const reason = scalarProblem(value);
    if (reason !== undefined) return { path: [], reason };
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth === DEPTH_MAX) return { path: [], reason: `is nested over ${DEPTH_MAX} deep` };
    return Array.isArray(value) ? walkItems(value, depth) : walkMembers(value, depth);
  }

  function walkItems(items: readonly unknown[], depth: number): Found {
    for (const [index, item] of items.entries()) {
      const found = walk(item, depth + 1);
      if (found !== undefined) return { ...found, path: [String(index), ...found.path] };
    }
    return undefined;
  }

  function walkMembers(object: object, depth: number): Found {
    const members = Object.entries(object);
    if (members.length > MEMBERS_MAX)
      return { path: [], reason: `has more than ${MEMBERS_MAX} members` };
    for (const [name, member] of members) {
      if (FORBIDDEN_NAMES.includes(name)) return { path: [name], reason: 'is not a known field' };
      if (scalarProblem(name) !== undefined)
        return { path: [], reason: 'has a member whose name is not plain text' };
      const found = walk(member, depth + 1);
      if (found !== undefined) return { ...found, path: [name, ...found.path] };
    }
    return undefined;
  }

  const found = walk(root, 0);
  return found && { field: found.path.join('.') || 'body', reason: found.reason };
}

/** Why a text or a number cannot be stored; undefined when it can. */
export function scalarProblem(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return TOO_LARGE;
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'must not contain the NUL character';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return undefined;
}
