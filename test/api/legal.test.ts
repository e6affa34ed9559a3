import { afterEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from './client.ts';

let api: TestApi;
afterEach(() => api.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser gets a page that says what was not stated, and invents nothing', async () => {
  api = await startTestApi();
  const { status, text, headers } = await api.request('GET', '/legal', { headers: BROWSER });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.vary).toContain('Accept');
  expect(text).toContain('Terms and imprint of this service: not stated by whoever runs this');
  expect(text).toContain('Questions go to: not stated by whoever runs this server');
  expect(text).toContain('GeoNames');
  expect([...text.matchAll(/<h1/g)].length).toBe(1);
});

test('what is set is shown', async () => {
  const config = {
    legalUrl: 'https://parking.test/terms?a=1&b=2',
    contactEmail: 'ask@parking.test',
  };
  api = await startTestApi({ config });
  const { text } = await api.request('GET', '/legal', { headers: BROWSER });
  expect(text).toContain('href="https://parking.test/terms?a=1&amp;b=2"');
  expect(text).toContain('href="mailto:ask@parking.test"');
  expect(text).not.toContain('not stated');
});

test('programs get Markdown as before', async () => {
  api = await startTestApi();
  for (const accept of ['*/*', 'text/markdown', 'application/json']) {
    const { headers } = await api.request('GET', '/legal', { headers: { accept } });
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  }
});
