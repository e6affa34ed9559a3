import { type Static, Type } from 'typebox';
import { STAY_UNITS_MAX } from '../../../kit/money.ts';
import { named } from '../../../kit/web/document/named.ts';

/** What nobody understands may change the price. */
const CLOSED = { additionalProperties: false };
const LINES_MAX = 50;
/** The highest number that orders lines. */
const SEQUENCE_MAX = 1_000_000;

const Amount = (description: string) =>
  Type.Number({ minimum: 0, maximum: STAY_UNITS_MAX, description });

const Duration = (description: string) => Type.String({ description: `${description}; ISO 8601` });

const NotRead = Type.Unknown({ description: 'Not read' });

const LineTax = named(
  'ApdsRateLineTaxInput',
  {
    taxIncluded: Type.Literal(true, { description: 'Another tax is refused' }),
    taxRate: Type.Optional(NotRead),
    taxValue: Type.Optional(NotRead),
    labelForDisplay: Type.Optional(NotRead),
  },
  { ...CLOSED, description: 'Tax that is in the value already' },
);

const Line = named(
  'ApdsRateLineInput',
  {
    rateLineType: Type.Enum(['incrementingRate', 'flatRateTier', 'flatRate'], {
      description: 'flatRate and flatRateTier only as the only line',
    }),
    sequence: Type.Integer({
      minimum: 0,
      maximum: SEQUENCE_MAX,
      description: 'The lines are in the order of these ids',
    }),
    value: Amount('Currency units for each started incrementPeriod, or for the stay'),
    incrementPeriod: Type.Optional(Duration('Time that is paid when it has begun, whole minutes')),
    durationStart: Type.Optional(Duration('From so much time since the stay began, whole minutes')),
    durationEnd: Type.Optional(Duration('Until so much time, where the next line begins')),
    usageCondition: Type.Optional(
      Type.Literal('unlimited', { description: 'Other conditions are refused' }),
    ),
    rateLineTax: Type.Optional(LineTax),
    description: Type.Optional(NotRead),
  },
  CLOSED,
);

const Collection = named(
  'ApdsRateLineCollectionInput',
  {
    applicableCurrency: Type.String({ description: "ISO 4217, that of the lot's currency" }),
    collectionSequence: Type.Optional(NotRead),
    minTime: Type.Optional(Duration('PT0S; others are refused')),
    maxTime: Type.Optional(Duration('At least resetTime: no stay is limited')),
    minValueCollection: Type.Optional(Amount('Least that a stay costs, currency units')),
    maxValueCollection: Type.Optional(Amount('Most until resetTime, currency units')),
    relativeTimes: Type.Optional(Type.Boolean({ description: 'Not read' })),
    resetTime: Type.String({
      description:
        'Since the stay began: P1D, P7D, P1M, or P10Y and more: never. Or 00:00, each local day',
    }),
    taxIncluded: Type.Boolean({ description: 'false: taxRate comes to each amount' }),
    taxRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Percent' })),
    validStart: Type.Optional(
      Type.String({ description: 'RFC 3339; not after the instant from which it is posted' }),
    ),
    rateLines: Type.Array(Line, {
      ...{ minItems: 1, maxItems: LINES_MAX },
      description: 'From the first minute of a stay on, without a gap',
    }),
  },
  CLOSED,
);

/** A RateTable of APDS 4 in a request. */
export const ApdsRateTableInput = named(
  'ApdsRateTableInput',
  {
    id: Type.Optional(NotRead),
    version: Type.Optional(NotRead),
    rateTableName: Type.Optional(NotRead),
    rateTableID: Type.Optional(NotRead),
    rateType: Type.Optional(
      Type.Enum(['hourly', 'daily'], { description: 'Rates of contracts and events are refused' }),
    ),
    validityStart: Type.Optional(
      Type.String({ description: 'RFC 3339; not after the instant from which it is posted' }),
    ),
    validation: Type.Optional(NotRead),
    activeTimes: Type.Optional(
      Type.Array(Duration('At least P1D: other times are refused'), { description: 'All days' }),
    ),
    availability: Type.Optional(NotRead),
    rateResponsibleParty: Type.Optional(NotRead),
    additionalInformation: Type.Optional(NotRead),
    rateLineCollections: Type.Array(Collection, {
      minItems: 1,
      maxItems: 1,
      description: 'One: the standard does not say how several add up',
    }),
  },
  { ...CLOSED, description: 'A RateTable of APDS 4, in currency units' },
);

export type ApdsRateTable = Static<typeof ApdsRateTableInput>;
export type ApdsCollection = ApdsRateTable['rateLineCollections'][number];
export type ApdsLine = ApdsCollection['rateLines'][number];
