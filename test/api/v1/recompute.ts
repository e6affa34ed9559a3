import { expect } from 'vitest';

/** The parts of an answer from which amounts are computed. */
type Pricing = {
  decimals: number;
  lines: {
    from: string;
    to: string;
    minutes: number;
    billed_minutes: number;
    billing_step_minutes: number;
    quantity: number;
    unit_minutes: number | null;
    unit_price: number;
    capped_by?: { per: string; amount: number };
    rate: number;
    rate_unit: 'hour' | 'day' | 'stay';
    max_daily_rate: number | null;
    spaces: number;
    amount: number;
  }[];
};

export type Answered = Pricing & {
  amount: number;
  quote: Pricing & { amount: number };
  pricing: Pricing;
  estimated_amount: number;
  subtotal: number;
  duration_minutes: number;
  refunded: number;
  total: number;
  refunds: { amount: number; status: string }[];
};

/**
 * Computes amounts by the rule that the OpenAPI document states, in whole minor units. Fails when a
 * line differs from the rule, or does not begin where the line before it ends.
 */
export function recompute({ decimals, lines }: Pricing) {
  const scale = 10 ** decimals;
  const minor = (amount: number) => {
    const whole = BigInt(Math.round(amount * scale));
    if (Number(whole) / scale !== amount) expect.fail(`${amount} is finer than ${decimals}`);
    return whole;
  };
  const units = (amount: bigint) => Number(amount) / scale;
  let sum = 0n;
  let minutes = 0;
  let from: string | undefined;
  for (const line of lines) {
    const rate = minor(line.rate);
    const { billing_step_minutes: step, billed_minutes: billed } = line;
    const isRoundedUp = billed % step === 0 && billed - step < line.minutes;
    if (billed < line.minutes || !isRoundedUp) expect.fail(`${billed} of ${line.minutes} minutes`);
    // Rounds half up: (2 x rate x minutes + 60) / 120, truncated.
    let each = line.rate_unit === 'hour' ? (2n * rate * BigInt(billed) + 60n) / 120n : rate;
    const cap = line.max_daily_rate === null ? undefined : minor(line.max_daily_rate);
    if (cap !== undefined && each > cap) each = cap;
    if (each !== eachByUnits(line, minor)) expect.fail(`${JSON.stringify(line)}: ${each}`);
    const amount = each * BigInt(line.spaces);
    if (amount !== minor(line.amount)) expect.fail(`${JSON.stringify(line)}: ${amount}`);
    if (from !== undefined && from !== line.from) expect.fail(`a gap before ${line.from}`);
    const isRolling = line.rate_unit === 'day' || cap !== undefined;
    if (isRolling && line.minutes > 1_440) expect.fail(`${line.minutes} minutes in one day`);
    from = line.to;
    sum += amount;
    minutes += line.minutes;
  }
  return { amount: units(sum), minutes, minor, units };
}

/** What a space costs on a line of a plain rate, by its units and the maximum that cut them. */
function eachByUnits(line: Pricing['lines'][number], minor: (amount: number) => bigint): bigint {
  const { unit_minutes: unit, quantity, capped_by: cap } = line;
  const price = minor(line.unit_price);
  const [times, per] =
    unit === null ? [BigInt(quantity), 1n] : [BigInt(line.billed_minutes), BigInt(unit)];
  const each = (2n * price * times + per) / (2n * per);
  return cap === undefined ? each : minor(cap.amount);
}
