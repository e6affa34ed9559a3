import { Type } from 'typebox';
import {
  AgentId,
  AppId,
  DeliveryId,
  DispatchId,
  ErasureId,
  EventId,
  HoldId,
  InvitationId,
  InvoiceId,
  KeyId,
  LocalEventId,
  LotId,
  MemberId,
  OperatorId,
  PayoutId,
  RequestId,
  SessionId,
  SignInId,
  WebhookId,
} from './ids.ts';

/** The parameters of paths that name something. */
export const LOT_PARAMS = Type.Object({ lot_id: LotId() });
export const SESSION_PARAMS = Type.Object({ session_id: SessionId() });
export const HOLD_PARAMS = Type.Object({ hold_id: HoldId() });
export const DISPATCH_PARAMS = Type.Object({ dispatch_id: DispatchId() });
export const PAYOUT_PARAMS = Type.Object({ payout_id: PayoutId() });
export const INVOICE_PARAMS = Type.Object({ invoice_id: InvoiceId() });
export const LOCAL_EVENT_PARAMS = Type.Object({ event_id: LocalEventId() });
export const ERASURE_PARAMS = Type.Object({ erasure_id: ErasureId() });
export const WEBHOOK_PARAMS = Type.Object({ webhook_id: WebhookId() });
export const DELIVERY_PARAMS = Type.Object({
  ...WEBHOOK_PARAMS.properties,
  delivery_id: DeliveryId(),
});
export const EVENT_PARAMS = Type.Object({ event_id: EventId() });
export const AGENT_PARAMS = Type.Object({ agent_id: AgentId() });
export const CALL_PARAMS = Type.Object({ request_id: RequestId() });
export const OPERATOR_PARAMS = Type.Object({ operator_id: OperatorId() });
export const KEY_PARAMS = Type.Object({ key_id: KeyId() });
export const MEMBER_PARAMS = Type.Object({ member_id: MemberId() });
export const INVITATION_PARAMS = Type.Object({ invitation_id: InvitationId() });
export const SIGN_IN_PARAMS = Type.Object({ sign_in_id: SignInId() });
export const APP_PARAMS = Type.Object({ app_id: AppId() });
