import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardPages } from '../../../api/dashboard/pages.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { openVisitor, postForm } from './visitor.ts';

let api: TestApi;
let operatorId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId } = await api.createKey());
});
afterAll(() => api.stop());

const closed = dashboardPages.filter(({ isOpen }) => !isOpen);
const pathOf = ({ path }: { path: string }) => path.replaceAll(/\{\w+\}/g, 'x');

test('who is signed out is led to sign in from every page, and back', async () => {
  expect(closed.length).toBeGreaterThan(10);
  for (const page of closed) {
    const path = `${pathOf(page)}?mode=test`;
    const { status, headers, text } = await api.request('GET', path);
    const next = new URLSearchParams({ next: path });
    expect([status, headers.location]).toEqual([302, `/dashboard/sign-in?${next}`]);
    expect(text).toBe('');
    if (page.post === undefined) continue;
    const sent = await postForm(api, path, {});
    expect([sent.status, sent.headers.location]).toEqual([303, '/dashboard/sign-in']);
  }
});

test('the dashboard itself leads to sign in', async () => {
  const { status, headers } = await api.request('GET', '/dashboard');
  expect([status, headers.location]).toEqual([302, '/dashboard/sign-in']);
});

test.each([
  ['https://evil.example/', '/dashboard'],
  ['//evil.example/dashboard', '/dashboard'],
  ['/\\evil.example/dashboard', '/dashboard'],
  ['/dashboard/../../evil', '/dashboard'],
  ['/dashboardevil', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/dashboard@evil.example', '/dashboard'],
  ['\t//evil.example', '/dashboard'],
  ['/dashboard/lots?mode=test', '/dashboard/lots?mode=test'],
])('signing in leads on to a page of the dashboard only: %s', async (next, expected) => {
  const { text } = await api.request('GET', '/dashboard/sign-in', { query: { next } });
  expect(text).toContain(`name="next" value="${expected}"`);
});

test('every page says that it may be shown in no frame and runs nothing inline', async () => {
  const person = await openVisitor(api, { operatorId });
  const paths = ['/dashboard', '/dashboard/keys', '/dashboard/sign-in', '/dashboard/nothing'];
  for (const path of paths) {
    const { headers, text } = await person.get(path);
    const policy = headers['content-security-policy'];
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(text).not.toMatch(/<script(?![^>]*src=)|\sstyle=|\son\w+=/);
  }
});

test('an address that is no page is a page that says so', async () => {
  for (const path of ['/dashboard/nothing', '/dashboard/keys/x/y']) {
    const { status, headers, text } = await api.request('GET', path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('There is no such page');
  }
});
