import type { ValidateFunction } from 'ajv';
import { closed } from '../api/input/closed.ts';
import { newAjv } from '../api/input/validate.ts';
import { AUDIT_ACTIONS } from '../src/events/audit-actions.ts';
import { EVENTS } from '../src/events/event-data.ts';
import type { TestDatabase } from './database.ts';

const ajv = newAjv({});
const checks = new Map<string, ValidateFunction>(
  [
    ...Object.entries(EVENTS).map(([type, { data }]) => [`event ${type}`, data] as const),
    ...Object.entries(AUDIT_ACTIONS).map(([type, { diff }]) => [`audit ${type}`, diff] as const),
  ].map(([name, schema]) => [name, ajv.compile(closed(schema))]),
);

/** Events and audit rows that do not have the shape that their type or action declares. */
export async function faultsOfRecords(sql: TestDatabase['sql']): Promise<string[]> {
  const rows = await sql<{ name: string; value: unknown }>(
    `select 'event ' || type as name, data as value from events
     union all select 'audit ' || action, diff from audit_log`,
  );
  const faults = rows.flatMap(({ name, value }) => {
    const check = checks.get(name);
    if (check === undefined) return [`${name} is not declared`];
    return check(value) ? [] : [`${name}: ${ajv.errorsText(check.errors)}`];
  });
  return [...new Set(faults)];
}
