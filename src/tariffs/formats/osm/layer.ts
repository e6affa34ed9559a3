import type { When } from '../../tariff.ts';
import { type Clause, isForHolidays } from './conditions.ts';
import { holdsAt, type WeekPoint, weekPoints } from './week-points.ts';

/** What a clause says, once its value is read. */
export type Rule<Value> = { value: Value; whens: When[] };

/** What one key says: the last rule that holds counts, or else what holds at other times. */
export type Layer<Value> = {
  rules: Rule<Value>[];
  /** undefined: not stated. */
  otherwise: Value | undefined;
};

const HOLIDAYS: When = { days: ['holiday'] };

/**
 * The rules of clauses whose values were read. `PH off` gives a holiday back to what holds
 * otherwise, which is clear only beside a single rule. A text: why they are not clear.
 */
export function layerOf<Value>(
  clauses: readonly (Omit<Clause, 'value'> & { read: Value })[],
  otherwise: Value | undefined,
): Layer<Value> | string {
  const rules = clauses.map(({ read: value, whens }) => ({ value, whens }));
  if (clauses.some(({ isNotOnHolidays }) => isNotOnHolidays)) {
    if (rules.length > 1 || otherwise === undefined)
      return 'says PH off where it is not clear what holds then';
    rules.push({ value: otherwise, whens: [HOLIDAYS] });
  }
  const layer = { rules, otherwise };
  return whyUnclear(layer) ?? layer;
}

export function valueAt<Value>(layer: Layer<Value>, point: WeekPoint): Value | undefined {
  const rule = layer.rules.findLast((one) => isHeld(one, point));
  return rule === undefined ? layer.otherwise : rule.value;
}

function isHeld({ whens }: Rule<unknown>, point: WeekPoint): boolean {
  return whens.some((when) => holdsAt(when, point));
}

/**
 * The last rule counts, but not everybody who writes tags knows that. So of two with different
 * values the later one must be an exception within the earlier one, or for holidays.
 */
function whyUnclear<Value>({ rules, otherwise }: Layer<Value>): string | undefined {
  const points = weekPoints(rules.flatMap(({ whens }) => whens));
  for (const [i, rule] of rules.entries()) {
    const others = { rules: rules.toSpliced(i, 1), otherwise };
    const isNeeded = points.some(
      (point) => valueAt({ rules, otherwise }, point) !== valueAt(others, point),
    );
    if (!isNeeded) return 'has a condition that changes nothing';
    const earlier = rules.slice(0, i).filter(({ value }) => value !== rule.value);
    if (earlier.some((other) => isContradiction(other, rule, points)))
      return 'says two things of the same time';
  }
  return undefined;
}

function isContradiction(
  earlier: Rule<unknown>,
  later: Rule<unknown>,
  points: readonly WeekPoint[],
): boolean {
  const isBoth = (point: WeekPoint) => isHeld(earlier, point) && isHeld(later, point);
  const isUsual = ({ isHoliday, wasHoliday }: WeekPoint) => !isHoliday && !wasHoliday;
  const isWithin = points.every(
    (point) => !isUsual(point) || !isHeld(later, point) || isHeld(earlier, point),
  );
  if (!isWithin && points.some((point) => isUsual(point) && isBoth(point))) return true;
  const [isEarlierForHolidays, isLaterForHolidays] = [earlier, later].map(({ whens }) =>
    whens.some(isForHolidays),
  );
  // Whoever names holidays first means them, too.
  return isEarlierForHolidays === true && !isLaterForHolidays && points.some(isBoth);
}
