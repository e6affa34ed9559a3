import { minutesInHour } from 'date-fns/constants';
import { DAYS, type Step, type TariffPart, type When } from '../../tariff.ts';
import { isOvernight, writeWhen } from './conditions.ts';
import { type Layer, type Rule, valueAt } from './layer.ts';
import { holdsAt, midnightOf, type WeekPoint, weekPoints } from './week-points.ts';

/** Where nothing is charged: by minutes, so that no started step reaches into what follows. */
const FREE: Step = {
  from_minutes: 0,
  price_minor: 0,
  per_minutes: minutesInHour,
  billing_step_minutes: 1,
};
const NOT_STATED = 'does not say what is charged at other times';
const OTHER_TIMES = 'other times';

type Priced = { when: When; step: Step };

/**
 * The parts of a tariff that cost at each minute what `charge` and its conditions say, and nothing
 * where `fee` and its own say so. A text: why they are not clear.
 */
export function mergeLayers(fee: Layer<boolean>, charge: Layer<Step>): TariffPart[] | string {
  const priced = pricedTimes(fee, charge);
  if (typeof priced === 'string') return priced;
  const points = weekPoints(priced.map(({ when }) => when));
  const costAt = (point: WeekPoint) => priced.find(({ when }) => holdsAt(when, point))?.step;
  const paid = new Set<Step>();
  for (const point of points) {
    const isCharged = valueAt(fee, point);
    const stated = isCharged === false ? FREE : valueAt(charge, point);
    if (stated === undefined || isCharged === undefined) return NOT_STATED;
    if (stated !== costAt(point)) return 'has other conditions than the fee';
    paid.add(stated);
  }
  const prices = [...charge.rules.map(({ value }) => value), charge.otherwise ?? FREE];
  if (![...prices].every((step) => step === FREE || paid.has(step)))
    return 'has a price that is never charged';
  if (priced.some((one) => isCutAtMidnight(one, costAt)))
    return 'ends at midnight what goes on in the nights after';
  return priced.map(({ when, step }) => {
    const name = writeWhen(when);
    return name === undefined
      ? { name: OTHER_TIMES, steps: [step] }
      : { name, when, steps: [step] };
  });
}

/** In the order in which they hold. */
function pricedTimes(fee: Layer<boolean>, charge: Layer<Step>): Priced[] | string {
  const charges = timesOf(charge.rules);
  const found: Priced[] = [];
  for (const { value: isCharged, when } of timesOf(fee.rules)) {
    const i = charges.findIndex((one) => JSON.stringify(one.when) === JSON.stringify(when));
    const [own] = isCharged && i >= 0 ? charges.splice(i, 1) : [];
    const step = isCharged ? (own?.value ?? charge.otherwise) : FREE;
    if (step === undefined) return NOT_STATED;
    found.push({ when, step });
  }
  if (fee.otherwise === false) return [...found, { when: {}, step: FREE }];
  found.push(...charges.map(({ when, value: step }) => ({ when, step })));
  return charge.otherwise === undefined ? found : [...found, { when: {}, step: charge.otherwise }];
}

/** Each time for itself, that which counts first first. */
function timesOf<Value>(rules: readonly Rule<Value>[]): { value: Value; when: When }[] {
  return rules
    .toReversed()
    .flatMap(({ value, whens }) => whens.toReversed().map((when) => ({ value, when })));
}

/**
 * `Su; Mo-Sa 18:00-08:00` ends at midnight before Monday, and Monday until 08:00 is left over. That
 * is what it says, but hardly what anybody means.
 */
function isCutAtMidnight(
  { when, step }: Priced,
  costAt: (point: WeekPoint) => Step | undefined,
): boolean {
  const { days } = when;
  if (days === undefined || !isOvernight(when)) return false;
  return DAYS.some((name, day) => {
    if (name === 'holiday' || !days.includes(name)) return false;
    const { before, after } = midnightOf(day);
    return !holdsAt(when, after) && costAt(before) === step && costAt(after) !== step;
  });
}
