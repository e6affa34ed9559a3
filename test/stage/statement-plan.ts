import { bind, loadQuery } from '../../src/stores/sql.ts';
import type { TestDatabase } from './database.ts';

/** A step of an executed plan, with PostgreSQL's figures about it. */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** All steps of a statement of the product, as it was really executed with these values. */
export async function runExplained(
  { sql }: Pick<TestDatabase, 'sql'>,
  name: string,
  values: Record<string, unknown>,
): Promise<PlanNode[]> {
  const statement = loadQuery(name);
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${statement.text}`,
    bind(statement, values),
  );
  if (row === undefined) throw new Error('there is no plan');
  return nodesOf(row['QUERY PLAN'][0].Plan);
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How many rows of a table a statement looked at: all its steps in all their loops. */
export function rowsLookedAt(steps: readonly PlanNode[], table: string): number {
  const counts = steps
    .filter((step) => step['Relation Name'] === table)
    .map(
      (step) =>
        step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)),
    );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** From now on nothing makes statistics but the test: autovacuum would at some moment of it. */
export async function stopAutovacuum({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql(
    `do $$
     declare one regclass;
     begin
       for one in
         select oid from pg_class
         where relkind = 'r' and relnamespace in ('public'::regnamespace, 'marts'::regnamespace)
       loop
         execute format('alter table %s set (autovacuum_enabled = false)', one);
       end loop;
     end $$`,
  );
}
