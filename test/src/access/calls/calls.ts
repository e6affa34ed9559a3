import type { createCallCounts } from '../../../../src/access/calls/count-calls.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import type { TestDatabase } from '../../../stage/database.ts';

export type CallCounts = ReturnType<typeof createCallCounts>;

/** A log that keeps its lines. */
export function openLog() {
  const said: [level: string, values: Record<string, unknown>, text: string][] = [];
  const at = (level: string) => (values: Record<string, unknown>, text: string) =>
    said.push([level, values, text]);
  const log = { warn: at('warn'), error: at('error') };
  return { said, log: log as unknown as Parameters<typeof createCallCounts>[0]['log'] };
}

/** All that was counted, by span, caller and operation. */
export async function countsIn({ sql }: Pick<TestDatabase, 'sql'>, operatorId: string) {
  const rows = await sql<{ line: string; counts: number[] }>(
    `select concat_ws(' ', span, caller_id, operation) as line,
       array[sum(ok_count), sum(refused_count), sum(limited_count), sum(failed_count)]::integer[]
         as counts
     from call_counts where operator_id = $1 group by 1`,
    [operatorId],
  );
  return new Map(rows.map(({ line, counts }) => [line, counts]));
}

/** The same caller by another id. */
export const others = (caller: Principal, count: number): Principal[] =>
  Array.from({ length: count }, (_, i) => ({ ...caller, id: `${caller.id} ${i}` }));
