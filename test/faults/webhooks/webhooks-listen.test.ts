import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createRelay, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isSignedWith } from '../../../src/outbound/webhooks/signature.ts';
import type { TestKey } from '../../api/client.ts';
import { type Feed, openFeed } from '../../api/v1/events/feed.ts';
import { runHexlot } from '../../bin/stage/run-hexlot.ts';
import {
  openStartStage,
  type RunningCommand,
  type StartStage,
} from '../../bin/stage/start-process.ts';
import { addLot } from '../../stage/fixtures.ts';

type Received = { request: IncomingMessage; body: Buffer };

let feed: Feed;
let stage: StartStage;
let key: TestKey;
beforeAll(async () => {
  feed = await openFeed();
  stage = await openStartStage();
});
afterAll(async () => {
  await stage.close();
  await feed.close();
});
beforeEach(async () => {
  key = await feed.newKey();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts the command, and resolves once it listens. */
async function listen(...args: string[]): Promise<RunningCommand> {
  const command = stage.run(['webhooks', 'listen', '--url', feed.api.url, ...args], {
    HEXLOT_API_KEY: key.secret,
  });
  await command.until(() => command.said().includes('listening to'));
  return command;
}

const linesOf = (command: RunningCommand) => command.printed().trim().split('\n').filter(Boolean);

/** A program of a developer, which answers as `answer` does. */
async function startReceiver(answer: (res: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, res) => {
    received.push({ request, body: await buffer(request) });
    answer(res);
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { received, url: `http://localhost:${(server.address() as AddressInfo).port}/hook` };
}

/** The port of the API again, where the connection can be cut and restored. */
async function openRelay() {
  const sockets = new Set<Socket>();
  const begin = (port: number) => {
    const relay = createRelay((socket) => {
      const beyond = connect(feed.api.port, '127.0.0.1');
      for (const one of [socket, beyond]) {
        sockets.add(one);
        one.on('error', () => undefined);
      }
      socket.pipe(beyond).pipe(socket);
    });
    return relay.listen(port, '127.0.0.1');
  };
  let relay = begin(0);
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  const cut = () => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  };
  closing.push(cut);
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    restore: () => {
      relay = begin(port);
    },
  };
}

test('events are printed as they happen, one a line, until Ctrl-C, which is no failure', async () => {
  await feed.add(key);
  const command = await listen();
  const first = await feed.add(key);
  await command.until(() => linesOf(command).length === 1);
  const second = await feed.add(key);
  await command.until(() => linesOf(command).length === 2);
  const line = (id: string) =>
    expect.stringMatching(new RegExp(`^\\d{4}-\\S+Z {2}occupancy.changed {2}${id}$`));
  expect(linesOf(command)).toEqual([line(first), line(second)]);
  expect(await command.interrupt('SIGINT')).toEqual([0, null]);
  expect(command.said()).toBe(`hexlot: listening to ${feed.api.url} for all events\n`);
});

test('with --json a line is one object, with the body that a webhook gets', async () => {
  const command = await listen('--json', '--events', 'session.created,session.ended');
  const lotId = await addLot(feed.api.database, { operator_id: key.operatorId, name: 'Größe' });
  await feed.add(key);
  const stay = { lot_id: lotId, plate: feed.newPlate() };
  await feed.api.request('POST', '/api/v1/sessions', { key: key.secret, body: stay });
  await command.until(() => linesOf(command).length === 1);
  const event = JSON.parse(command.printed());
  expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'body']);
  expect(JSON.parse(event.body)).toMatchObject({
    id: event.id,
    type: 'session.created',
    data: { lot_name: 'Größe', vehicle_plate: stay.plate },
  });
  expect(await command.interrupt('SIGTERM')).toEqual([0, null]);
});

test('a program on this machine gets each event as a webhook would, signed with the printed secret', async () => {
  const receiver = await startReceiver((res) => res.writeHead(204).end());
  const command = await listen('--forward', receiver.url);
  const ids = [await feed.add(key), await feed.add(key), await feed.add(key)];
  await command.until(() => linesOf(command).length === 3);
  const [, secret = ''] = /signed with (whsec_\S{43})\n/.exec(command.said()) ?? [];
  for (const [i, { request, body }] of receiver.received.entries()) {
    const { headers, method, url } = request;
    expect([method, url]).toEqual(['POST', '/hook']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'occupancy.changed',
      'x-service-delivery': ids[i],
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
      'user-agent': 'Hexlot-Webhooks/1',
    });
    expect(isSignedWith(secret, body, String(headers['x-service-signature']))).toBe(true);
    expect(JSON.parse(body.toString()).id).toBe(ids[i]);
  }
  expect(linesOf(command)[0]).toMatch(/ -> 204 in \d+ ms$/);
  await command.interrupt('SIGINT');
});

test('what the program answers is shown, and a redirect is not followed', async () => {
  const elsewhere = await startReceiver((res) => res.end());
  const answers = [
    (res: ServerResponse) => res.writeHead(302, { location: elsewhere.url }).end(),
    (res: ServerResponse) => res.writeHead(500).end('broken'),
    (res: ServerResponse) => res.destroy(),
    (res: ServerResponse) => res.writeHead(200).end('ok'),
  ];
  const receiver = await startReceiver((res) => answers.shift()?.(res));
  const secret = `whsec_${'s'.repeat(43)}`;
  const command = await listen('--forward', receiver.url, '--secret', secret, '--json');
  for (let i = 0; i < 4; i++) await feed.add(key);
  await command.until(() => linesOf(command).length === 4);
  const forwarded = linesOf(command).map((line) => JSON.parse(line).forwarded);
  expect(forwarded).toMatchObject([
    { status: 302, failure: 'redirects are not followed' },
    { status: 500, failure: 'a webhook must answer 2xx' },
    { status: null, failure: expect.any(String) },
    { status: 200, failure: null },
  ]);
  expect(elsewhere.received).toEqual([]);
  expect(command.said()).toContain(secret);
  for (const { request, body } of receiver.received)
    expect(isSignedWith(secret, body, String(request.headers['x-service-signature']))).toBe(true);
  await command.interrupt('SIGINT');
});

test('a program that does not run is reported, and Ctrl-C ends the wait for one that hangs', async () => {
  const receiver = await startReceiver(() => undefined);
  const nobody = await listen('--forward', 'http://127.0.0.1:1/hook');
  await feed.add(key);
  await nobody.until(() => linesOf(nobody).length === 1);
  expect(nobody.printed()).toMatch(/ -> failed in \d+ ms: .*ECONNREFUSED/);
  await nobody.interrupt('SIGINT');

  const hanging = await listen('--forward', receiver.url);
  await feed.add(key);
  await hanging.until(() => receiver.received.length === 1);
  expect(await hanging.interrupt('SIGINT')).toEqual([0, null]);
});

test('when the connection is lost, it says so, tries again, and misses nothing', async () => {
  const relay = await openRelay();
  const command = await listen('--url', relay.url, '--json');
  const ids = [await feed.add(key)];
  await command.until(() => linesOf(command).length === 1);
  relay.cut();
  ids.push(await feed.add(key), await feed.add(key));
  await command.until(() => command.said().includes('trying again in 1 s'));
  await command.until(() => command.said().includes('trying again in 2 s'));
  relay.restore();
  await command.until(() => linesOf(command).length === 3);
  expect(linesOf(command).map((line) => JSON.parse(line).id)).toEqual(ids);
  expect(command.said()).toContain(`hexlot: cannot reach ${relay.url}: `);
  expect(command.said()).toContain('hexlot: connected again\n');
  await command.interrupt('SIGINT');
});

test('a key that is revoked meanwhile ends it with one line', async () => {
  const command = await listen();
  const [code] = await Promise.all([
    once(command.child, 'exit'),
    feed.api.database.sql('update api_keys set revoked_at = now() where key_id = $1', [key.keyId]),
    feed.add(key),
  ]);
  expect(code).toEqual([1, null]);
  const last = command.said().trim().split('\n').at(-1);
  expect(last).toMatch(/^hexlot: http\S+ answered 401: /);
});

test('it ends when nobody reads its output any more', async () => {
  const command = await listen();
  const ended = once(command.child, 'exit');
  command.child.stdout?.destroy();
  await feed.add(key);
  expect(await ended).toEqual([0, null]);
});

test('what cannot work is reported in one line at the start, with exit 1', async () => {
  const reader = await feed.newKey({ scopes: ['sessions:read'] });
  const fleet = await feed.newKey({ fleetId: 'north' });
  const at = ['--url', feed.api.url];
  const wrong = `pk_live_${'A'.repeat(43)}`;
  const cases: [string[], RegExp][] = [
    [at, /^--key or HEXLOT_API_KEY is needed/],
    [[...at, '--key', wrong], /answered 401: /],
    [[...at, '--key', 'über'], /^--key has characters that no key has/],
    [[...at, '--key', reader.secret], /answered 403: the API key lacks the scope webhooks:read/],
    [[...at, '--key', fleet.secret], /answered 403: a fleet's key has no access to events/],
    [['--url', 'http://127.0.0.1:1', '--key', wrong], /cannot reach http:.*ECONNREFUSED/],
    [['--url', 'localhost:80', '--key', wrong], /^--url must be an address beginning http/],
    [
      [...at, '--key', wrong, '--events', 'session.begun'],
      /^--events: has the unknown "session.begun"/,
    ],
    [[...at, '--key', wrong, '--forward', 'localhost:3000'], /^--forward must be an address/],
    [[...at, '--key', wrong, '--secret', 'abc'], /^--secret must begin with whsec_/],
  ];
  const runs = cases.map(([args]) => runHexlot(['webhooks', 'listen', ...args]));
  for (const [i, { code, stdout, stderr }] of (await Promise.all(runs)).entries()) {
    expect([code, stdout], stderr).toEqual([1, '']);
    expect(stderr).toMatch(/^hexlot: .*\n$/);
    expect(stderr.slice('hexlot: '.length)).toMatch(cases[i]?.[1] ?? /never/);
  }
});
