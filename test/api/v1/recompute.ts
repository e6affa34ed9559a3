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

export type AnsweredReceipt = Omit<Answered, 'lines'> & {
  lines: {
    kind: string;
    amount: number;
    share: { of: number; part: number; whole: number; less: number } | null;
  }[];
};

/** The amount of a line of a receipt by the share that it shows; undefined: it shows none. */
export function amountByShare(
  { share }: AnsweredReceipt['lines'][number],
  minor: (amount: number) => bigint,
): bigint | undefined {
  if (share === null) return undefined;
  // Percents have up to two digits, amounts up to three.
  const [part, whole] = [share.part, share.whole].map((one) => BigInt(Math.round(one * 1e3)));
  if (part === undefined || whole === undefined) throw new Error('no share');
  return (2n * minor(share.of) * part + whole) / (2n * whole) - minor(share.less);
}

/**
 * Computes amounts by the rule that the OpenAPI document states, in whole minor units. Fails when a
 * line differs from the rule, or does not begin where the line before it ends. Days of the calendar
 * are those of the lot's time zone.
 */
export function recompute({ decimals, lines }: Pricing, timezone = 'UTC') {
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
    const isCharged = line.unit_minutes !== null || line.quantity > 0 || billed > 0;
    if (isCharged && (billed < line.minutes || !isRoundedUp))
      expect.fail(`${billed} of ${line.minutes} minutes`);
    // Rounds half up: (2 x rate x minutes + 60) / 120, truncated.
    let each = line.rate_unit === 'hour' ? (2n * rate * BigInt(billed) + 60n) / 120n : rate;
    const cap = line.max_daily_rate === null ? undefined : minor(line.max_daily_rate);
    if (cap !== undefined && each > cap) each = cap;
    checkUnits(line, each, { before: lines.slice(0, lines.indexOf(line)), minor, timezone });
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

type Line = Pricing['lines'][number];
type Before = { before: Line[]; minor: (amount: number) => bigint; timezone: string };

const DAY_MS = 86_400_000;

/** What a space costs on a line, by its units and what the maximum that cut them leaves. */
function checkUnits(line: Line, each: bigint, { before, minor, timezone }: Before): void {
  const { unit_minutes: unit, quantity, capped_by: cap } = line;
  const price = minor(line.unit_price);
  const [times, per] =
    unit === null ? [BigInt(quantity), 1n] : [BigInt(line.billed_minutes), BigInt(unit)];
  const uncut = (2n * price * times + per) / (2n * per);
  if (cap === undefined) {
    if (each !== uncut) expect.fail(`${JSON.stringify(line)}: ${each}, not ${uncut}`);
    return;
  }
  if (each >= uncut) expect.fail(`${JSON.stringify(line)}: ${each} of ${uncut} is not cut`);
  const period = periodOf(cap.per, new Date((before[0] ?? line).from), timezone);
  if (period === undefined) {
    if (each > minor(cap.amount)) expect.fail(`${JSON.stringify(line)}: above the maximum`);
    return;
  }
  const shared = before.filter(({ from }) => period(from) === period(line.from));
  const paid = shared.reduce((sum, { amount, spaces }) => sum + minor(amount) / BigInt(spaces), 0n);
  if (paid + each !== minor(cap.amount)) expect.fail(`${JSON.stringify(line)}: after ${paid}`);
}

/** Which period of a maximum an instant is in; undefined: its limits are not in the answer. */
function periodOf(
  per: string,
  began: Date,
  timezone: string,
): ((from: string) => number | string) | undefined {
  const since = (from: string, ms: number) => Math.floor((+new Date(from) - +began) / ms);
  if (per === 'stay') return () => 0;
  if (per === '24h') return (from) => since(from, DAY_MS);
  if (per === 'week') return (from) => since(from, 7 * DAY_MS);
  if (per === 'calendar_day') return (from) => dateIn(timezone).format(new Date(from));
  return undefined;
}

/** One is kept for each zone: making it takes longer than all else here. */
const dates = new Map<string, Intl.DateTimeFormat>();

function dateIn(timeZone: string): Intl.DateTimeFormat {
  const found = dates.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone });
  dates.set(timeZone, found);
  return found;
}
