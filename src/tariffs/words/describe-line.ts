import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { PriceLine } from '../price/price-stay.ts';
import type { Tariff } from '../tariff.ts';

const MAXIMA: Readonly<Record<NonNullable<PriceLine['cappedBy']>['per'], string>> = {
  part: 'maximum of the part',
  stay: 'maximum of a stay',
  calendar_day: 'calendar day maximum',
  '24h': 'day maximum',
  week: 'week maximum',
  month: 'month maximum',
};

/** What a line charges, as its payer reads it: `evening: hourly rate by started 15 minutes`. */
export function describeLine(line: PriceLine, { parts }: Tariff): string {
  const words = line.cappedBy === null ? wordsOf(line) : MAXIMA[line.cappedBy.per];
  return line.part === null || parts.length === 1 ? words : `${line.part}: ${words}`;
}

function wordsOf({ kind, quantity, unitMinutes, billingStepMinutes: step }: PriceLine): string {
  switch (kind) {
    case 'free':
      return 'free minutes';
    case 'not_for_sale':
      return 'not for sale';
    case 'flat':
      return quantity === 0 ? 'flat price, paid before' : 'flat price';
    case 'steps': {
      if (unitMinutes === minutesInDay && step === unitMinutes) return 'started day';
      const unit =
        unitMinutes === minutesInHour ? 'hourly rate' : `price of ${unitMinutes} minutes`;
      return step === 1 ? unit : `${unit} by started ${step} minutes`;
    }
  }
}
