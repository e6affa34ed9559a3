import { testToronto } from '../toronto.ts';

testToronto('Toronto is imported whole, and its market rate equals brute force over all lots', {
  count: 185_376,
  skipped:
    process.env.HEXLOT_TEST_SIZE === 'full'
      ? undefined
      : 'with HEXLOT_TEST_SIZE=full; a part of it is in npm test',
});
