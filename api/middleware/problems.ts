import type { ErrorObject } from 'ajv/dist/2020.js';
import { type FieldProblem, PROBLEMS_MAX } from '../../src/errors.ts';

const NAME_LENGTH_MAX = 100;

/**
 * What a schema found wrong, one problem per field in the order found. A field is the plain
 * parameter or a dotted path; `root` names what has no path, such as `body`.
 */
export function toProblems(errors: readonly ErrorObject[], root: string): FieldProblem[] {
  const problems = new Map<string, string>();
  for (const error of errors) {
    const field = fieldOf(error) || root;
    if (!problems.has(field)) problems.set(field, reasonOf(error, errors));
    if (problems.size === PROBLEMS_MAX) break;
  }
  return [...problems].map(([field, reason]) => ({ field, reason }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const last = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  if (last !== undefined) path.push(String(last).slice(0, NAME_LENGTH_MAX));
  return path.join('.');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function reasonOf(error: ErrorObject, errors: readonly ErrorObject[]): string {
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not known here';
    case 'type':
      return `must be ${withArticle(String(error.params.type))}`;
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`;
    case 'formatMinimum':
    case 'formatExclusiveMaximum':
      return `must be ${error.params.comparison} ${error.params.limit}`;
    case 'const':
      return `must be ${constantsAt(error.instancePath, errors).join(' or ')}`;
    default:
      return error.message ?? 'is not valid';
  }
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** A choice of constants fails once per constant: all of them are what it could have been. */
function constantsAt(instancePath: string, errors: readonly ErrorObject[]): string[] {
  return errors
    .filter((error) => error.keyword === 'const' && error.instancePath === instancePath)
    .map((error) => String(error.params.allowedValue));
}
