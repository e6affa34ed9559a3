import { expect } from 'vitest';
import { badFieldsIn } from '../../../../src/kit/errors.ts';

/** The field that a refusal names first. */
export function refusedField(act: () => unknown): string | undefined {
  let read: unknown;
  try {
    read = act();
  } catch (error) {
    return badFieldsIn(error)[0]?.field;
  }
  expect.fail(`was read as ${JSON.stringify(read)}`);
}
