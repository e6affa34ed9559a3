"""Parks, stays longer, leaves, reserves in words and asks what parking costs.

Needs Python 3.9 or newer and nothing else:

    BASE=http://localhost:8080 KEY=pk_test_... python3 park.py

BASE and KEY are printed by `npm start`. PLATE and NEAR ("lat,lng") may be set as well.
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

BASE = os.environ.get("BASE", "http://localhost:8080")
KEY = os.environ.get("KEY")
PLATE = os.environ.get("PLATE", "NE 4821")
NEAR = os.environ.get("NEAR", "41.2,-99.6")
ATTEMPTS_MAX = 5
TIMEOUT_SECONDS = 30


class ApiError(Exception):
    """What the service answers to a call that it refuses."""

    def __init__(self, status, failure):
        # `request_id` is what to tell its support.
        super().__init__(
            f"{status} {failure['code']}: {failure['message']} ({failure['request_id']})"
        )
        self.status = status
        self.code = failure["code"]
        self.details = failure.get("details")


def call(method, path, body=None):
    """Calls the service and returns the JSON that it answers; raises ApiError for a refusal.

    A call that came at a bad moment is repeated: over the budget (429) after as many seconds as
    the answer says, without an answer or with one of 502 or 503 after a while that grows. That is
    safe because a POST carries an Idempotency-Key, the same in each attempt: what it asks for
    happens once.
    """
    headers = {"Authorization": f"Bearer {KEY}"}
    if method == "POST":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=data, headers=headers, method=method)

    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            error = error_of(answer)
            is_worth_another_try = answer.code in (429, 502, 503)
            said = answer.headers.get("Retry-After")
        except (OSError, http.client.HTTPException) as no_answer:
            error, is_worth_another_try, said = no_answer, True, None
        if not is_worth_another_try or attempt == ATTEMPTS_MAX:
            raise error
        # What the answer says, else 1, 2, 4 ... s; up to a quarter more, so that not all come at
        # once.
        seconds = int(said) if said and said.isdigit() else 2 ** (attempt - 1)
        seconds *= 1 + random.random() / 4
        print(f"{error}; waiting {seconds:.1f} s", file=sys.stderr, flush=True)
        time.sleep(seconds)


def error_of(answer):
    """What a refusal says, also where a proxy in between answered in its own way."""
    text = answer.read().decode(errors="replace")
    try:
        return ApiError(answer.code, json.loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return RuntimeError(f"{answer.code} {text[:200]}")


def get(path, **query):
    return call("GET", f"{path}?{urllib.parse.urlencode(query)}")


def post(path, **body):
    return call("POST", path, body)


def park():
    lat, lng = NEAR.split(",")

    lots = get("/api/v1/lots/search", lat=lat, lng=lng, available_only="true", limit=1)["lots"]
    if not lots:
        sys.exit(f"no lot with a free space near {NEAR}")
    lot = lots[0]
    print(f"Found {lot['name']}")

    session = post("/api/v1/sessions", lot_id=lot["id"], plate=PLATE, duration_hours=1)["session"]
    print(f"Parked: {session['session_code']}, until {session['expected_end']}")

    extended = post("/api/v1/sessions/extend", session_id=session["id"], extend_minutes=30)
    print(f"Extended until {extended['session']['expected_end']}")

    ended = post("/api/v1/sessions/end", session_id=session["id"])["session"]
    print(f"Left after {ended['duration_minutes']} min")

    receipt = get(f"/api/v1/sessions/{session['id']}/receipt")["receipt"]
    print(f"Paid {receipt['total']} {receipt['currency']} at {receipt['lot']['name']}")

    # A hold costs nothing until it is activated. Left alone it expires by itself.
    intent = f"for two hours, plate {PLATE}"
    hold = post("/api/v1/reserve", intent=intent, lot_id=lot["id"])["hold"]
    until, amount = hold["parsed"]["ends_at"], hold["quote"]["amount"]
    print(f"Held until {until} for {amount} {receipt['currency']}")
    activated = post(f"/api/v1/reserve/{hold['id']}/activate")["session"]
    print(f"Activated: {activated['session_code']}")
    post("/api/v1/sessions/end", session_id=activated["id"])

    # `max_cost_cents` refuses an answer that would cost more, before it is computed.
    answer = get(
        "/api/v2/intelligence/market-rate", lat=lat, lng=lng, radius_km=5, max_cost_cents=10
    )
    rate, meta = answer["data"]["market_rate"], answer["meta"]
    # None: the prices of too few spaces are known.
    cents = "unknown" if rate["avg_hourly_cents"] is None else rate["avg_hourly_cents"]
    currency, basis = rate["currency"], rate["basis"]
    print(f"Around here: {cents} cents {currency} an hour, {basis}")
    print(f"That answer cost {meta['cost_cents']} cents; confidence {meta['confidence']}")

    # A program looks at the status, the code and the reason, and not at the message.
    try:
        post("/api/v1/sessions/end", session_id=session["id"])
    except ApiError as error:
        if error.status != 409:
            raise
        print(f"Ending it again: {error.code} {json.dumps(error.details)}")


if __name__ == "__main__":
    if KEY is None:
        sys.exit("KEY is not set: npm start prints two")
    park()
