import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../api/oauth/browser.ts';
import { CLIENT, type OAuthStage, openOAuthStage } from '../../api/oauth/stage.ts';
import { PROGRAM } from './conformance.ts';

const CLIENT_ID = 'https://conformance.example.com/client.json';
/** Where the protocol's own test waits for the browser. */
const PORT = 43_219;

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage({ config: { oauthRegistration: true } });
  const redirect_uris = ['http://127.0.0.1/callback'];
  stage.documents.set(CLIENT_ID, { ...CLIENT, client_id: CLIENT_ID, redirect_uris });
});
afterAll(() => stage.api.stop());

test('the authorisation server conforms: its metadata, and a code for a token', async () => {
  const asked = [
    ...['authorization', '--url', stage.baseUrl, '--client-id', CLIENT_ID],
    ...['--resource', `${stage.baseUrl}/mcp`, '-p', String(PORT)],
  ];
  const run = spawn(process.execPath, [PROGRAM, ...asked]);
  let printed = '';
  let isOpened = false;
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
      const [url] = /http\S+\/oauth\/authorize\?\S+/.exec(printed) ?? [];
      if (url === undefined || isOpened) return;
      isOpened = true;
      void allow(url);
    });
  const [code] = await once(run, 'close');
  expect(code, printed).toBe(0);
  expect(printed).toMatch(/authorization-code-grant/);
  expect(isOpened).toBe(true);
});

/** What a person does in the browser that the test asks to open. */
async function allow(url: string): Promise<void> {
  const browser = openBrowser(stage);
  const back = await browser.submit(await browser.open(url), { decision: 'allow' });
  await fetch(back.url);
}
