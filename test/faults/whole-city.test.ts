import { isFull } from '../stage/size.ts';
import { testToronto } from '../toronto.ts';

testToronto('Toronto is imported whole, and its market rate equals brute force over all lots', {
  count: 185_376,
  skipped: isFull ? undefined : 'with HEXLOT_TEST_SIZE=full; a part of it is in npm test',
});
