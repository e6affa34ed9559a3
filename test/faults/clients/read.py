"""Calls every operation that only reads, with the client that openapi-generator makes.

python read.py FOLDER_OF_THE_CLIENT LOT_ID prints what went wrong, by operation.
"""

import datetime
import inspect
import json
import os
import sys

sys.path.insert(0, sys.argv[1])

import hexlot_client as hexlot  # noqa: E402

READS = ("get_", "list_", "search_", "next_")
VARIANTS = ("_with_http_info", "_without_preload_content")
# Answers that this client cannot read, whatever the document says of them.
OF_XML = ("get_lots_osm", "get_lots_osc")

lot_id = sys.argv[2]
client = hexlot.ApiClient(
    hexlot.Configuration(host=os.environ["BASE"], access_token=os.environ["KEY"])
)
sessions = hexlot.SessionsApi(client)
holds = hexlot.HoldsApi(client)
fleets = hexlot.FleetsApi(client)
webhooks = hexlot.WebhooksApi(client)
session = sessions.create_session(
    hexlot.CreateSessionRequest(lot_id=lot_id, plate="NE 4823")
).session
hold = holds.reserve("a-hold", hexlot.ReserveRequest(intent="now for an hour", lot_id=lot_id)).hold
vehicle = hexlot.FleetVehicleInput(plate="AV0001")
wanted = hexlot.DispatchFleetRequest(fleet_id="fleet-7", vehicles=[vehicle], lot_id=lot_id)
webhook = webhooks.create_webhook(
    hexlot.CreateWebhookRequest(url="https://hooks.example.com/events", events=["session.ended"])
).webhook

VALUES = {
    "lot_id": lot_id,
    "session_id": session.id,
    "hold_id": hold.id,
    "dispatch_id": fleets.dispatch_fleet(wanted).dispatch.id,
    "webhook_id": webhook.id,
    "delivery_id": webhooks.test_webhook(webhook.id).delivery.id,
    "event_id": webhooks.list_events().data[0].id,
    "payout_id": "po_nothing",
    "parking_site_id": hexlot.FeedsApi(client).list_parking_sites().items[0].id,
    "lat": 41.2,
    "lng": -99.6,
    "bbox": "-99.7,41.1,-99.5,41.3",
    "plate": "NE 4823",
    "city": "Nowhere",
    "month": datetime.date.today().strftime("%Y-%m"),
    "var_date": datetime.date.today() + datetime.timedelta(days=1),
    "since": "none",
}

# Ids of local events are UUIDs; nothing has this one.
OTHER_VALUES = {"get_local_event": {"event_id": lot_id}}

faults = {}
read = 0
apis = [one for name, one in vars(hexlot).items() if name.endswith("Api") and inspect.isclass(one)]
for api in apis:
    for name, method in inspect.getmembers(api(client), inspect.ismethod):
        if not name.startswith(READS) or name.endswith(VARIANTS) or name in OF_XML:
            continue
        parameters = inspect.signature(method).parameters.values()
        needed = [one.name for one in parameters if one.default is inspect.Parameter.empty]
        try:
            known = {**VALUES, **OTHER_VALUES.get(name, {})}
            method(**{one: known[one] for one in needed})
            read += 1
        except hexlot.ApiException as error:
            # There is nothing to be read, or it was refused: the envelope was read in its place.
            if not isinstance(error.data, hexlot.Error):
                faults[name] = f"{error.status} {error.data}"
        except Exception as error:  # noqa: BLE001
            faults[name] = str(error)

print(json.dumps({"faults": faults, "read": read}))
