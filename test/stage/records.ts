import type { ValidateFunction } from 'ajv';
import { newAjv } from '../../api/input/validate.ts';
import { AUDIT_ACTIONS } from '../../src/access/audit/audit-actions.ts';
import { closed } from '../../src/kit/web/input/closed.ts';
import { EVENTS } from '../../src/parking/events/event-data.ts';
import type { TestDatabase } from './database.ts';

const VERSIONS = new Map<string, number>(
  Object.entries({ event: EVENTS, audit: AUDIT_ACTIONS }).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, { version }]) => [`${kind} ${name}`, version] as const),
  ),
);

const ajv = newAjv({});
const checks = new Map<string, ValidateFunction>(
  [
    ...Object.entries(EVENTS).map(([type, { data }]) => [`event ${type}`, data] as const),
    ...Object.entries(AUDIT_ACTIONS).map(([type, { diff }]) => [`audit ${type}`, diff] as const),
  ].map(([name, schema]) => [name, ajv.compile(closed(schema))]),
);

/** Events and audit rows that do not have the shape that their type or action declares. */
export async function faultsOfRecords(sql: TestDatabase['sql']): Promise<string[]> {
  const rows = await sql<{ name: string; value: unknown; version: number }>(
    `select 'event ' || type as name, data as value, version from events
     union all select 'audit ' || action, diff, version from audit_log`,
  );
  const faults = rows.flatMap(({ name, value, version }) => {
    const check = checks.get(name);
    if (check === undefined) return [`${name} is not declared`];
    if (version !== VERSIONS.get(name)) return [`${name} has version ${version}`];
    return check(value) ? [] : [`${name}: ${ajv.errorsText(check.errors)}`];
  });
  return [...new Set(faults)];
}

/** The tables that contain any of these texts in any row. */
export async function tablesWith(
  sql: TestDatabase['sql'],
  forms: readonly string[],
): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'marts') order by name`,
  );
  const telling: string[] = [];
  for (const { name } of tables) {
    const rows = await sql(
      `select from ${name} as kept
       where exists (
         select from unnest($1::text[]) as form where position(form in to_jsonb(kept)::text) > 0)
       limit 1`,
      [forms],
    );
    if (rows.length > 0) telling.push(name);
  }
  return telling;
}
