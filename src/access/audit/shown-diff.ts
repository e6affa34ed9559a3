import { isObject } from '../../kit/is-object.ts';

type Diff = Readonly<Record<string, unknown>>;

/**
 * Numbers of vehicles are given in the order in which any operator first saw them. The creator of a
 * hold may be another operator.
 */
const HIDDEN = ['vehicle_id', 'vin_id', 'driver_id', 'creator_operator_id'];

/** What an operator may know of stays and holds that others have on its lots. */
const SHOWN_OF_OTHERS = [
  ...['status', 'lot_id', 'hold_id', 'session_id', 'source', 'space_count', 'assigned_space'],
  ...['started_at', 'ended_at', 'expected_end', 'starts_at', 'ends_at', 'expires_at'],
  ...['ttl_seconds', 'activated_count', 'extended_count', 'clock_went_back'],
  ...['rate_minor', 'rate_unit', 'max_daily_minor', 'billing_step_minutes', 'rate_snapshot'],
  ...['currency', 'estimated_minor', 'subtotal_minor', 'platform_fee_minor', 'amount_minor'],
];

/** The diff of an audit row as its operator may see it. `isOwn`: no other operator did it. */
export function shownDiff(diff: Diff, isOwn: boolean): Diff {
  const isShown = (name: string) =>
    isOwn ? !HIDDEN.includes(name) : SHOWN_OF_OTHERS.includes(name);
  const shown = Object.entries(diff).flatMap(([name, value]) => {
    if (isObject(value) && (name === 'before' || name === 'after'))
      return [[name, pick(value, isShown)]];
    return isOwn || value === null ? [[name, value]] : [];
  });
  return Object.fromEntries(shown);
}

function pick(members: Diff, isShown: (name: string) => boolean): Diff {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isShown(name)));
}
