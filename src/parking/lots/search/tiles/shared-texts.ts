import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { KnownLot } from '../match/known-lot.ts';

/** Texts that many lots have alike. */
const TEXTS = [
  'operatorId',
  'state',
  'country',
  'timezone',
  'currency',
  'availabilityShown',
  'openingHours',
] as const;

/** Many lots have one of few tariffs: each of these takes memory once. */
const TARIFFS_KEPT = 10_000;
const tariffs = new LRUCache<string, NonNullable<KnownLot['tariff']>>({ max: TARIFFS_KEPT });

/** Makes lots that are read together take memory once for texts and tags that they share. */
export function openSharedTexts(): (lot: KnownLot) => void {
  const texts = new Map<string, string>();
  const tags = new Map<string, KnownLot['features']>();

  function once<T extends string | null>(text: T): T {
    if (text === null) return text;
    const known = texts.get(text) ?? text;
    texts.set(text, known);
    return known as T;
  }

  function shareText<Name extends (typeof TEXTS)[number]>(lot: KnownLot, name: Name): void {
    lot[name] = once(lot[name]);
  }

  return (lot) => {
    for (const name of TEXTS) shareText(lot, name);
    const key = lot.features.join('\n');
    lot.features = tags.get(key) ?? lot.features.map(once);
    tags.set(key, lot.features);
    lot.tariff = lot.tariff && shared(lot.tariff);
  };
}

function shared(tariff: NonNullable<KnownLot['tariff']>) {
  const text = JSON.stringify(tariff);
  const known = tariffs.get(text) ?? tariff;
  tariffs.set(text, known);
  return known;
}

/**
 * Makes a lot that was read again take what has not changed from what was known of it. Otherwise
 * each stay on a lot would leave it with copies of what it shared with others, as much memory as
 * the lot itself.
 */
export function shareWith(before: KnownLot, lot: KnownLot): void {
  for (const name of ['lotId', ...TEXTS] as const) share(before, lot, name);
  for (const name of ['features', 'tariff', 'priceRules', 'scheduledRates'] as const)
    if (isDeepStrictEqual(before[name], lot[name])) Object.assign(lot, { [name]: before[name] });
}

function share<Name extends keyof KnownLot>(from: KnownLot, to: KnownLot, name: Name): void {
  // Equal texts are not yet the same one in memory.
  if (from[name] === to[name]) to[name] = from[name];
}
