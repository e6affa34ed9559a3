import { findConversions } from '../../src/demand/searches/find-conversions.ts';
import { findCrowds } from '../../src/demand/searches/find-crowds.ts';
import { placeLots } from '../../src/demand/searches/place-lots.ts';
import { findDuplicates } from '../../src/parking/lots/duplicates/find-duplicates.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import type { ReadOptions } from '../../src/stores/read-on.ts';
import type { Step, StepContext } from '../step.ts';

/** They run before the drains, which find what they wrote. */
export const READING_ON: readonly Step[] = [
  readingOn('find-conversions', findConversions),
  readingOn('find-crowds', findCrowds),
  readingOn('place-lots', placeLots),
  readingOn('find-duplicates', findDuplicates),
];

/** A step that reads on in an append-only table of Postgres, and writes down what it finds. */
function readingOn(name: string, read: (db: Postgres, options: ReadOptions) => Promise<number>) {
  const run = ({ db, signal, observe }: StepContext) =>
    read(db, { signal, onWritten: () => observe(`${name} written`) });
  return { name, needs: [], run };
}
