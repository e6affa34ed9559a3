import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const HOME = 'src/parking/intents/';
/** Each room may only import those before it. */
const ROOMS = ['vehicles', 'spaces', 'account', 'lots'];

const imports = ['src', 'api', 'pipelines', 'bin']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) => ({
      path,
      target: normalize(join(dirname(path), target)),
    })),
  )
  .filter(({ target }) => target.startsWith(HOME));

/** undefined: the file is in no room. */
function roomOf(path: string): string | undefined {
  const [room, file] = path.slice(HOME.length).split('/');
  return file === undefined ? undefined : room;
}

test('code outside imports only the top of the intents, and none of their rooms', () => {
  const others = imports.filter(({ path }) => !path.startsWith(HOME));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ target }) => roomOf(target) !== undefined)).toEqual([]);
});

test('a room imports only rooms before it, and from the top only types', () => {
  const inside = imports.filter(({ path }) => path.startsWith(HOME) && roomOf(path) !== undefined);
  const wrong = inside.filter(({ path, target }) => {
    const room = roomOf(target);
    if (room === undefined) return target !== `${HOME}intent.ts`;
    return ROOMS.indexOf(room) > ROOMS.indexOf(roomOf(path) ?? '');
  });
  expect(wrong).toEqual([]);
  expect([...new Set(inside.map(({ path }) => roomOf(path)))].toSorted()).toEqual(ROOMS.toSorted());
});
