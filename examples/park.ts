// Parks, stays longer, leaves, reserves in words and asks what parking costs, with nothing but
// what Node brings (22.18 or newer):
//
//   BASE=http://localhost:8080 KEY=pk_test_… node park.ts
//
// BASE and KEY are printed by `npm start`. PLATE and NEAR ("lat,lng") may be set as well.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE = 'http://localhost:8080', KEY, PLATE = 'NE 4821', NEAR = '41.2,-99.6' } = process.env;
const ATTEMPTS_MAX = 5;
const TIMEOUT_MS = 30_000;

type Query = Record<string, string | number | boolean>;
type Lot = { id: string; name: string; available_spaces: number | null };
type Session = {
  id: string;
  session_code: string;
  expected_end: string;
  duration_minutes: number | null;
  subtotal: number | null;
  currency: string;
};
type Hold = { id: string; parsed: { ends_at: string }; quote: { amount: number | null } };
type Receipt = { total: number; currency: string; lot: { name: string } };
type MarketRate = {
  data: { market_rate: { avg_hourly_cents: number | null; currency: string; basis: string } };
  meta: { cost_cents: number; confidence: string };
};
type Failure = { code: string; message: string; request_id: string; details?: unknown };

/** What the service answers to a call that it refuses; `request_id` is what to tell its support. */
class ApiError extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure) {
    super(`${status} ${failure.code}: ${failure.message} (${failure.request_id})`);
    this.status = status;
    this.failure = failure;
  }
}

/**
 * Calls the service and returns the JSON that it answers; throws ApiError for a refusal. A call
 * that came at a bad moment is repeated: over the budget (429) after as many seconds as the answer
 * says, without an answer or with one of 502 or 503 after a while that grows. That is safe because
 * a POST carries an Idempotency-Key, the same in each attempt: what it asks for happens once.
 */
async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${KEY}` };
  if (method === 'POST') headers['Idempotency-Key'] = randomUUID();
  if (body !== undefined) headers['Content-Type'] = 'application/json';

  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(BASE + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => error);

    if (answer instanceof Response && answer.ok) return (await answer.json()) as T;
    const isWorthAnotherTry = answer instanceof Error || [429, 502, 503].includes(answer.status);
    if (!isWorthAnotherTry || attempt === ATTEMPTS_MAX) throw await errorOf(answer);
    const seconds = waitSeconds(answer, attempt);
    console.warn(`${await errorOf(answer)}; waiting ${seconds.toFixed(1)} s`);
    await sleep(seconds * 1_000);
  }
}

/** A network's failure as it is; of a refusal what it says, also where a proxy in between did. */
async function errorOf(answer: Response | Error): Promise<Error> {
  if (answer instanceof Error) return answer;
  const text = await answer.clone().text();
  try {
    return new ApiError(answer.status, JSON.parse(text).error);
  } catch {
    return new Error(`${answer.status} ${text.slice(0, 200)}`);
  }
}

/** What the answer says, else 1, 2, 4 … s; up to a quarter more, so that not all come at once. */
function waitSeconds(answer: Response | Error, attempt: number): number {
  const said = answer instanceof Response ? Number(answer.headers.get('Retry-After')) : 0;
  return (said || 2 ** (attempt - 1)) * (1 + Math.random() / 4);
}

const get = <T>(path: string, query: Query = {}) =>
  call<T>('GET', `${path}?${new URLSearchParams(Object.entries(query).map(textOf))}`);
const post = <T>(path: string, body: object = {}) => call<T>('POST', path, body);
const textOf = ([name, value]: [string, unknown]) => [name, String(value)];

async function park(): Promise<void> {
  const [lat = '', lng = ''] = NEAR.split(',');

  const search = { lat, lng, available_only: true, limit: 1 };
  const { lots } = await get<{ lots: Lot[] }>('/api/v1/lots/search', search);
  const [lot] = lots;
  if (lot === undefined) throw new Error(`no lot with a free space near ${NEAR}`);
  console.log(`Found ${lot.name}`);

  const wish = { lot_id: lot.id, plate: PLATE, duration_hours: 1 };
  const { session } = await post<{ session: Session }>('/api/v1/sessions', wish);
  console.log(`Parked: ${session.session_code}, until ${session.expected_end}`);

  const stay = { session_id: session.id };
  const longer = { ...stay, extend_minutes: 30 };
  const extended = await post<{ session: Session }>('/api/v1/sessions/extend', longer);
  console.log(`Extended until ${extended.session.expected_end}`);

  const ended = await post<{ session: Session }>('/api/v1/sessions/end', stay);
  console.log(`Left after ${ended.session.duration_minutes} min`);

  const { receipt } = await get<{ receipt: Receipt }>(`/api/v1/sessions/${session.id}/receipt`);
  console.log(`Paid ${receipt.total} ${receipt.currency} at ${receipt.lot.name}`);

  // A hold costs nothing until it is activated. Left alone it expires by itself.
  const words = { intent: `for two hours, plate ${PLATE}`, lot_id: lot.id };
  const { hold } = await post<{ hold: Hold }>('/api/v1/reserve', words);
  console.log(`Held until ${hold.parsed.ends_at} for ${hold.quote.amount} ${receipt.currency}`);
  const activated = await post<{ session: Session }>(`/api/v1/reserve/${hold.id}/activate`);
  console.log(`Activated: ${activated.session.session_code}`);
  await post('/api/v1/sessions/end', { session_id: activated.session.id });

  // `max_cost_cents` refuses an answer that would cost more, before it is computed.
  const question = { lat, lng, radius_km: 5, max_cost_cents: 10 };
  const { data, meta } = await get<MarketRate>('/api/v2/intelligence/market-rate', question);
  const { avg_hourly_cents, currency, basis } = data.market_rate;
  // null: the prices of too few spaces are known.
  const cents = avg_hourly_cents ?? 'unknown';
  console.log(`Around here: ${cents} cents ${currency} an hour, ${basis}`);
  console.log(`That answer cost ${meta.cost_cents} cents; confidence ${meta.confidence}`);

  // A program looks at the status, the code and the reason, and not at the message.
  try {
    await post('/api/v1/sessions/end', stay);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    console.log(`Ending it again: ${error.failure.code} ${JSON.stringify(error.failure.details)}`);
  }
}

if (KEY === undefined) {
  console.error('KEY is not set: npm start prints two');
  process.exitCode = 1;
} else {
  await park();
}
