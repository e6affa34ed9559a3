import { searchParkingOperation } from '../v1/lots/search.ts';
import { getMeOperation } from '../v1/me/get.ts';
import { reserveOperation } from '../v1/reserve/create.ts';
import { createSessionOperation } from '../v1/sessions/create.ts';
import { endSessionOperation } from '../v1/sessions/end.ts';
import { getSessionOperation } from '../v1/sessions/get.ts';
import { getMarketRateOperation } from '../v2/intelligence/market-rate.ts';
import { defineTool, type Tool, type ToolHints } from './tool.ts';

const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Takes a space, and money from a card. */
const PARKS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};
/** Cannot be undone; to do it twice is to do it once. */
const ENDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};
/** Not called a read, so that a host asks before it spends money. */
const BUYS: ToolHints = { ...READS, readOnlyHint: false };

/** Every tool, in the order in which `tools/list` shows them. */
export const tools: readonly Tool[] = [
  defineTool({
    operation: searchParkingOperation,
    name: 'search_parking',
    title: 'Search parking',
    description:
      'Finds parking lots around a point or a place (near), with free spaces and prices now, or ' +
      'in a window from starts_at to ends_at. Say to the person which place was understood. ' +
      'Nothing is booked, and no key is needed.',
    hints: READS,
  }),
  defineTool({
    operation: createSessionOperation,
    name: 'create_parking_session',
    title: 'Start a parking session',
    description:
      'Starts a paid stay of a vehicle, by its licence plate, on a lot of search_parking. The ' +
      'space is taken at once and the rate is fixed; the amount is charged at the end. Ask the ' +
      'person before you call it. The card is authorised by the person, by payment_intent_id.',
    hints: PARKS,
  }),
  defineTool({
    operation: getSessionOperation,
    name: 'check_session_status',
    title: 'Check a parking session',
    description:
      'Looks up one stay by its session_id, or by the code that its driver reads aloud: status, ' +
      'amount so far agreed, when it ends, and how to get in and out.',
    hints: READS,
  }),
  defineTool({
    operation: endSessionOperation,
    name: 'end_parking_session',
    title: 'End a parking session',
    description:
      'Ends a stay and charges what it cost. It cannot be taken back: ask the person before you ' +
      'call it. Name the stay by session_id, session_code, or both.',
    hints: ENDS,
  }),
  defineTool({
    operation: reserveOperation,
    name: 'reserve_parking',
    title: 'Hold a parking space',
    description:
      'Holds a space for a few minutes, or until a later start, from a sentence in English such ' +
      'as "covered, Cedar Street Garage, tomorrow 9 to 17". Nothing is charged. Words that are ' +
      'not understood are refused rather than guessed. A name of several lots is refused with ' +
      'candidates: call again with lot_id.',
    hints: PARKS,
    isAddition: true,
  }),
  defineTool({
    operation: getMarketRateOperation,
    name: 'get_market_rate',
    title: 'What parking costs around a point',
    description:
      'The market rate around a point or a place (near), from prices that were really paid. ' +
      'Costs the owner of the key money: dry_run=true says how much, max_cost_cents refuses to ' +
      'pay more.',
    hints: BUYS,
    isAddition: true,
  }),
  defineTool({
    operation: getMeOperation,
    name: 'get_my_limits',
    title: 'What this key may do',
    description:
      'Who the key is, its scopes, the calls it has left, and its mandate: what it may still ' +
      'spend on parking today and this month, where and when. Read it before you promise a stay.',
    hints: READS,
    isAddition: true,
  }),
];
