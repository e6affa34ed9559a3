import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../../../src/access/audit/audit-actions.ts';
import { describeModels } from '../../../../../../src/stores/warehouse/duckdb/models/models.ts';
import { readActions } from '../../../../../../src/stores/warehouse/duckdb/models/read-actions.ts';
import {
  normalForm,
  readStatements,
} from '../../../../../../src/stores/warehouse/duckdb/models/statements.ts';
import { createWarehouseFile } from '../../../../../../src/stores/warehouse/duckdb/warehouse-file.ts';

const statements = readStatements();
const models = describeModels(statements);
const STAGED = models.contents.facts
  .filter(({ source }) => source === 'audit_log')
  .flatMap(({ name }) => models.stagedBy(name));
const ACTIONS = [
  ...new Set([
    ...Object.keys(AUDIT_ACTIONS),
    // Some are of older versions only.
    ...STAGED.flatMap((staged) => models.actionsOf(staged) ?? []),
    'test.done',
    '',
  ]),
];

const directory = mkdtempSync(join(tmpdir(), 'hexlot-actions-'));
const path = join(directory, 'warehouse.duckdb');
let instance: DuckDBInstance;
beforeAll(async () => {
  const resources = { threads: 1, memoryMib: 256 };
  const file = await createWarehouseFile({ path, statements, models, resources });
  await file.duckdb.close();
  instance = await DuckDBInstance.create(path);
});
afterAll(() => {
  instance.closeSync();
  rmSync(directory, { recursive: true });
});

test('each view of the audit log reads rows of the actions found for it, and no others', async () => {
  const connection = await instance.connect();
  await connection.run(
    `insert into raw_audit by name
     select
       row_number() over () as batch, 7 as tx, batch as audit_id, now() as logged_at,
       true as livemode, 'op_1' as operator_id, action, 'thing' as entity_id,
       '{"after": {"figures_public": true}}' as diff
     from (select unnest(from_json($actions, '["VARCHAR"]')) as action)`,
    { actions: JSON.stringify(ACTIONS) },
  );
  const read: Record<string, string[]> = {};
  for (const staged of STAGED) {
    const found = await connection.run(`select distinct batch from ${staged} order by batch`);
    read[staged] = (await found.getRowsJS()).map(([batch]) => ACTIONS[Number(batch) - 1] ?? '');
  }
  connection.closeSync();
  const said = STAGED.map((staged) => [staged, models.actionsOf(staged)?.toSorted()]);
  const sorted = Object.entries(read).map(([staged, actions]) => [staged, actions.toSorted()]);
  expect(said).toEqual(sorted);
  expect(STAGED.length).toBeGreaterThan(7);
});

test.each([
  ["select 1 from raw_audit where action = 'hold.created';", ['hold.created']],
  ["from raw_audit\n where action in ('a.b', -- both\n 'c_d');", ['a.b', 'c_d']],
  ["(from raw_audit where action in ('a.b')) as rows", ['a.b']],
  ["from raw_audit where action = 'a.b' and diff is not null;", ['a.b']],
])('%s names all actions', (view, actions) => {
  expect(readActions(normalForm(view))).toEqual(actions);
});

test.each([
  'from raw_audit;',
  'from raw_searches;',
  "from raw_searches where action = 'a.b';",
  "from raw_audit where action <> 'a.b';",
  "from raw_audit where action not in ('a.b');",
  "from raw_audit where action like 'a.%';",
  "from raw_audit where action = 'a.b' or livemode;",
  "from raw_audit where action = 'a.b' and livemode or diff is null;",
  "from raw_audit where action in ('a.b') or livemode;",
  "from raw_audit where action in ('a.b', kind);",
  "from raw_audit where action in (select 'a.b');",
  "from raw_audit where action = 'a.b' || suffix;",
  "from raw_audit where not action = 'a.b';",
  "from raw_audit where livemode and action = 'a.b';",
  "from raw_audit where lower(action) = 'a.b';",
  "from raw_audit where action = 'a.b' union all from raw_audit;",
  "from (from raw_audit where action = 'a.b') union all from raw_searches;",
  "from raw_audit join lots using (id) where action = 'a.b';",
  "-- from raw_audit where action = 'a.b';\nfrom raw_audit;",
])('%s is read as a view of any actions', (view) => {
  expect(readActions(normalForm(view))).toBeUndefined();
});
