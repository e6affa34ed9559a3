import { type Comparison, type Row, type Run, toRow } from './report.ts';
import type { Stack } from './stage/stack.ts';

export type Bench = {
  name: string;
  /** Benches of one stack are measured one after the other on the same server, with its data. */
  stack: string;
  /** On two quiet cores at full size, as estimated; of shared data for the first that needs it. */
  minutes: number;
  compare(stack: Stack, run: Run): Promise<readonly (Comparison | Row)[]>;
};

/** What a bench finds, on a stack with the data of those before it. */
export async function measure({ compare }: Bench, stack: Stack, run: Run): Promise<Row[]> {
  const found = await compare(stack, run);
  return found.map((each) => ('pairs' in each ? toRow(each) : each));
}
