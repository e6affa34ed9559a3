/** What one answer costs its caller, in US cents. */
export const PRICES_CENTS = {
  marketRate: 10,
  demandForecast: 25,
  agentDemand: 100,
} as const;
