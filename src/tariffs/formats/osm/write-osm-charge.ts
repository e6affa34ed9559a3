import { minutesInHour } from 'date-fns/constants';
import { decimalOf } from '../../../kit/money.ts';
import { ANYWHERE, plainTariff } from '../../plain-rate.ts';
import type { Step, Tariff, TariffPart } from '../../tariff.ts';
import { isFree } from '../bands.ts';
import type { LeftOut } from '../left-out.ts';
import { readOsmCharge } from './read-osm-charge.ts';
import { saidTags } from './said-tags.ts';
import { type SaidPart, sayPart, sayStep } from './say-part.ts';
import { MAX } from './tag-problem.ts';
import { holdsAt, weekPoints } from './week-points.ts';

/** `leftOut` is empty where `tags` say all. */
export type WrittenCharge = { tags: Record<string, string>; leftOut: LeftOut[] };

/** OpenStreetMap takes no longer value. */
const LENGTH_MAX = 255;
const HOURLY = { from_minutes: 0, per_minutes: minutesInHour, billing_step_minutes: 1 };
const FREE: Step = { ...HOURLY, price_minor: 0 };
const PAID: Step = { ...HOURLY, price_minor: minutesInHour };
/** Where holidays are known; which ones does not matter for what tags say. */
const SOMEWHERE = { ...ANYWHERE.place, country: 'DE' };

/**
 * A tariff as the tags `fee`, `charge`, their conditions and `charge:max`. No amount is written
 * unless all that the tariff says can be: a part of it would read as a price that always holds.
 * What is written is read as the same tariff by `readOsmCharge`.
 */
export function writeOsmCharge(tariff: Tariff, { currency }: { currency: string }): WrittenCharge {
  const leftOut = leftOutOfStay(tariff);
  if (tariff.parts.every(isFree)) return { tags: { fee: 'no' }, leftOut };
  const { said, unsaid } = sayParts(tariff.parts, currency);
  leftOut.push(...unsaid);
  if (leftOut.length === 0) {
    const tags = { ...saidTags(said), ...maxTag(tariff, currency) };
    if (isReadAs(tags, { said, tariff, currency })) return { tags, leftOut };
    leftOut.push({ part: null, reason: 'has hours that would be read in more than one way' });
  }
  return { tags: feeTags(tariff, currency), leftOut };
}

/** What no tag can say of the whole stay. */
function leftOutOfStay(tariff: Tariff): LeftOut[] {
  const { free_minutes: free, minimum_minutes: minimum, otherwise, maxima } = tariff;
  const isAllFree = tariff.parts.every(isFree);
  const others = (maxima ?? []).filter(({ per }) => per !== '24h');
  const reasons = [
    ...(free === undefined || isAllFree ? [] : ['what is free at the beginning of a stay']),
    ...(minimum === undefined || isAllFree ? [] : ['the time that is paid at least']),
    ...(otherwise === undefined ? [] : ['the time that is not for sale']),
    ...(isAllFree ? [] : others.map(({ per }) => `the maximum (${per})`)),
  ];
  return reasons.map((reason) => ({ part: null, reason }));
}

function sayParts(parts: readonly TariffPart[], currency: string) {
  const said: SaidPart[] = [];
  const unsaid: LeftOut[] = [];
  for (const part of parts) {
    const one = sayPart(part, { currency, isOnly: parts.length === 1 });
    if (typeof one === 'string') unsaid.push({ part: part.name, reason: one });
    else said.push(one);
  }
  return { said, unsaid };
}

function maxTag({ maxima }: Tariff, currency: string): Record<string, string> {
  const [max] = maxima ?? [];
  if (max === undefined) return {};
  return { [MAX]: `${decimalOf(max.amount_minor, currency)} ${currency.toUpperCase()}/day` };
}

/** When something is charged, without how much. */
function feeTags({ parts }: Tariff, currency: string): Record<string, string> {
  const usual = { fee: 'yes' };
  const tariff: Tariff = {
    parts: parts.map((part) => ({
      name: part.name,
      ...(part.when !== undefined && { when: part.when }),
      steps: [isFree(part) ? FREE : PAID],
    })),
    maxima: null,
  };
  const { said, unsaid } = sayParts(tariff.parts, currency);
  const tags = saidTags(said);
  if (unsaid.length > 0 || !isReadAs(tags, { said, tariff, currency })) return usual;
  return Object.fromEntries(Object.entries(tags).filter(([key]) => key.startsWith('fee')));
}

type Written = { said: readonly SaidPart[]; tariff: Tariff; currency: string };

/** Whether tags are read as a tariff that costs the same. */
function isReadAs(tags: Record<string, string>, { said, tariff, currency }: Written): boolean {
  if (Object.values(tags).some((text) => text.length > LENGTH_MAX)) return false;
  const price = readOsmCharge(tags, { currency, place: SOMEWHERE });
  if (price.kind !== 'tariff' && price.kind !== 'rate') return false;
  const read = price.kind === 'tariff' ? price.tariff : plainTariff(price);
  if (read.maxima?.[0]?.amount_minor !== tariff.maxima?.[0]?.amount_minor) return false;
  const whens = [...said, ...read.parts].map(({ when = {} }) => when);
  return weekPoints(whens).every((point) => {
    const held = read.parts.find(({ when = {} }) => holdsAt(when, point));
    const [step] = held?.steps ?? [];
    const cost = step === undefined || step.price_minor === 0 ? null : sayStep(step, currency);
    return cost === said.find(({ when }) => holdsAt(when, point))?.price;
  });
}
