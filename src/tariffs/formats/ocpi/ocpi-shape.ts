import { secondsInDay } from 'date-fns/constants';
import { type Static, Type } from 'typebox';
import { RATE_UNITS_MAX } from '../../../kit/money.ts';
import { named } from '../../../kit/web/document/named.ts';

/** From Monday on. */
export const OCPI_DAYS = [
  ...(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const),
  'SUNDAY' as const,
];

/** What nobody understands may change the price. */
const CLOSED = { additionalProperties: false };
const ELEMENTS_MAX = 200;
/** The longest time since a stay began that a price is for: some two months. */
const SECONDS_MAX = 62 * secondsInDay;

const Amount = (description: string) =>
  Type.Number({ minimum: 0, maximum: RATE_UNITS_MAX, description });

const NotRead = Type.Unknown({ description: 'Not read' });

const Time = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description });

const LocalDate = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

const Seconds = (description: string) =>
  Type.Integer({ minimum: 0, maximum: SECONDS_MAX, description });

const PriceLimit = named(
  'OcpiPriceInput',
  {
    excl_vat: Amount('Currency units without VAT'),
    incl_vat: Type.Optional(Amount('Currency units with VAT; both limits hold')),
  },
  { ...CLOSED, description: 'What a stay costs at least or at most' },
);

const PriceComponent = named(
  'OcpiPriceComponentInput',
  {
    type: Type.Enum(['PARKING_TIME', 'FLAT', 'TIME', 'ENERGY'], {
      description: 'PARKING_TIME or FLAT; a price of charging (TIME, ENERGY) is refused',
    }),
    price: Amount('Currency units without VAT, for an hour or, where FLAT, for the stay'),
    vat: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Percent that come to the price' }),
    ),
    step_size: Seconds('Seconds that are paid when they have begun: whole minutes'),
  },
  CLOSED,
);

const Restrictions = named(
  'OcpiRestrictionsInput',
  {
    start_time: Type.Optional(Time('Local time: 08:00')),
    end_time: Type.Optional(Time('Local time, not included; 00:00 is the end of the day')),
    start_date: Type.Optional(LocalDate('Local date: 2026-06-01')),
    end_date: Type.Optional(LocalDate('Local date, not included')),
    min_duration: Type.Optional(Seconds('Seconds since the stay began: whole minutes')),
    max_duration: Type.Optional(
      Seconds('Seconds since the stay began, not included: whole minutes'),
    ),
    day_of_week: Type.Optional(
      Type.Array(Type.Enum(OCPI_DAYS), { uniqueItems: true, description: 'Empty: each' }),
    ),
  },
  { ...CLOSED, description: 'When an element holds: all that is named must fit' },
);

const Element = named(
  'OcpiTariffElementInput',
  {
    price_components: Type.Array(PriceComponent, {
      ...{ minItems: 1, maxItems: 4 },
      description: 'One for the time, and one that is paid once for each stay',
    }),
    restrictions: Type.Optional(Restrictions),
  },
  CLOSED,
);

/** A Tariff of OCPI 2.2.1 in a request. */
export const OcpiTariffInput = named(
  'OcpiTariffInput',
  {
    country_code: Type.Optional(NotRead),
    party_id: Type.Optional(NotRead),
    id: Type.Optional(NotRead),
    currency: Type.String({ description: "ISO 4217, that of the lot's currency" }),
    type: Type.Optional(
      Type.Enum(['AD_HOC_PAYMENT', 'REGULAR'], { description: 'Tariffs of profiles are refused' }),
    ),
    tariff_alt_text: Type.Optional(Type.Unknown({ description: 'Not read: it has no prices' })),
    tariff_alt_url: Type.Optional(NotRead),
    min_price: Type.Optional(PriceLimit),
    max_price: Type.Optional(PriceLimit),
    elements: Type.Array(Element, {
      minItems: 1,
      maxItems: ELEMENTS_MAX,
      description: 'The first that holds and has a price for parking is paid',
    }),
    start_date_time: Type.Optional(
      Type.String({ description: 'UTC; not after the instant from which it is posted' }),
    ),
    end_date_time: Type.Optional(
      Type.Unknown({ description: 'Refused: a posted tariff has no end' }),
    ),
    energy_mix: Type.Optional(NotRead),
    last_updated: Type.Optional(NotRead),
  },
  { ...CLOSED, description: 'A Tariff of OCPI 2.2.1 for parking, in currency units' },
);

export type OcpiTariff = Static<typeof OcpiTariffInput>;
export type OcpiElement = OcpiTariff['elements'][number];
export type OcpiComponent = OcpiElement['price_components'][number];
export type OcpiRestrictions = NonNullable<OcpiElement['restrictions']>;
export type OcpiPriceLimit = NonNullable<OcpiTariff['max_price']>;
