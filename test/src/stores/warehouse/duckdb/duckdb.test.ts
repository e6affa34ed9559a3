import { expect, test } from 'vitest';
import { openStatements } from './watch-statements.ts';

test('an error says after its kind in which statement it is', async () => {
  const duckdb = await openStatements(new Map([['5_marts/areas', "select 'many'::integer"]]));
  const named = /^Conversion Error in sql\/warehouse\/5_marts\/areas\.sql: Could not convert/;
  await duckdb.alone(async ({ run, query, stream, each }) => {
    await expect(run('5_marts/areas')).rejects.toThrow(named);
    await expect(query('5_marts/areas')).rejects.toThrow(named);
    await expect(stream('5_marts/areas', {}, async () => undefined)).rejects.toThrow(named);
    await expect(each('5_marts/areas', {}, () => undefined)).rejects.toThrow(named);
  });
});
