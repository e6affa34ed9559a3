import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const FORM = { name: 'Valet <i>', 'scope:lots:read': 'on', 'scope:sessions:write': 'on' };

let stage: Stage;
let owner: Visitor;

beforeAll(async () => {
  stage = await openStage();
  const { operatorId } = stage.key;
  owner = await openVisitor(stage.api, { operatorId });
});
afterAll(() => stage.api.stop());

const make = (mandate: Record<string, string>) =>
  owner.post('/dashboard/keys/new', { ...FORM, ...mandate });
const keys = async () => (await stage.get('/api/v1/keys')).body.data;

test('the form of a new key gives it a mandate, which is shown in words', async () => {
  const made = await make({
    'mandate.max_per_month': '20',
    'mandate.currency': 'EUR',
    'mandate.hours': 'Mo-Fr 07:00-19:00',
    'mandate.timezone': 'Europe/Paris',
    'mandate.needs_activation': 'on',
  });
  expect(made.text).toContain('The key is made');
  const [{ id, mandate }] = await keys();
  expect(mandate).toMatchObject({ max_per_month: 20, currency: 'eur', needs_activation: true });
  const words = 'may spend at most EUR\u00a020.00 a month; only while Mo-Fr 07:00-19:00';
  for (const page of ['/dashboard/mandates', `/dashboard/keys/${id}`]) {
    const { text } = await owner.get(page);
    expect(text).toContain(words);
    expect(text).toContain('EUR\u00a020.00 of EUR\u00a020.00');
    expect(text).toContain('Valet &lt;i&gt;');
  }
});

test('what a stay costs is taken from what is left', async () => {
  const made = await make({ 'mandate.max_per_day': '10', 'mandate.currency': 'cad' });
  const [secret = ''] = /pk_live_[\w-]+/.exec(made.text) ?? [];
  const lotId = await stage.parking.addLot({ rate_minor: 400 });
  const body = { lot_id: lotId, plate: 'LEFT1', duration_hours: 1 };
  const parked = await stage.api.request('POST', '/api/v1/sessions', { key: secret, body });
  expect(parked.status, parked.text).toBe(201);
  expect((await owner.get('/dashboard/mandates')).text).toContain(
    'CAD\u00a06.00 of CAD\u00a010.00',
  );
});

test.each([
  ['an amount that is none', { 'mandate.max_per_day': 'ten', 'mandate.currency': 'cad' }],
  ['hours that are none', { 'mandate.hours': 'nine to five' }],
  ['half an area', { 'mandate.area.lat': '1', 'mandate.area.lng': '2' }],
])('%s is refused beside the field, and no key is made', async (_, mandate) => {
  const before = (await keys()).length;
  const { status, text } = await make(mandate);
  expect(status).toBe(400);
  expect(text).toMatch(/id="mandate\.[a-z_.]+-error">[^<]+/);
  expect(text).toContain('<details class="card" open>');
  expect((await keys()).length).toBe(before);
});

test('a lot that is none is refused, and what was typed stays', async () => {
  const { status, text } = await make({ 'mandate.lot_ids': 'elm <b>' });
  expect(status).toBe(400);
  expect(text).toContain('role="alert"');
  expect(text).toContain('value="elm &lt;b&gt;"');
});

test('a viewer and a manager, who make no keys, are refused', async () => {
  const { operatorId } = stage.key;
  const manager = await openVisitor(stage.api, { operatorId, role: 'manager' });
  expect((await manager.get('/dashboard/mandates')).status).toBe(403);
  expect((await manager.get('/dashboard/usage')).text).not.toContain('href="/dashboard/mandates"');
});
