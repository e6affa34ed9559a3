import { afterAll, expect, test } from 'vitest';
import { openWebhooks } from './operator.ts';

const { api, newKey, made, remove, post } = await openWebhooks();
afterAll(() => api.stop());

const secretsOf = (id: string) =>
  api.database.sql('select secret, previous_secret from webhook_secrets where webhook_id = $1', [
    id,
  ]);

test('the secrets of a webhook are gone with it at once, after a rotation too', async () => {
  const key = await newKey();
  const kept = await made(key);
  const { id } = await made(key, { url: 'https://hooks.example.com/other' });
  await post(key, `/${id}/rotate-secret`);
  expect(await secretsOf(id)).toHaveLength(1);
  expect((await remove(key, id)).status).toBe(204);
  expect(await secretsOf(id)).toEqual([]);
  expect(await secretsOf(kept.id)).toHaveLength(1);
});
