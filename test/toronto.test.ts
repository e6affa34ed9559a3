import { testToronto } from './toronto.ts';

// The last fortnight whole, so that a market is as busy as it was; all of it is in test:soak.
testToronto('Toronto is imported, and its market rate equals brute force over all lots', {
  takes: (place, startedAt) => startedAt >= '2026-11-09' || place % 50 === 0,
  count: 7_515,
});
