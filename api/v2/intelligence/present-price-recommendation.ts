import type { Static } from 'typebox';
import type { PriceRecommendation } from '../../../src/demand/outlook/recommend-price.ts';
import type { PriceRecommendationData } from './price-recommendation-shape.ts';

export function presentPriceRecommendation(
  price: PriceRecommendation,
): Static<typeof PriceRecommendationData> {
  return {
    current_rate_cents: price.currentRateMinor,
    recommended_rate_cents: price.rateMinor,
    multiplier: price.multiplier,
    revenue_at_current_rate_cents: price.currentRevenueMinor,
    revenue_at_recommended_rate_cents: price.revenueMinor,
    price_elasticity: price.elasticity,
    decided_by: price.decidedBy,
    rationale: price.rationale,
  };
}
