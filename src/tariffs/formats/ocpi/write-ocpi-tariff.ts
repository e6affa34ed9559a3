import { secondsInMinute } from 'date-fns/constants';
import { fromMinor } from '../../../kit/money.ts';
import type { Tariff, TariffPart } from '../../tariff.ts';
import { type Band, bandsOf, deductedMinutes, flatCost, isFree, onlyPart } from '../bands.ts';
import type { LeftOut } from '../left-out.ts';
import { limitsOf } from './limits-of.ts';
import type { OcpiComponent, OcpiElement, OcpiTariff } from './ocpi-shape.ts';
import { hourPrice, unsaid } from './unsaid.ts';
import { elementTimes, restrictionsOf } from './write-restrictions.ts';

/** What a Tariff says beside prices. */
export type OcpiAbout = {
  /** At most 36 characters. */
  id: string;
  /** Of two letters and of three: whose tariff it is. */
  countryCode: string;
  partyId: string;
  currency: string;
  updatedAt: Date;
};

/**
 * A tariff as a Tariff of OCPI 2.2.1 for vehicles that park and do not charge. Amounts are what is
 * paid, without stating any VAT. Only where nothing is left out does each stay cost the same by it;
 * parts that are left out are not in it, so that their times would cost something else. null: no
 * part can be said.
 */
export function writeOcpiTariff(
  tariff: Tariff,
  about: OcpiAbout,
): { tariff: OcpiTariff | null; leftOut: LeftOut[] } {
  const { currency } = about;
  const leftOut = unsaid(tariff, currency);
  const names = new Set(leftOut.map(({ part }) => part));
  const said = tariff.parts.filter(({ name }) => !names.has(name));
  const elements = said.flatMap((part) => elementsOf(tariff, part, currency));
  if (elements.length === 0) return { tariff: null, leftOut };
  const written: OcpiTariff = {
    country_code: about.countryCode,
    party_id: about.partyId,
    id: about.id,
    currency: currency.toUpperCase(),
    ...limitsOf(tariff, currency),
    elements,
    last_updated: about.updatedAt.toISOString(),
  };
  return { tariff: written, leftOut };
}

function elementsOf(tariff: Tariff, part: TariffPart, currency: string): OcpiElement[] {
  const { when = {} } = part;
  const flat = onlyPart(tariff) && flatCost(tariff, part);
  if (flat !== undefined) return [{ price_components: [flatOf(flat, currency)] }];
  const bands = isFree(part) ? [freeFrom(deductedMinutes(tariff))] : bandsOf(tariff, part);
  return elementTimes(when).flatMap((time) =>
    bands.map((band) => {
      const restrictions = restrictionsOf(time, band);
      return {
        price_components: [timeOf(band, currency)],
        ...(Object.keys(restrictions).length > 0 && { restrictions }),
      };
    }),
  );
}

function freeFrom(fromMinute: number): Band {
  return { fromMinute, untilMinute: Infinity, priceMinor: 0, perMinutes: 1, stepMinutes: 1 };
}

function flatOf(minor: number, currency: string): OcpiComponent {
  return { type: 'FLAT', price: fromMinor(minor, currency), step_size: 1 };
}

function timeOf(band: Band, currency: string): OcpiComponent {
  const price = hourPrice(band, currency);
  if (price === undefined) throw new Error('a part that cannot be said is left out');
  return { type: 'PARKING_TIME', price, step_size: band.stepMinutes * secondsInMinute };
}
