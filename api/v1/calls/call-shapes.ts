import { type Static, Type } from 'typebox';
import {
  type CallCount,
  type CallGroup,
  type CallLine,
  RECENT_HOURS,
} from '../../../src/access/calls/list-calls.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Count, Instant } from '../../fields/field-types.ts';

/** Calls by how they were answered. */
export const COUNTS = {
  ok_count: Count('calls that were answered as asked'),
  refused_count: Count('calls that were refused (400 to 499), without those beyond a budget'),
  limited_count: Count('calls beyond a budget (429)'),
  failed_count: Count('calls that failed on our side (500 and above)'),
};

/** A row, by what it is. */
const ROWS = {
  day: named('CallsByDay', { date: Type.String({ format: 'date' }), ...COUNTS }),
  hour: named('CallsByHour', {
    from: { ...Instant, description: 'The beginning of the hour' },
    ...COUNTS,
  }),
  operation: named('CallsByOperation', {
    operation: Type.String({ description: 'Its operationId; unknownPath: no operation' }),
    ...COUNTS,
  }),
  key: named('CallsByKey', {
    caller_type: Type.Enum(['key', 'person', 'token'], {
      description: 'A key, a member who is signed in, or a connected app',
    }),
    caller_id: Type.String(),
    key_name: nullable(Type.String({ description: 'Of a key or an app; null: a member' })),
    ...COUNTS,
    recent_counts: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: RECENT_HOURS,
      maxItems: RECENT_HOURS,
      description:
        `All calls in each of the last ${RECENT_HOURS} hours, oldest first, whatever the period; ` +
        'the last hour is not over yet',
    }),
  }),
};

export const CallTotal = named('CallCounts', COUNTS, { description: 'The sums of the rows' });

export const CallRow = Type.Union([ROWS.day, ROWS.hour, ROWS.operation, ROWS.key], {
  title: 'CallsRow',
});

type RowShape = Static<(typeof ROWS)[CallGroup]>;

export function toRowShape(line: CallLine, groupBy: CallGroup): RowShape {
  const counts = presentCounts(line);
  const name = line.groupName;
  if (groupBy === 'operation') return { operation: name, ...counts };
  if (groupBy === 'hour') return { from: new Date(name).toISOString(), ...counts };
  const { callerType, keyName, recentCounts } = line;
  if (callerType === null || recentCounts === null)
    return { date: name.slice(0, 'yyyy-mm-dd'.length), ...counts };
  const caller = { caller_type: callerType, caller_id: name, key_name: keyName };
  return { ...caller, ...counts, recent_counts: recentCounts };
}

export function presentCounts({ okCount, refusedCount, limitedCount, failedCount }: CallCount) {
  return {
    ok_count: okCount,
    refused_count: refusedCount,
    limited_count: limitedCount,
    failed_count: failedCount,
  };
}
