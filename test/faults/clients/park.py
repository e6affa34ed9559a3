"""Parks a car with the client that openapi-generator makes: python park.py FOLDER_OF_THE_CLIENT."""

import json
import os
import sys

sys.path.insert(0, sys.argv[1])

import hexlot_client as hexlot  # noqa: E402

configuration = hexlot.Configuration(host=os.environ["BASE"], access_token=os.environ["KEY"])
with hexlot.ApiClient(configuration) as client:
    lots = hexlot.LotsApi(client)
    sessions = hexlot.SessionsApi(client)

    found = lots.search_parking(lat=41.2, lng=-99.6).lots[0]
    lot = lots.get_lot(found.id).lot
    wanted = hexlot.CreateSessionRequest(lot_id=lot.id, plate="NE 4821", duration_hours=1)
    started = sessions.create_session(wanted, idempotency_key="a-car").session
    again = sessions.create_session(wanted, idempotency_key="a-car").session
    seen = sessions.get_session(started.id).session
    more = hexlot.ExtendSessionRequest(session_id=seen.id, extend_minutes=30)
    extended = sessions.extend_session(extend_session_request=more).session
    listed = sessions.list_sessions(lot_id=lot.id).data
    last = hexlot.EndSessionRequest(session_id=seen.id)
    ended = sessions.end_session(end_session_request=last).session
    receipt = sessions.get_receipt(ended.id).receipt
    try:
        sessions.get_session("ses_nothing")
        refused = None
    except hexlot.ApiException as error:
        refused = error.status

print(
    json.dumps(
        {
            "lot_id": str(lot.id),
            "is_same": started.id == again.id == seen.id == extended.id == receipt.session_id,
            "listed": [one.id for one in listed] == [started.id],
            "extended_count": extended.extended_count,
            "status": ended.status,
            "types": [type(one).__name__ for one in (found, lot, started, ended.pricing)],
            "refused": refused,
        }
    )
)
