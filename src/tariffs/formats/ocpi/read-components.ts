import { secondsInMinute } from 'date-fns/constants';
import { badField } from '../../../kit/errors.ts';
import { type Exact, minorWithTax } from '../exact.ts';
import type { OcpiComponent, OcpiTariff } from './ocpi-shape.ts';
import { type Restricted, readRestrictions } from './read-restrictions.ts';

/** A price of a started step, and when it holds. */
export type TimePrice = Restricted & {
  /** Which element of the tariff. */
  element: number;
  /** Where its price component is. */
  field: string;
  /** For an hour, with tax. */
  hourMinor: Exact;
  /** Not read where nothing is paid. */
  stepMinutes: number;
};

export type FlatPrice = { field: string; minor: Exact };

export type Components = {
  times: TimePrice[];
  /** null: there is none. */
  flat: FlatPrice | null;
  /** The VAT of what is paid, in percent, each once. */
  vats: number[];
};

/** Errors: BAD_REQUEST naming the component or the restriction that is not one of parking. */
export function readComponents({ elements }: OcpiTariff, currency: string): Components {
  const found: Components = { times: [], flat: null, vats: [] };
  for (const [element, { price_components, restrictions = {} }] of elements.entries()) {
    const field = `ocpi_tariff.elements.${element}`;
    const restricted = readRestrictions(restrictions, `${field}.restrictions`);
    const types = price_components.map(({ type }) => type);
    for (const [i, component] of price_components.entries()) {
      const at = `${field}.price_components.${i}`;
      if (types.indexOf(component.type) !== i) throw badField(`${at}.type`, 'must not be repeated');
      const { price, vat = 0 } = component;
      if (price > 0 && !found.vats.includes(vat)) found.vats.push(vat);
      const minor = minorWithTax(price, vat, currency);
      if (component.type === 'FLAT') {
        if (found.flat !== null) throw badField(at, 'must not be there beside another FLAT');
        checkAlways(restricted, `${field}.restrictions`);
        found.flat = { field: at, minor };
      } else {
        const stepMinutes = readStep(component, at);
        found.times.push({ ...restricted, element, field: at, hourMinor: minor, stepMinutes });
      }
    }
  }
  return found;
}

/** The standard does not say when a flat price is paid that begins to hold during the stay. */
function checkAlways({ when, fromMinute, untilMinute }: Restricted, field: string): void {
  if (Object.keys(when).length === 0 && fromMinute === 0 && untilMinute === Infinity) return;
  throw badField(field, 'must not be there beside FLAT, which is paid once for each stay');
}

function readStep({ type, price, step_size: step }: OcpiComponent, field: string): number {
  // By the standard, TIME is the time of charging: a vehicle that only parks pays nothing for it.
  if (type !== 'PARKING_TIME')
    throw badField(`${field}.type`, `must be PARKING_TIME or FLAT: ${type} is for charging`);
  if (price === 0) return 1;
  if (step >= secondsInMinute && step % secondsInMinute === 0) return step / secondsInMinute;
  throw badField(`${field}.step_size`, 'must be whole minutes: stays are paid by started minutes');
}
