import { badField } from '../../../kit/errors.ts';
import { firstMinute, type WeekMinutes, weekMinutes } from '../../input/week-minutes.ts';
import type { When } from '../../tariff.ts';
import type { TimePrice } from './read-components.ts';

/** Which price holds since a minute of the stay; undefined: none does, so that it is free. */
export type Pick = { fromMinute: number; untilMinute: number; price: TimePrice | undefined };

/** What is paid at the same times. */
export type Group = {
  when: When;
  /** The first one with these times. */
  element: number;
  picks: Pick[];
};

/**
 * The times of a tariff in the order of its elements, those without restrictions by the clocks at
 * last. In each group the first element that holds is paid, also one that holds always. Errors:
 * BAD_REQUEST naming an element that would have to come between those of another group.
 */
export function resolveElements(prices: readonly TimePrice[]): Group[] {
  const times = Map.groupBy(prices, keyOf);
  const always = times.get(ALWAYS) ?? [];
  times.delete(ALWAYS);
  const groups = [...times.values()].map((own) => groupOf(own, always));
  const minutes = groups.map(({ when }) => weekMinutes(when));
  for (const [i, group] of groups.entries())
    for (const [j, own] of [...times.values()].entries()) {
      const between = j > i ? betweenOf(group, own) : undefined;
      if (between === undefined || !isOverlap(minutes[i], minutes[j])) continue;
      throw badField(
        `ocpi_tariff.elements.${between.element}.restrictions`,
        `must not overlap those of element ${group.element}, which leave more to later elements`,
      );
    }
  return always.length === 0 ? groups : [...groups, groupOf(always, [])];
}

const keyOf = ({ when }: { when: When }) => JSON.stringify(when);
const ALWAYS = keyOf({ when: {} });

function groupOf(own: readonly TimePrice[], always: readonly TimePrice[]): Group {
  const inOrder = [...own, ...always].sort((one, other) => one.element - other.element);
  const edges = inOrder.flatMap(({ fromMinute, untilMinute }) => [fromMinute, untilMinute]);
  const begins = [...new Set([0, ...edges])].filter(Number.isFinite).sort((a, b) => a - b);
  const picks: Pick[] = [];
  for (const [i, fromMinute] of begins.entries()) {
    const untilMinute = begins[i + 1] ?? Infinity;
    const price = inOrder.find((one) => holdsAt(one, fromMinute));
    const last = picks.at(-1);
    if (last !== undefined && last.price === price) last.untilMinute = untilMinute;
    else picks.push({ fromMinute, untilMinute, price });
  }
  const [{ when, element } = { when: {}, element: 0 }] = own;
  return { when, element, picks };
}

function holdsAt({ fromMinute, untilMinute }: TimePrice, minute: number): boolean {
  return fromMinute <= minute && minute < untilMinute;
}

/** Where later times overlap those of a group: the element that must not be paid before its own. */
function betweenOf({ picks }: Group, later: readonly TimePrice[]): TimePrice | undefined {
  return later.find((each) =>
    picks.some(
      ({ fromMinute, untilMinute, price }) =>
        each.element < (price?.element ?? Infinity) &&
        each.fromMinute < untilMinute &&
        fromMinute < each.untilMinute,
    ),
  );
}

function isOverlap(one: WeekMinutes | undefined, other: WeekMinutes | undefined): boolean {
  return one !== undefined && other !== undefined && firstMinute(one, other, true) !== undefined;
}
