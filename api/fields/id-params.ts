import { Type } from 'typebox';

/** The id of a lot in a body or a query. */
export const LotId = (description = 'Id of the lot, a UUID') =>
  Type.String({ format: 'uuid', description });

const idIn = (description: string) => Type.String({ description });

/** The parameters of paths that name something. */
export const LOT_PARAMS = Type.Object({ lot_id: idIn('Id of the lot, a UUID') });
export const SESSION_PARAMS = Type.Object({ session_id: idIn('Id of the session, ses_...') });
export const HOLD_PARAMS = Type.Object({ hold_id: idIn('Id of the hold, hold_...') });
export const DISPATCH_PARAMS = Type.Object({ dispatch_id: idIn('Id of the dispatch, dsp_...') });
export const PAYOUT_PARAMS = Type.Object({ payout_id: idIn('Id of the payout, po_...') });
export const LOCAL_EVENT_PARAMS = Type.Object({ event_id: idIn('Id of the local event, a UUID') });
export const WEBHOOK_PARAMS = Type.Object({ webhook_id: idIn('Id of the webhook, wh_...') });
export const DELIVERY_PARAMS = Type.Object({
  ...WEBHOOK_PARAMS.properties,
  delivery_id: idIn('Id of the delivery, del_...'),
});
export const EVENT_PARAMS = Type.Object({ event_id: idIn('Id of the event, evt_...') });
