import type { FieldProblem } from '../../../kit/errors.ts';
import type { Reading } from '../../../kit/osm/values/reading.ts';

/** Takes values from readings, and notes which of them were not understood. */
export function noteReader(before: readonly FieldProblem[] = []) {
  const notes = [...before];
  return {
    notes,
    /** undefined: nothing is stated, or nothing that is understood. */
    read<Value>(reading: Reading<Value>): Value | undefined {
      if (reading.kind === 'text') notes.push(reading.problem);
      return reading.kind === 'read' ? reading.value : undefined;
    },
  };
}
