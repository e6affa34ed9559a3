import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWebhookSecret } from '../../src/outbound/webhooks/secret.ts';
import { signBody } from '../../src/outbound/webhooks/signature.ts';
import { environmentWith } from '../bin/stage/run-hexlot.ts';
import { missingProgram } from '../found-program.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { untilHolds } from '../stage/until-holds.ts';

// Each receiver runs as its reader would run it, and gets bodies that the database made.

const RECEIVERS = [
  { file: 'examples/webhook-receiver.ts', program: process.execPath },
  { file: 'examples/webhook-receiver.py', program: 'python3' },
];
const DATA = {
  plain: '{"lot_id": "l", "direction": "up"}',
  foreign: '{"lot_name": "Größe 東京 🅿️ \\u2028", "vehicle_plate": "Ж1"}',
  numbers: '{"subtotal": 2.50, "big": 123456789012345678901234567890, "small": 1e-7}',
  large: `{"name": "${'é'.repeat(500_000)}"}`,
};

const secret = newWebhookSecret();
let database: TestDatabase;
let lastId = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** A new event, as webhooks get it. */
async function makeEvent(data: string): Promise<{ id: string; body: string }> {
  const id = `evt_${++lastId}`;
  const [row] = await database.sql<{ body: string }>(
    `select event_body($1, 'occupancy.changed', now(), $2) as body`,
    [id, data],
  );
  return { id, body: row?.body ?? '' };
}

type Running = { child: ChildProcess; url: string; printed(): string };

async function start({ file, program }: (typeof RECEIVERS)[number]): Promise<Running> {
  const child = spawn(program, [file], {
    env: { ...environmentWith({}), SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise<string>((done, failed) => {
    child.once('exit', () => failed(new Error(`${file} ended`)));
    child.stdout.on('data', (part) => {
      printed += part;
      const [, address] = /Waiting for events on (\S+)\n/.exec(printed) ?? [];
      if (address !== undefined) done(address);
    });
  });
  return { child, url, printed: () => printed };
}

describe.each(RECEIVERS)('$file', (receiver) => {
  let running: Running | undefined;
  beforeAll(async () => {
    const missing = missingProgram([[receiver.program, '--version']]);
    if (missing === undefined) running = await start(receiver);
  });
  afterAll(() => {
    running?.child.kill('SIGKILL');
  });

  /** Runs with the receiver, or says why it cannot. */
  const withReceiver = (work: (running: Running) => Promise<void>) => async () => {
    if (running === undefined)
      console.log(`skipped: ${receiver.file} needs ${receiver.program}, which is not there`);
    else await work(running);
  };

  async function send(
    body: string | Buffer,
    signature: string | string[] = signBody(body, secret),
    next?: string,
  ) {
    const { url = '' } = running ?? {};
    const answer = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-signature': signature,
        ...(next !== undefined && { 'x-service-signature-next': next }),
      },
      body,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  test(
    'takes signed events of any content, up to a megabyte, and answers 204',
    withReceiver(async ({ printed }) => {
      for (const data of Object.values(DATA)) {
        const { id, body } = await makeEvent(data);
        expect(await send(body)).toEqual({ status: 204, text: '' });
        await untilHolds(() => expect(printed()).toContain(`${id} occupancy.changed {`));
      }
    }),
  );

  test(
    'proves its address: it answers a challenge that is signed, and takes it for no event',
    withReceiver(async ({ printed }) => {
      const challenge = 'c'.repeat(43);
      const body = `{"id":"evt_c","type":"webhook.challenge","data":{"challenge": "${challenge}"}}`;
      expect(await send(body)).toEqual({ status: 200, text: challenge });
      expect(await send(body, signBody(body, newWebhookSecret()))).toEqual({
        status: 401,
        text: '',
      });
      expect(printed()).not.toContain('evt_c');
    }),
  );

  test(
    'takes the event of a rotated secret, whose signature is one of two',
    withReceiver(async () => {
      const { body } = await makeEvent(DATA.foreign);
      const [own, other] = [signBody(body, secret), signBody(body, newWebhookSecret())];
      for (const values of [[own, other], [other, own], `${other}, ${own}`])
        expect((await send(body, values)).status).toBe(204);
      expect((await send(body, own, other)).status).toBe(204);
      expect((await send(body, other, own)).status).toBe(204);
      expect((await send(body, other, other)).status).toBe(401);
    }),
  );

  test(
    'refuses what is not signed with its secret, or changed on the way',
    withReceiver(async ({ printed }) => {
      const { id, body } = await makeEvent(DATA.numbers);
      const right = signBody(body, secret);
      const wrong: [string, string | string[]][] = [
        [body, signBody(body, newWebhookSecret())],
        [body, [signBody(body, newWebhookSecret()), signBody(body, newWebhookSecret())]],
        [`${body} `, right],
        [JSON.stringify(JSON.parse(body)), right],
        [body, right.replace('sha256=', '')],
        [body, right.toUpperCase()],
        [body, right.slice(0, -1)],
        [body, ''],
        [body, 'über'],
      ];
      for (const [bytes, signature] of wrong)
        expect((await send(bytes, signature)).status, String(signature)).toBe(401);
      expect(printed()).not.toContain(id);
    }),
  );

  test(
    'does the work of an event once, however often it comes',
    withReceiver(async ({ printed }) => {
      const { id, body } = await makeEvent(DATA.plain);
      const answers = await Promise.all([send(body), send(body), send(body)]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      const told = () =>
        printed()
          .split('\n')
          .filter((line) => line.startsWith(`${id} `))
          .map((line) => line.split(' ')[1]);
      await untilHolds(() => expect(told()).toHaveLength(3));
      expect(told().toSorted()).toEqual(['came', 'came', 'occupancy.changed']);
    }),
  );

  test(
    'a signed body that is no event is answered 500, so that it comes again; one too large 413',
    withReceiver(async () => {
      expect((await send('{')).status).toBe(500);
      expect((await send('x'.repeat(2_000_001)).catch(() => ({ status: 413 }))).status).toBe(413);
      const { body } = await makeEvent(DATA.plain);
      expect((await send(body)).status).toBe(204);
    }),
  );
});
