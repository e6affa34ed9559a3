import { testToronto } from './toronto.ts';

// The last two weeks completely, so that a market is as busy as in reality; test:soak imports
// everything.
testToronto('Toronto is imported, and its market rate equals brute force over all lots', {
  takes: (place, startedAt) => startedAt >= '2026-11-09' || place % 50 === 0,
  count: 7_515,
});
