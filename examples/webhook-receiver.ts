// Receives the events of a webhook, with nothing but what Node brings (22.18 or newer):
//
//   SECRET=whsec_… PORT=3000 node webhook-receiver.ts
//
// SECRET is in the answer that created the webhook. While you try this on your own machine,
// `hexlot webhooks listen --forward http://localhost:3000` prints one and sends your events here.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

const { SECRET, PORT = '3000' } = process.env;
/** An event is smaller. */
const BODY_BYTES_MAX = 2_000_000;

type Event = { id: string; type: string; created_at: string; data: Record<string, unknown> };

/**
 * Whether the body was signed with the secret. For a day after the secret was rotated there are
 * two signatures: X-Service-Signature with the old secret, X-Service-Signature-Next with the new.
 */
function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const { 'x-service-signature': signature, 'x-service-signature-next': next } = headers;
  return `${signature},${next}`.split(',').some((value) => {
    const given = Buffer.from(value.trim());
    // It takes the same time wherever the two differ, so that its time tells nobody the signature.
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The bytes as they came; undefined when there are too many. */
async function readBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of req) {
    byteCount += chunk.length;
    if (byteCount > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The ids of the events that were handled. Store yours where they outlive the program, such as in a
 * table of your database with the id as its key:
 *
 *   insert into handled_events (event_id) values ($1) on conflict do nothing
 *
 * in the transaction that does the work. When that inserts no row, the event was handled before.
 */
const handled = new Set<string>();

/** Does the work of an event once. An error makes the sender send the event again. */
async function handle(event: Event): Promise<void> {
  if (handled.has(event.id)) {
    console.log(`${event.id} came again`);
    return;
  }
  // Your work is here. Work that takes seconds belongs into a queue: answer first.
  console.log(`${event.id} ${event.type} ${JSON.stringify(event.data)}`);
  handled.add(event.id);
}

type Answer = { status: number; text?: string };

/** Returns what to answer with. */
async function receive(req: IncomingMessage, secret: string): Promise<Answer> {
  if (req.method !== 'POST') return { status: 405 };
  // These bytes are signed. JSON that was parsed and written again has other bytes.
  const body = await readBody(req);
  if (body === undefined) return { status: 413 };
  if (!isSigned(body, req.headers, secret)) return { status: 401 };
  const event: Event = JSON.parse(body.toString());
  // Comes before the first event, and asks whether this address wants any.
  if (event.type === 'webhook.challenge')
    return { status: 200, text: String(event.data.challenge) };
  await handle(event);
  return { status: 204 };
}

if (SECRET === undefined) {
  console.error('SECRET is not set: it is in the answer that created the webhook');
  process.exitCode = 1;
} else {
  const server = createServer(async (req, res) => {
    const { status, text } = await receive(req, SECRET).catch((error: Error): Answer => {
      console.error(error.message);
      return { status: 500 };
    });
    // After 413 the rest of the body is not read.
    res.writeHead(status, status === 413 ? { Connection: 'close' } : {}).end(text);
  });
  server.listen(Number(PORT), () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : PORT;
    console.log(`Waiting for events on http://localhost:${port}`);
  });
}
