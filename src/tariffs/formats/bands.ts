import type { Step, Tariff, TariffPart } from '../tariff.ts';

/** How a part charges from a minute of the stay on. */
export type Band = {
  fromMinute: number;
  /** Infinity: to its end. */
  untilMinute: number;
  priceMinor: number;
  perMinutes: number;
  /** So many minutes are paid when they have begun. */
  stepMinutes: number;
};

/** The prices of a part by steps; those of free minutes that nobody pays for are not there. */
export function bandsOf(tariff: Tariff, { steps = [] }: TariffPart): Band[] {
  const free = deductedMinutes(tariff);
  return steps.flatMap((step, i) => {
    const untilMinute = steps[i + 1]?.from_minutes ?? Infinity;
    return untilMinute <= free
      ? []
      : [bandOf(step, Math.max(step.from_minutes, free), untilMinute)];
  });
}

/** Minutes at the beginning that no stay pays for. */
export function deductedMinutes({ free_minutes: free = 0, free_is_deducted }: Tariff): number {
  return free_is_deducted ? free : 0;
}

function bandOf(step: Step, fromMinute: number, untilMinute: number): Band {
  const { price_minor: priceMinor, per_minutes: perMinutes } = step;
  const stepMinutes = step.billing_step_minutes ?? perMinutes;
  return { fromMinute, untilMinute, priceMinor, perMinutes, stepMinutes };
}

/** Whether a step that has begun can end after the next band has begun. */
export function reachesOver({ fromMinute, untilMinute, stepMinutes }: Band): boolean {
  return untilMinute !== Infinity && (untilMinute - fromMinute) % stepMinutes !== 0;
}

/** Whether nothing of the part is paid. */
export function isFree({ steps, flat_minor: flat }: TariffPart): boolean {
  return steps === undefined ? flat === 0 : steps.every(({ price_minor }) => price_minor === 0);
}

/** The only part of a tariff, if it always holds: when a stay begins does not matter. */
export function onlyPart({ parts }: Tariff): TariffPart | undefined {
  const [part, ...others] = parts;
  return others.length === 0 && part?.when === undefined ? part : undefined;
}

/** What each stay costs by the only part of a tariff; undefined: it has no flat price. */
export function flatCost({ maxima }: Tariff, part: TariffPart): number | undefined {
  if (isFree(part)) return 0;
  if (part.flat_minor === undefined) return undefined;
  // A posted maximum is not below a flat price, but a rule may have raised that.
  const most = [part.max_minor, ...(maxima ?? []).map(({ amount_minor }) => amount_minor)];
  return Math.min(part.flat_minor, ...most.map((minor) => minor ?? Infinity));
}
