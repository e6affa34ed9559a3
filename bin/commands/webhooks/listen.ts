import type { Command } from 'commander';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { plainUrl } from '../../../src/kit/read-setting.ts';
import type { Listener, ReceivedEvent } from '../../../src/outbound/webhooks/listen/ask-next.ts';
import { followEvents } from '../../../src/outbound/webhooks/listen/follow-events.ts';
import {
  type Forwarded,
  forwardEvent,
} from '../../../src/outbound/webhooks/listen/forward-event.ts';
import { readEventTypes } from '../../../src/outbound/webhooks/read-event-types.ts';
import { newWebhookSecret } from '../../../src/outbound/webhooks/secret.ts';
import { EVENT_TYPES } from '../../../src/parking/events/event-data.ts';
import { type OutputOptions, print } from '../../output.ts';
import { stopSignal } from '../../stop-request.ts';

type Options = OutputOptions & {
  events?: string;
  forward?: string;
  secret?: string;
  url?: string;
  key?: string;
};

export function addWebhooksListen(webhooks: Command): void {
  webhooks
    .command('listen')
    .description('print events as they happen, and send them to a program on this machine')
    .option('--events <types>', `separated by commas; all unless given: ${EVENT_TYPES.join(', ')}`)
    .option('--forward <url>', 'where to send each event, as a webhook would get it')
    .option('--secret <secret>', 'signs what is sent to --forward; a new one unless given')
    .option('--url <base>', 'the address of the API; that of HEXLOT_BASE_URL unless given')
    .option('--key <key>', 'an API key with the scope webhooks:read; HEXLOT_API_KEY unless given')
    .option('--json', 'one JSON object on stdout for each event')
    .action(listen);
}

async function listen(options: Options): Promise<void> {
  const say = (line: string) => process.stderr.write(`hexlot: ${line}\n`);
  const signal = endOfListening();
  const listener = listenerOf(options, signal);
  const target = targetOf(options);
  try {
    const events = await followEvents(listener, say);
    say(`listening to ${listener.baseUrl} for ${(listener.types ?? ['all events']).join(', ')}`);
    if (target !== undefined) say(`sending to ${target.url}, signed with ${target.secret}`);
    for await (const event of events) {
      const clock = systemClock;
      const forwarded = target && (await forwardEvent(event, { ...target, clock, signal }));
      print(options, { ...event, ...(forwarded && { forwarded }) }, [lineOf(event, forwarded)]);
    }
  } catch (error) {
    // To be stopped is the normal end.
    if (!signal.aborted) throw error;
  }
}

/** Aborted when the command is asked to stop, and when nobody reads its output any more. */
function endOfListening(): AbortSignal {
  const unread = new AbortController();
  process.stdout.once('error', () => unread.abort());
  return AbortSignal.any([stopSignal(), unread.signal]);
}

function listenerOf(options: Options, signal: AbortSignal): Listener {
  const config = readConfig();
  const key = options.key ?? config.apiKey;
  if (key === undefined)
    throw new Error('--key or HEXLOT_API_KEY is needed: a key with the scope webhooks:read');
  if (!/^[!-~]+$/.test(key)) throw new Error('--key has characters that no key has');
  return {
    baseUrl: plainUrl({ '--url': options.url }, '--url', ['http:', 'https:']) ?? config.baseUrl,
    key,
    types: options.events === undefined ? null : readEventTypes(options.events, '--events'),
    signal,
  };
}

function targetOf({ forward, secret = newWebhookSecret() }: Options) {
  if (!/^whsec_[!-~]+$/.test(secret)) throw new Error('--secret must begin with whsec_');
  if (forward === undefined) return undefined;
  if (!URL.canParse(forward) || !/^https?:$/.test(new URL(forward).protocol))
    throw new Error('--forward must be an address beginning http:// or https://');
  return { url: forward, secret };
}

function lineOf({ created_at, type, id }: ReceivedEvent, forwarded: Forwarded | undefined): string {
  const words = [created_at, type.padEnd(LONGEST), id];
  if (forwarded !== undefined) {
    const { status, ms, failure } = forwarded;
    words.push(`-> ${status ?? 'failed'} in ${ms} ms${failure === null ? '' : `: ${failure}`}`);
  }
  return words.join('  ');
}

const LONGEST = Math.max(...EVENT_TYPES.map((type) => type.length));
