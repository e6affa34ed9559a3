import { OCPI_DAYS, type OcpiTariff } from '../../../../../src/tariffs/formats/ocpi/ocpi-shape.ts';
import type { Random } from '../../../../stage/random.ts';

type Element = OcpiTariff['elements'][number];

const DATES = ['2026-06-08', '2026-06-11', '2026-06-14', '2026-06-20'];

/** Tariffs for parking as a stranger could write them, also such that no lot can post. */
export function randomOcpi(random: Random): OcpiTariff {
  const maybe = <T>(share: number, make: () => T) => (random.next() < share ? make() : undefined);
  const time = () => random.pick(['00:00', '06:00', '08:00', '12:00', '18:00', '20:00', '22:30']);
  const vat = maybe(0.3, () => random.pick([0, 7.7, 19, 20, 25]));
  const isByClock = random.next() < 0.5;
  const step = () =>
    isByClock ? random.pick([60, 60, 60, 60, 300]) : random.pick([60, 900, 1_800]);
  const duration = () => random.pick([1_200, 1_800, 3_600, 7_200, 10_800]);
  const withVat = vat === undefined ? {} : { vat };

  function restrictions(): NonNullable<Element['restrictions']> {
    const days = maybe(0.4, () => OCPI_DAYS.filter(() => random.next() < 0.5));
    const clock = isByClock && {
      ...(random.next() < 0.6 && { start_time: time() }),
      ...(random.next() < 0.6 && { end_time: time() }),
      ...(days !== undefined && { day_of_week: days }),
      ...(random.next() < 0.1 && { start_date: random.pick(DATES) }),
      ...(random.next() < 0.1 && { end_date: random.pick(DATES) }),
    };
    return {
      ...clock,
      ...(random.next() < 0.2 && { min_duration: duration() }),
      ...(random.next() < 0.3 && { max_duration: duration() }),
    };
  }

  const elements = Array.from(
    { length: random.integer(0, 3) },
    (): Element => ({
      price_components: [
        {
          type: 'PARKING_TIME',
          price: random.pick([0, 1, 1.5, 2, 3.2]),
          ...withVat,
          step_size: step(),
        },
      ],
      restrictions: restrictions(),
    }),
  );
  if (elements.length === 0 || random.next() < 0.6)
    elements.push({
      price_components: [
        {
          type: 'PARKING_TIME',
          price: random.pick([0, 1.2, 2, 2.5]),
          ...withVat,
          step_size: step(),
        },
      ],
    });
  if (random.next() < 0.15)
    elements.push({
      price_components: [
        { type: 'FLAT', price: random.pick([0, 0.5, 2]), ...withVat, step_size: 1 },
      ],
    });
  const limit = (value: number) => ({ excl_vat: value });
  return {
    currency: 'EUR',
    elements,
    ...(random.next() < 0.15 && { min_price: limit(random.pick([0.5, 1, 2])) }),
    ...(random.next() < 0.3 && { max_price: limit(random.pick([5, 20, 40])) }),
  };
}
