#!/bin/sh
# Parks, stays longer, leaves, reserves in words and asks what parking costs; prints each answer.
# Needs curl 7.76 or newer, and Node to read JSON:
#
#   BASE=http://localhost:8080 KEY=pk_test_… sh curl.sh
#
# BASE and KEY are printed by `npm start`. PLATE and NEAR ("lat,lng") may be set as well.

set -eu
: "${BASE:=http://localhost:8080}" "${KEY:?is not set: npm start prints two}"
: "${PLATE:=NE 4821}" "${NEAR:=41.2,-99.6}"
at="lat=${NEAR%,*}&lng=${NEAR#*,}"
run=$(node -p 'crypto.randomUUID()')
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Prints the answer, and fails for a refusal. curl repeats what came at a bad moment: no connection,
# 429, 502 and 503, after as many seconds as Retry-After says, else after 1, 2, 4 … s.
call() {
  curl --no-progress-meter --fail-with-body --retry 4 --retry-connrefused --max-time 30 \
    -H "Authorization: Bearer $KEY" -o "$answer" "$@" || failed=$?
  cat "$answer" && echo
  return "${failed:-0}"
}

get() { call "$BASE$1"; }

# post PATH WISH BODY. The same Idempotency-Key goes with each attempt, so that what is asked for
# happens once; another wish has another key.
post() {
  call "$BASE$1" -H "Idempotency-Key: $run-$2" -H 'Content-Type: application/json' -d "$3"
}

# Prints a member of the last answer: `pick lots.0.id`. Fails where there is none.
pick() {
  node -e 'const [, path, file] = process.argv;
    const found = path.split(".").reduce((value, name) => value?.[name],
      JSON.parse(fs.readFileSync(file, "utf8")));
    if (found === undefined) { console.error(`there is no ${path}`); process.exit(1) }
    console.log(found)' "$1" "$answer"
}

get "/api/v1/lots/search?$at&available_only=true&limit=1"
lot=$(pick lots.0.id)

post /api/v1/sessions park "{\"lot_id\": \"$lot\", \"plate\": \"$PLATE\", \"duration_hours\": 1}"
session=$(pick session.id)
post /api/v1/sessions/extend extend "{\"session_id\": \"$session\", \"extend_minutes\": 30}"
post /api/v1/sessions/end end "{\"session_id\": \"$session\"}"
get "/api/v1/sessions/$session/receipt"

# A hold costs nothing until it is activated. Left alone it expires by itself.
post /api/v1/reserve hold "{\"intent\": \"for two hours, plate $PLATE\", \"lot_id\": \"$lot\"}"
hold=$(pick hold.id)
post "/api/v1/reserve/$hold/activate" activate '{}'
post /api/v1/sessions/end end-hold "{\"session_id\": \"$(pick session.id)\"}"

# `max_cost_cents` refuses an answer that would cost more, before it is computed.
get "/api/v2/intelligence/market-rate?$at&radius_km=5&max_cost_cents=10"

# A program looks at the status, the code and the reason, and not at the message.
if post /api/v1/sessions/end end-again "{\"session_id\": \"$session\"}"; then
  echo 'a stay that was over ended again' >&2
  exit 1
fi
test "$(pick error.details.reason)" = already_ended
