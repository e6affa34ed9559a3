import type { ErrorObject } from 'ajv/dist/2020.js';
import { type FieldProblem, PROBLEMS_MAX } from '../../errors.ts';
import { oneOf, reasonOf } from './reasons.ts';

const NAME_LENGTH_MAX = 100;

/**
 * The errors of a schema check, one per field in the order found. A field is a parameter's name or
 * a dotted path; `root` stands for the whole, such as `body`.
 */
export function toProblems(errors: readonly ErrorObject[], root: string): FieldProblem[] {
  const problems = new Map<string, string>();
  for (const error of withChoices(errors)) {
    const field = fieldOf(error) || root;
    if (!problems.has(field)) problems.set(field, sentenceOf(error));
    if (problems.size === PROBLEMS_MAX) break;
  }
  // Without a problem the input would be taken for a good one.
  if (problems.size === 0) throw new Error(`${root} fails its schema without a reason`);
  return [...problems].map(([field, reason]) => ({ field, reason }));
}

/** An error, with its own reason when no branch of a choice fits. */
type Problem = ErrorObject & { reason?: string };

function sentenceOf(error: Problem): string {
  if (error.reason !== undefined) return error.reason;
  return error.propertyName === undefined ? reasonOf(error) : `its name ${reasonOf(error)}`;
}

function fieldOf({ instancePath, params, propertyName }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const last =
    params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName;
  if (last !== undefined) path.push(String(last).slice(0, NAME_LENGTH_MAX));
  return path.join('.');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * A choice of schemas (anyOf) fails once per branch. Only the errors of the branch with the type of
 * the value are shown. If no branch has its type, or all branches are constants, one error lists
 * what would be accepted.
 */
function withChoices(errors: readonly ErrorObject[]): Problem[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  return choices.reduce<Problem[]>(withOneChoice, [...errors]);
}

function withOneChoice(problems: Problem[], choice: ErrorObject): Problem[] {
  const inside = problems.filter(
    ({ schemaPath, instancePath }) =>
      schemaPath.startsWith(`${choice.schemaPath}/`) &&
      `${instancePath}/`.startsWith(`${choice.instancePath}/`),
  );
  const branchOf = ({ schemaPath }: Problem) =>
    schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0];
  const here = inside.filter(({ instancePath }) => instancePath === choice.instancePath);
  const ofOtherType = here.filter(({ keyword }) => keyword === 'type').map(branchOf);
  const meant = inside.filter((error) => !ofOtherType.includes(branchOf(error)));
  const constants = here.filter(({ keyword }) => keyword === 'const');
  const isPlain = meant.length === 0 || meant.length === constants.length;
  const shown = isPlain ? [{ ...choice, reason: choiceReason(here, constants) }] : meant;
  return problems.flatMap((error) => {
    if (error === choice) return shown;
    return inside.includes(error) ? [] : [error];
  });
}

function choiceReason(here: readonly Problem[], constants: readonly Problem[]): string {
  if (constants.length > 0)
    return `must be ${constants.map(({ params }) => params.allowedValue).join(' or ')}`;
  const types = here.filter(({ keyword }) => keyword === 'type').map(({ params }) => params.type);
  return `must be ${oneOf([...new Set(types)])}`;
}
