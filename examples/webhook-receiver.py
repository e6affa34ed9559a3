"""Receives the events of a webhook.

Needs Python 3.9 or newer and nothing else:

    SECRET=whsec_... PORT=3000 python3 webhook-receiver.py

SECRET is in the answer that created the webhook. While you try this on your own machine,
`hexlot webhooks listen --forward http://localhost:3000` prints one and sends your events here.
"""

import hashlib
import hmac
import http.server
import json
import os
import sys
import threading

SECRET = os.environ.get("SECRET")
PORT = int(os.environ.get("PORT", "3000"))
# An event is smaller.
BODY_BYTES_MAX = 2_000_000
TIMEOUT_SECONDS = 30

# The ids of the events that were handled. Store yours where they outlive the program, such as in a
# table of your database with the id as its key:
#
#     insert into handled_events (event_id) values (%s) on conflict do nothing
#
# in the transaction that does the work. When that inserts no row, the event was handled before.
handled = set()
one_at_a_time = threading.Lock()


def is_signed(body, headers, secret):
    """Whether the body was signed with the secret.

    There are two signatures for a day after the secret was rotated: X-Service-Signature with the
    old secret and X-Service-Signature-Next with the new one.
    """
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    expected = f"sha256={digest}".encode()
    names = ["X-Service-Signature", "X-Service-Signature-Next"]
    lines = [line for name in names for line in headers.get_all(name, [])]
    values = ",".join(lines).split(",")
    # It takes the same time wherever the two differ, so that its time tells nobody the signature.
    return any([hmac.compare_digest(value.strip().encode(), expected) for value in values])


def handle(event):
    """Does the work of an event once. An error makes the sender send the event again."""
    with one_at_a_time:
        if event["id"] in handled:
            print(f"{event['id']} came again", flush=True)
            return
        # Your work is here. Work that takes seconds belongs into a queue: answer first.
        data = json.dumps(event["data"])
        print(f"{event['id']} {event['type']} {data}", flush=True)
        handled.add(event["id"])


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = TIMEOUT_SECONDS

    def do_POST(self):
        try:
            status, text = self.receive()
        except Exception as error:
            print(error, file=sys.stderr, flush=True)
            status, text = 500, b""
        self.send_response(status)
        # Where the body was not read, nothing else can come over this connection.
        self.close_connection = status in (411, 413)
        if self.close_connection:
            self.send_header("Connection", "close")
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def receive(self):
        """Returns the status and the body to answer with."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return 411, b""
        if int(length) > BODY_BYTES_MAX:
            return 413, b""
        # These bytes are signed. JSON that was parsed and written again has other bytes.
        body = self.rfile.read(int(length))
        if not is_signed(body, self.headers, SECRET):
            return 401, b""
        event = json.loads(body)
        # Comes before the first event, and asks whether this address wants any.
        if event["type"] == "webhook.challenge":
            return 200, event["data"]["challenge"].encode()
        handle(event)
        return 204, b""

    def log_message(self, *_):
        """Prints nothing for each request."""


if __name__ == "__main__":
    if SECRET is None:
        sys.exit("SECRET is not set: it is in the answer that created the webhook")
    server = http.server.ThreadingHTTPServer(("", PORT), Receiver)
    print(f"Waiting for events on http://localhost:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
