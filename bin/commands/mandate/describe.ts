import type { Mandate } from '../../../src/access/mandates/mandate.ts';
import { decimalOf } from '../../../src/kit/money.ts';
import { counted } from '../../../src/kit/text/counted.ts';

const METRES_PER_KM = 1_000;

/** A mandate in words: `man_…: at most 5.00 cad a stay and 20.00 cad a day, on 2 lots`. */
export function describeMandate(mandate: Mandate): string {
  const { currency, area, lotIds, hours, timezone } = mandate;
  const limit = (minor: number | null, per: string) =>
    minor === null || currency === null ? [] : [`${decimalOf(minor, currency)} ${currency} ${per}`];
  const limits = [
    ...limit(mandate.maxPerStayMinor, 'a stay'),
    ...limit(mandate.maxPerDayMinor, 'a day'),
    ...limit(mandate.maxPerMonthMinor, 'a month'),
  ];
  const parts = [
    ...(limits.length === 0 ? [] : [`at most ${limits.join(' and ')}`]),
    ...(lotIds === null ? [] : [`on ${counted(lotIds.length, 'lot')}`]),
    ...(area === null
      ? []
      : [`within ${area.radiusM / METRES_PER_KM} km of ${area.lat},${area.lng}`]),
    ...(hours === null ? [] : [`at ${hours}`]),
    ...(mandate.needsActivation ? ['others begin its stays'] : []),
    `by the clock of ${timezone}`,
  ];
  return `${mandate.mandateId}: ${parts.join(', ')}`;
}
