import type { OccupancyBand, PriceRule } from './price-rules.ts';

/** What the rules depend on when a stay begins or its price is asked. */
export type RuleConditions = {
  /** The instant the stay begins. */
  startsAt: Date;
  /** Whole percent of the lot in use; null when the stay begins too late to know. */
  occupancyPct: number | null;
  /** Searches around the lot in percent of the usual number; null: as usual, or not known. */
  surgePct: number | null;
  /** Whether those who are shown the rules may learn `occupancyPct`. */
  isOccupancyShown: boolean;
};

/** A rule that changed a rate, as stored with the stay and shown to its driver. */
export type AppliedRule = {
  /** null: the lot's floor or ceiling, which is not a rule. */
  rule_id: string | null;
  kind: PriceRule['kind'] | 'floor' | 'ceiling';
  /** null: the floor or the ceiling. */
  multiplier_pct: number | null;
  reason: string;
};

type Multiplier = AppliedRule & { multiplier_pct: number };

/** The multipliers that apply under these conditions, without those that would change nothing. */
export function applyRules(rules: readonly PriceRule[], conditions: RuleConditions): Multiplier[] {
  return rules.flatMap((rule) => {
    const found = readRule(rule, conditions);
    if (found === undefined || found.multiplier_pct === 100) return [];
    return [{ rule_id: rule.id, kind: rule.kind, ...found }];
  });
}

/** The lowest multiplier, in percent, that a rule can have under any conditions. */
export function lowestMultiplier(rule: PriceRule): number {
  switch (rule.kind) {
    case 'event':
      return Math.min(100, rule.multiplier_pct);
    case 'occupancy':
      return Math.min(100, ...rule.bands.map(({ multiplier_pct }) => multiplier_pct));
    case 'surge':
      return 100;
  }
}

/** The stay's rules as its payer reads them: `x 1.25 (83 % occupied), the lot's ceiling`. */
export function describeRules(rules: readonly AppliedRule[]): string {
  return rules
    .map(({ multiplier_pct: percent, reason }) =>
      percent === null ? reason : `x ${percent / 100} (${reason})`,
    )
    .join(', ');
}

function readRule(
  rule: PriceRule,
  { startsAt, occupancyPct, surgePct, isOccupancyShown }: RuleConditions,
): { multiplier_pct: number; reason: string } | undefined {
  switch (rule.kind) {
    case 'event': {
      const isOn = new Date(rule.starts_at) <= startsAt && startsAt < new Date(rule.ends_at);
      return isOn ? { multiplier_pct: rule.multiplier_pct, reason: rule.name } : undefined;
    }
    case 'occupancy': {
      const band = occupancyPct === null ? undefined : bandOf(rule.bands, occupancyPct);
      const reason = isOccupancyShown ? `${occupancyPct} % occupied` : 'occupancy';
      return band && { multiplier_pct: band.multiplier_pct, reason };
    }
    case 'surge': {
      const multiplierPct = Math.min(surgePct ?? 100, rule.max_multiplier_pct);
      return { multiplier_pct: Math.max(100, multiplierPct), reason: 'many searches' };
    }
  }
}

function bandOf(bands: readonly OccupancyBand[], occupancyPct: number): OccupancyBand | undefined {
  return bands
    .filter((band) => band.from_pct <= occupancyPct)
    .reduce<OccupancyBand | undefined>(
      (highest, band) => (highest && highest.from_pct > band.from_pct ? highest : band),
      undefined,
    );
}
