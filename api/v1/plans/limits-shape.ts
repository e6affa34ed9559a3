import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';

const Figure = (description: string) => Type.Integer({ description });

export const PlanLimitsSchema = named(
  'PlanLimits',
  {
    lots_max: Figure('Lots at a time, in each mode'),
    keys_max: Figure('Valid keys at a time, in both modes together'),
    local_events_ahead_max: Figure('Local events that are not over, in each mode'),
    local_events_past_max: Figure('Local events that ended in 400 days, in each mode'),
    rows_per_minute: Figure('Rows that calls may write, such as lots, rates and counts'),
    bytes_per_minute: Figure('Bytes of the bodies of calls that write rows'),
    batches_per_minute: Figure('Calls of POST /api/v1/lots/batch'),
  },
  { description: 'What the plan allows the operator, all of its keys together' },
);
