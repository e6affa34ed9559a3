import { badFields, badFieldsIn, type FieldProblem } from './errors.ts';

/**
 * Reads the parts of something separately, in their order. Errors: one BAD_REQUEST with the
 * problems of all parts that cannot be read, not only of the first.
 */
export function readAll<Parts extends Record<string, unknown>>(
  readers: {
    [Name in keyof Parts]: () => Parts[Name];
  },
): Parts {
  const problems: FieldProblem[] = [];
  const parts = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()];
    } catch (error) {
      problems.push(...badFieldsIn(error));
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw badFields(problems);
  return Object.fromEntries(parts);
}
