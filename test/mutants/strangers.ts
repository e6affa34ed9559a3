import type { Mutant } from './mutant.ts';

const CODES_TEST = 'test/api/av-fleet/gate-codes.test.ts';
const TEXTS_TEST = 'test/api/v1/sessions/whose-texts.test.ts';

/** Ways to show strangers what is another operator's. */
export const STRANGERS: readonly Mutant[] = [
  {
    name: 'code-before-the-stay',
    file: 'src/parking/fleets/dispatch.ts',
    find: "hold.status === 'activated' && !hasLeft",
    replace: '!hasLeft',
    tests: [CODES_TEST],
    why: 'a dispatch that costs nothing opens the gate of another operator',
  },
  {
    name: 'code-for-ever',
    file: 'src/parking/sessions/session-row.ts',
    find: '!hasLeft(row.endedAt, row.now)',
    replace: '!hasLeft(null, row.now)',
    tests: [CODES_TEST],
    why: 'a stay of long ago shows each new code of its lot',
  },
  {
    name: 'texts-told-to-the-lot',
    file: 'api/v1/sessions/session-shape.ts',
    find: 'session.creatorOperatorId === operatorId',
    replace: "session.creatorOperatorId === operatorId || operatorId !== ''",
    tests: [TEXTS_TEST],
    why: 'the operator of a lot reads the metadata, VIN and payment of stays of others',
  },
  {
    name: 'vin-told-to-the-lot',
    file: 'src/parking/holds/hold-row.ts',
    find: 'vin: isCreator ? row.vin : null',
    replace: 'vin: row.vin',
    tests: [TEXTS_TEST],
    why: 'the operator of a lot learns a VIN by activating a hold of another operator',
  },
];
