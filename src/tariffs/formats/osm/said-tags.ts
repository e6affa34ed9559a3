import { isOnSameDay } from './conditions.ts';
import type { SaidPart } from './say-part.ts';
import { CHARGE_CONDITIONS, FEE_CONDITIONS } from './tag-problem.ts';
import { holdsAt, weekPoints } from './week-points.ts';

/** A clause of a value, and the part that it is for. */
type Said = { value: string; part: SaidPart };

const [YES, NO] = ['yes', 'no'];

/**
 * The tags of parts: the first that holds counts. The last condition does, so conditions come in
 * the other order.
 */
export function saidTags(parts: readonly SaidPart[]): Record<string, string> {
  const last = parts.findIndex(({ condition }) => condition === null);
  const usual = parts[last];
  const times = (last < 0 ? parts : parts.slice(0, last)).toReversed();
  const fee = usual?.price === null ? NO : YES;
  const fees: Said[] = [];
  const charges: Said[] = [];
  for (const part of times) {
    const said = { value: part.price === null ? NO : YES, part };
    const isFeeSaid = said.value !== fee || isException(said, fees);
    if (isFeeSaid) fees.push(said);
    if (part.price === null) continue;
    const charged = { value: part.price, part };
    const isUsual = isFeeSaid && part.price === usual?.price && !isException(charged, charges);
    if (!isUsual) charges.push(charged);
  }
  const prices = new Set(charges.map(({ value }) => value));
  const [price] = prices;
  const isOne = usual?.price === null && prices.size === 1;
  const charge = isOne ? price : usual?.price;
  return {
    fee,
    ...(typeof charge === 'string' && { charge }),
    ...conditions(CHARGE_CONDITIONS, isOne ? [] : charges),
    ...conditions(FEE_CONDITIONS, fees),
  };
}

/** Whether an earlier clause has another value for some of the time. */
function isException({ value, part }: Said, earlier: readonly Said[]): boolean {
  return earlier.some((one) => one.value !== value && isBoth(one.part, part));
}

/** Whether two parts hold at the same minute of some week. */
function isBoth(one: SaidPart, other: SaidPart): boolean {
  const points = weekPoints([one.when, other.when]);
  return points.some((point) => holdsAt(one.when, point) && holdsAt(other.when, point));
}

/** `no @ (Su,PH; Mo-Sa 18:00-08:00)`; without clauses no tag. */
function conditions(key: string, clauses: readonly Said[]): Record<string, string> {
  const grouped: { value: string; parts: SaidPart[] }[] = [];
  for (const { value, part } of clauses) {
    const before = grouped.at(-1);
    const isOnOtherDays = before?.parts.every(({ when }) => !isOnSameDay(when, part.when));
    if (before?.value === value && isOnOtherDays) before.parts.push(part);
    else grouped.push({ value, parts: [part] });
  }
  const texts = grouped.map(
    ({ value, parts }) => `${value} @ (${parts.map(({ condition }) => condition).join('; ')})`,
  );
  return texts.length === 0 ? {} : { [key]: texts.join('; ') };
}
