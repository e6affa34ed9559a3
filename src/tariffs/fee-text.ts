import { shownFigure } from '../access/plans/plan-limits.ts';
import { FEE_TIERS, type FeeTier, type Plan, toPercent } from '../access/plans/platform-fee.ts';

/** How a plan's fee is written for people: `5 %, 3.3 % above 50,000 of its currency a month`. */
export function feeText(plan: Plan): string {
  const tierText = ({ aboveUnits, basisPoints }: FeeTier) => {
    const percent = `${toPercent(basisPoints)} %`;
    return aboveUnits === 0
      ? percent
      : `${percent} above ${shownFigure(aboveUnits)} of its currency a month`;
  };
  return FEE_TIERS[plan].map(tierText).join(', ');
}

/** The fees of all plans: `10 % (free, starter, pro); 5 %, … (enterprise)`. */
export function feesText(): string {
  const plans = Object.keys(FEE_TIERS) as Plan[];
  const byText = [...Map.groupBy(plans, feeText)];
  return byText.map(([text, alike]) => `${text} (${alike.join(', ')})`).join('; ');
}
