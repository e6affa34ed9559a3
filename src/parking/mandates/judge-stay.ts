import { tzOffset } from '@date-fns/tz';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Mandate } from '../../access/mandates/mandate.ts';
import { greatCircleMetres, type LatLng } from '../../kit/geo/great-circle.ts';
import type { OpenState } from '../../kit/hours/hours-question.ts';
import { openStates, type Window } from '../../kit/hours/opening-hours.ts';
import { type MandateRefusal, type MandateRule, mandateExceeded } from './refusal.ts';

/** A stay that is asked for, and its price in minor units of the lot's currency. */
export type AskedStay = {
  lot: { lotId: string; position: LatLng; currency: string };
  window: Window;
  costMinor: number;
};

/** Clocks are changed at whole quarters of an hour. */
const QUARTER_MS = 15 * millisecondsInMinute;

/**
 * Throws 403 `mandate_exceeded` when these keys may not begin this stay. What other stays have used
 * of the day and the month is not looked at: the statement that takes the space counts that.
 */
export async function checkStart(mandate: Mandate | null, stay: AskedStay): Promise<void> {
  if (mandate === null) return;
  refuseUnattended(mandate);
  throwIf(await whyNotAllowed(mandate, stay));
}

/**
 * Throws 403 `mandate_exceeded` when these keys may not make this stay longer. `window` and
 * `costMinor` are those of the whole stay; `mandateId` is the mandate that pays for it.
 */
export async function checkLonger(
  mandate: Mandate | null,
  stay: Omit<AskedStay, 'lot'> & { mandateId: string | null },
): Promise<void> {
  if (mandate === null) return;
  if (stay.mandateId !== mandate.mandateId)
    throw mandateExceeded(refuse('other_stay', 'the key may extend only stays of its mandate'));
  refuseUnattended(mandate);
  throwIf(await whyNotThen(mandate, stay));
}

/** Why a mandate does not allow a stay, apart from what others have used; undefined: it does. */
export async function whyNotAllowed(
  mandate: Mandate,
  stay: AskedStay,
): Promise<MandateRefusal | undefined> {
  return whyNotThere(mandate, stay.lot) ?? (await whyNotThen(mandate, stay));
}

function whyNotThere(
  { lotIds, area, currency }: Mandate,
  lot: AskedStay['lot'],
): MandateRefusal | undefined {
  if (lotIds !== null && !lotIds.includes(lot.lotId))
    return refuse('lot_ids', 'the lot is not one of those that the mandate names');
  if (area !== null && greatCircleMetres(area, lot.position) > area.radiusM)
    return refuse('area', 'the lot is outside of the area of the mandate');
  if (currency !== null && currency !== lot.currency)
    return refuse('currency', `the lot takes ${lot.currency}, and the mandate is in ${currency}`);
  return undefined;
}

async function whyNotThen(
  mandate: Mandate,
  { window, costMinor }: Omit<AskedStay, 'lot'>,
): Promise<MandateRefusal | undefined> {
  const { hours, timezone, currency, maxPerStayMinor } = mandate;
  if (maxPerStayMinor !== null && costMinor > maxPerStayMinor)
    return {
      rule: 'max_per_stay',
      message: 'the stay costs more than the mandate allows for one',
      leftMinor: maxPerStayMinor,
      currency,
    };
  if (hours === null) return undefined;
  const schedule = { openingHours: hours, isOvernightAllowed: false, timezone };
  const states = new Set<OpenState>();
  for (const part of steadyWindows(window, timezone))
    for (const state of await openStates([{ ...schedule, country: null, state: null }], part))
      states.add(state);
  // Hours that could not be computed allow nothing.
  if (!states.has('closed') && !states.has('unknown')) return undefined;
  return refuse('hours', `the whole stay must lie within ${hours} (${timezone})`);
}

/**
 * A window in parts during which the clocks of a zone are not changed. When they are put back, an
 * hour of the wall clock comes twice, and a window that begins and ends in it seems to be short.
 */
function steadyWindows({ from, to }: Window, timezone: string): Window[] {
  if (tzOffset(timezone, from) === tzOffset(timezone, to)) return [{ from, to }];
  const windows: Window[] = [];
  for (let at = from.getTime(); at < to.getTime(); ) {
    const next = Math.min(to.getTime(), (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
    // At its last instant the wall clock may show another time already.
    windows.push({ from: new Date(at), to: new Date(next - 1) });
    at = next;
  }
  return windows;
}

function refuseUnattended({ needsActivation }: Mandate): void {
  if (needsActivation)
    throw mandateExceeded(
      refuse('needs_activation', 'the key may hold spaces; another key has to begin the stay'),
    );
}

function refuse(rule: MandateRule, message: string): MandateRefusal {
  return { rule, message, leftMinor: null, currency: null };
}

function throwIf(refusal: MandateRefusal | undefined): void {
  if (refusal !== undefined) throw mandateExceeded(refusal);
}
