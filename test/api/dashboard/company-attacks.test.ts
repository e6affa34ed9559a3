import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLIENT } from './company-provider.ts';
import { BEGIN, type CompanyStage, openCompanyStage, RETURN } from './company-stage.ts';
import { openVisitor } from './visitor.ts';

let stage: CompanyStage;
beforeAll(async () => {
  stage = await openCompanyStage();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.idp.lies.description = undefined;
  stage.idp.lies.idToken = undefined;
});

const REFUSED = 'Your company has not signed you in: try again';

test('an answer is good for the browser that asked, once', async () => {
  await stage.linkedPerson();
  const browser = stage.openBoth();
  const back = await browser.ask();
  const trip = [...browser.here.cookies];
  const elsewhere = await stage.openBoth().here.open(back);
  expect([elsewhere.status, elsewhere.text]).toEqual([403, expect.stringContaining('is over')]);
  expect((await browser.here.open(back)).status).toBe(200);
  expect((await stage.openBoth().here.open(back)).status).toBe(403);
  // Whoever kept the cookie and the code has no use of them.
  const replay = stage.openBoth();
  for (const [name, cookie] of trip) replay.here.cookies.set(name, cookie);
  const seen = await replay.here.open(back);
  expect([seen.status, await replay.isIn()]).toEqual([403, false]);
  expect(seen.text).toContain(REFUSED);
});

const change = (name: string, value: string | null) => (url: URL) =>
  value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value);

test.each([
  ['another state', change('state', 'x'.repeat(43))],
  ['no state', change('state', null)],
  ['the issuer of another provider', change('iss', 'https://other.example')],
  ['no issuer', change('iss', null)],
  ['another code', change('code', 'x'.repeat(43))],
  ['no code', change('code', null)],
  ['an error beside the code', change('error', 'access_denied')],
  ['two states', (url: URL) => url.searchParams.append('state', 'x')],
])('an answer with %s signs nobody in', async (_, tamper) => {
  await stage.linkedPerson();
  const browser = stage.openBoth();
  const back = new URL(await browser.ask());
  tamper(back);
  const seen = await browser.here.open(back.href);
  expect([seen.status, await browser.isIn()]).toEqual([403, false]);
  expect(seen.text).toContain(REFUSED);
});

test('the code of another question is of no use: PKCE, state and nonce belong together', async () => {
  await stage.linkedPerson();
  const [mine, other] = [stage.openBoth(), stage.openBoth()];
  const [back, theirs] = [new URL(await mine.ask()), new URL(await other.ask())];
  back.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  expect((await mine.here.open(back.href)).status).toBe(403);
  expect(await mine.isIn()).toBe(false);
});

const another = await generateKeyPair('RS256');
const now = () => Math.floor(Date.now() / 1_000);

test.each<[string, (claims: JWTPayload) => Promise<string>]>([
  ['for another service', (claims) => stage.idp.sign({ ...claims, aud: 'another' })],
  ['of another issuer', (claims) => stage.idp.sign({ ...claims, iss: 'https://other.example' })],
  ['that is over', (claims) => stage.idp.sign({ ...claims, iat: now() - 900, exp: now() - 600 })],
  ['that is no answer to this question', (claims) => stage.idp.sign({ ...claims, nonce: 'x' })],
  ['without a nonce', ({ nonce, ...claims }) => stage.idp.sign(claims)],
  ['without a subject', ({ sub, ...claims }) => stage.idp.sign(claims)],
  ['that nobody signed', async (claims) => new UnsecuredJWT(claims).encode()],
  ['that another key signed', (claims) => stage.idp.sign(claims, another.privateKey)],
])('an id token %s signs nobody in', async (_, idToken) => {
  await stage.linkedPerson();
  stage.idp.lies.idToken = idToken;
  const browser = stage.openBoth();
  const seen = await browser.comeBack();
  expect([seen.status, await browser.isIn()]).toEqual([403, false]);
  expect(seen.text).toContain(REFUSED);
});

test('what is signed as it should be signs in, so the lies above are what is refused', async () => {
  await stage.linkedPerson();
  stage.idp.lies.idToken = (claims) => stage.idp.sign(claims);
  const browser = stage.openBoth();
  await browser.comeBack();
  expect(await browser.isIn()).toBe(true);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/dashboard/../../evil',
  'javascript:alert(1)',
])('who signs in is led to this service alone: %s', async (next) => {
  await stage.linkedPerson();
  const seen = await stage.openBoth().comeBack(`${BEGIN}?next=${encodeURIComponent(next)}`);
  expect(seen.url).toBe(`${stage.baseUrl}/dashboard`);
});

test('where the provider does not answer, a page says so, and other ways still work', async () => {
  await stage.linkedPerson();
  const browser = stage.openBoth();
  const back = await browser.ask();
  await stage.idp.stop();
  const seen = await browser.here.open(back);
  expect([seen.status, seen.text]).toEqual([503, expect.stringContaining('does not answer')]);
  await openVisitor(stage.api, { operatorId: stage.operatorId });
  const page = await stage.openBoth().here.open('/dashboard/sign-in');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="password"')]);
  await stage.idp.start();
  expect((await stage.openBoth().comeBack()).status).toBe(200);
});

/** Asks with settings that no process has used yet. */
async function askAnew(settings: Partial<typeof CLIENT>) {
  const { askCompany } = await import('../../../api/dashboard/company/company-provider.ts');
  return askCompany({ issuer: stage.idp.issuer, ...CLIENT, ...settings }, stage.baseUrl + RETURN, {
    isProof: false,
  });
}

test('a provider that calls itself by another name is not asked', async () => {
  stage.idp.lies.description = (truth) => ({ ...truth, issuer: 'https://other.example' });
  await expect(askAnew({})).rejects.toMatchObject({ status: 503 });
  stage.idp.lies.description = undefined;
  expect((await askAnew({})).location).toMatch(`${stage.idp.issuer}/auth?`);
});

test('what is known of a provider is known for one service at it', async () => {
  for (const clientId of ['one', 'two'])
    expect((await askAnew({ clientId })).location).toContain(`client_id=${clientId}`);
});
