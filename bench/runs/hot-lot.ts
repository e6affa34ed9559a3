import type { Comparison, Run } from '../report.ts';
import { burst, type HttpCall, type HttpClient, type Load, openClient } from '../stage/load.ts';
import { addLots, nextPlate } from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';
import { reserveCall } from './reserve.ts';

const SPACES = 10;
/** The status of calls that waited in vain for their turn and did nothing. */
const BUSY = 503;
/**
 * Our own aim. All callers wait for one row where others wait only for the log, and most look twice
 * before they are refused. More than four times as long would mean a queue that grows with
 * them.
 */
const AIM = '<= 4';

type Rush = { title: string; refusedStatus: number; callFor: (lotId: string) => HttpCall };

const RUSHES: readonly Rush[] = [
  { title: 'sessions', refusedStatus: 409, callFor: parkCall },
  {
    title: 'holds',
    refusedStatus: 404,
    callFor: (lotId) => reserveCall({ intent: '2 hours', lot_id: lotId }),
  },
];

/** Many callers at once for one lot of 10 spaces, against as many callers for one lot each. */
export async function compareHotLot(
  stack: Stack,
  { pairs: pairCount, rushCallers: callers, say }: Run,
): Promise<Comparison[]> {
  const client = openClient(stack, callers);
  const comparisons: Comparison[] = [];
  try {
    for (const rush of RUSHES) {
      // Opens connections and prepares statements before anything is measured.
      await rushTo(await coolLots(stack, callers), rush, client);
      const pairs = [];
      for (let pair = 0; pair < pairCount; pair += 1) {
        say(`hot lot, ${rush.title}, pair ${pair + 1} of ${pairCount}`);
        const bare = await rushTo(await coolLots(stack, callers), rush, client);
        pairs.push({ ours: await rushTo(await hotLot(stack, callers), rush, client), bare });
      }
      comparisons.push({
        title: `p99 of ${callers} at once for ${SPACES} spaces of one lot, ${rush.title}`,
        against: `the same on ${callers} lots`,
        figure: 'p99Ms',
        aim: AIM,
        pairs,
      });
    }
  } finally {
    await client.close();
  }
  return comparisons;
}

async function coolLots(stack: Stack, count: number): Promise<string[]> {
  const lots = await addLots(stack, { count, totalSpaces: SPACES });
  return lots.map((lot) => lot.lot_id);
}

async function hotLot(stack: Stack, callers: number): Promise<string[]> {
  const [lot] = await addLots(stack, { count: 1, totalSpaces: SPACES });
  return Array.from({ length: callers }, () => lot?.lot_id ?? '');
}

/**
 * Makes all calls at once, and those again for which the service had no time. Throws when the lot
 * grants more or fewer spaces than it has.
 */
async function rushTo(lotIds: readonly string[], rush: Rush, client: HttpClient): Promise<Load> {
  let granted = 0;
  const load = await burst(
    lotIds.map((lotId) => async () => {
      const call = rush.callFor(lotId);
      let { status, text } = await client.call(call);
      while (status === BUSY) ({ status, text } = await client.call(call));
      if (status === 201) granted += 1;
      else if (status !== rush.refusedStatus)
        throw new Error(`${rush.title}: answered ${status}: ${text}`);
    }),
  );
  const expected = new Set(lotIds).size === 1 ? SPACES : lotIds.length;
  if (granted !== expected)
    throw new Error(`${rush.title}: ${granted} spaces were granted, not ${expected}`);
  return load;
}

function parkCall(lotId: string): HttpCall {
  const body = JSON.stringify({ lot_id: lotId, plate: nextPlate() });
  return { method: 'POST', path: '/api/v1/sessions', body };
}
