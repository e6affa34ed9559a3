import type { TSchema } from 'typebox';
import { AppError, type FieldProblem } from '../../errors.ts';
import { isObject } from '../../is-object.ts';
import type { Arrived } from './read-body.ts';

/** A body with a member, `tag`, whose text decides which other members belong to it. */
type Choice = { tag: string; branches: readonly (readonly [text: string, schema: TSchema])[] };
type Check = (arrived: Arrived | undefined) => FieldProblem[];

/**
 * The choice that a schema offers: each branch of its `anyOf` is an object with another constant
 * text in the same member. Undefined when it offers none.
 */
export function choiceOf(schema: TSchema): Choice | undefined {
  const schemas: TSchema[] = 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const constants = schemas.map(constantsOf);
  for (const tag of Object.keys(constants[0] ?? {})) {
    const branches = schemas.flatMap((branch, i) => {
      const text = constants[i]?.[tag];
      return text === undefined ? [] : [[text, branch] as const];
    });
    if (new Map(branches).size === schemas.length) return { tag, branches };
  }
  return undefined;
}

function constantsOf(schema: TSchema): Record<string, string> {
  const properties = 'properties' in schema && isObject(schema.properties) ? schema.properties : {};
  const texts = Object.entries(properties).flatMap(([name, one]) =>
    isObject(one) && typeof one.const === 'string' ? [[name, one.const] as const] : [],
  );
  return Object.fromEntries(texts);
}

/**
 * A check of bodies by the branch that each belongs to, so that its problems are those of this
 * branch alone. It throws BAD_REQUEST, with the texts that are `allowed` in the details, for any
 * other value of the tag.
 */
export function compileChoice(
  { tag, branches }: Choice,
  compile: (branch: TSchema) => Check,
): Check {
  const checks = new Map(branches.map(([text, branch]) => [text, compile(branch)]));
  const [anyCheck = () => []] = checks.values();
  const allowed = [...checks.keys()];
  return (arrived) => {
    const body = arrived?.value;
    if (!isObject(body)) return anyCheck(arrived);
    const text = body[tag];
    if (text === undefined) return [{ field: tag, reason: 'is required' }];
    const check = typeof text === 'string' ? checks.get(text) : undefined;
    if (check !== undefined) return check(arrived);
    throw new AppError('BAD_REQUEST', `${tag}: must be one of ${allowed.join(', ')}`, {
      details: { reason: `unknown_${tag}`, field: tag, allowed },
    });
  };
}
