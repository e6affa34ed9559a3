/** The price of one answer, in US cents. */
export const PRICES_CENTS = {
  marketRate: 10,
  demandForecast: 25,
  agentDemand: 100,
  hexes: 50,
  hexesReread: 10,
  history: 50,
} as const;
