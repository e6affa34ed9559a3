import { type TString, Type } from 'typebox';
import type { IdPrefix } from '../../src/access/ids.ts';
import { Uuid } from '../../src/kit/web/document/field-types.ts';

type MakeId = (description?: string) => TString;

/**
 * An id with a prefix has the same form in paths, queries, bodies and answers, so that what an
 * answer says can be sent back as it is.
 */
function idOf(prefix: IdPrefix | 'po' | 'mem', thing: string): MakeId {
  return (description = `Id of the ${thing}, ${prefix}_...`) =>
    Type.String({ pattern: `^${prefix}_${HEX}$`, description });
}

const HEX = '[0-9a-f]{32}';

/** An id, or the code that people read aloud for it, or its last four signs. */
function idOrCodeOf(prefix: IdPrefix, thing: string): MakeId {
  return (description = `Id of the ${thing}, ${prefix}_..., or its code, also the last 4 of it`) =>
    Type.String({ pattern: `^(?:${SPOKEN}|${prefix}_${HEX})$`, description });
}

/** In any case, with spaces and dashes. */
const SPOKEN = '[0-9A-Za-z -]{4,20}';

export const AgentId = idOf('agt', 'agent');
export const AppId = idOf('key', 'connected app');
export const DeliveryId = idOf('del', 'delivery');
export const DispatchId = idOf('dsp', 'dispatch');
export const ErasureId = idOf('era', 'erasure');
export const EventId = idOf('evt', 'event');
export const FindingId = idOf('fnd', 'finding');
export const HoldId = idOf('hold', 'hold');
export const HoldIdOrCode = idOrCodeOf('hold', 'hold');
export const InvitationId = idOf('ivt', 'invitation');
export const InvoiceId = idOf('inv', 'invoice');
export const KeyId = idOf('key', 'key');
export const MandateId = idOf('man', 'mandate');
export const MemberId = idOf('mem', 'member');
export const OperatorId = idOf('op', 'operator');
export const PayoutId = idOf('po', 'payout');
export const RateId = idOf('rate', 'rate');
export const RefundId = idOf('re', 'refund');
export const RuleId = idOf('rule', 'rule');
export const SessionId = idOf('ses', 'session');
export const SessionIdOrCode = idOrCodeOf('ses', 'session');
export const SignInId = idOf('sgn', 'sign-in');
export const WebhookId = idOf('wh', 'webhook');

/** Of a call, in its answer. */
export const RequestId = (description = 'Id of the call, req_...') =>
  Type.String({ pattern: `^req_${HEX}$`, description });

export const LotId = (description = 'Id of the lot, a UUID') => Uuid(description);
export const LocalEventId = (description = 'Id of the local event, a UUID') => Uuid(description);

/** Whether this is the pattern of ids with a prefix, or of such ids and of codes. */
export function isIdPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && /_\[0-9a-f\]\{32\}\)?\$$/.test(pattern);
}
