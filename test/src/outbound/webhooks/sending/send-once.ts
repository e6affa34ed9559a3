import { pino } from 'pino';
import { openSender } from '../../../../../src/outbound/webhooks/sending/open-sender.ts';

/**
 * Run as a process of its own, with an environment to be tested. Sends to the URL that it is given,
 * and to the same one with Node's own `fetch`, and prints both outcomes as JSON.
 */
const [, , url = ''] = process.argv;
const sender = openSender({ allow: [new URL(url).host], log: pino({ level: 'silent' }) });
const sent = await sender.send({ url, headers: {}, body: 'body' });
await sender.close();
const fetched = await fetch(url).then(
  ({ status }) => status,
  (error: Error) => error.message,
);
process.stdout.write(JSON.stringify({ sent, fetched }));
