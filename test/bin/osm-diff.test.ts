import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type AskedLots, addOsm } from '../../bin/commands/osm/osm.ts';
import type { OsmObject, OwnLot } from '../../src/kit/osm/diff/place.ts';
import { lot, object } from '../src/kit/osm/diff/places.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hexlot-osm-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const OBJECTS = [
  object('way/12', { name: 'Kluuvi', capacity: '50', maxheight: '\u001b[31m2' }),
  object('way/13', { name: 'Forum' }, 20),
  object('way/14', { access: 'private' }, 60),
];
const LOTS = [
  lot('lot-1', { tags: { capacity: '60', maxheight: '2.1' } }),
  { ...lot('lot-2', { name: 'Eliel' }), point: { lat: 60.174, lng: 24.94 } },
  lot('lot-3', { name: 'Opera', is_osm_export_allowed: false }),
];

/** Runs the command as it is typed, over these two sides. */
async function run(args: string[], sides: { objects?: OsmObject[]; lots?: OwnLot[] } = {}) {
  const asked: AskedLots[] = [];
  const out: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addOsm(program, {
    readObjects: async () => sides.objects ?? OBJECTS,
    async readLots(asking) {
      asked.push(asking);
      return sides.lots ?? LOTS;
    },
  });
  const osm = program.commands.find((command) => command.name() === 'osm');
  for (const command of osm?.commands ?? [])
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync(['osm', 'diff', 'city.osm', ...args], { from: 'user' });
  return { stdout: out.join(''), asked };
}

test('the report says tag by tag what differs, and what is missing on either side', async () => {
  const { stdout } = await run([]);
  expect(stdout.split('\n')).toEqual([
    '3 car parks in OpenStreetMap, 3 lots of ours, 1 of them matched ' +
      '(0 by id, 0 by ref, 1 by place and name).',
    '1 lot with tags that differ:',
    '  way/12 Kluuvi (lot lot-1, by place and name, 0 m apart)',
    '    capacity: 50 -> 60',
    '    maxheight: [31m2, here 2.1 (not suggested: both may be right)',
    '1 lot missing in OpenStreetMap:',
    '  Eliel 60.174000, 24.940000 (lot lot-2)',
    '0 lots imported from objects that are no car parks of this extract any more.',
    '1 car park missing here, and 1 private:',
    '  way/13 Forum 60.172000, 24.940000',
    '0 lots that may be one of these objects, or none: look there.',
    '1 lot kept back, because the operator does not allow the export: ' +
      '0 matched, 1 missing in OpenStreetMap, 0 gone from there, 0 unsure.',
    '',
  ]);
});

test('with --json everything is one object', async () => {
  const { stdout } = await run(['--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    matched: 1,
    changed: [{ osm_id: 'way/12', lot_id: 'lot-1' }],
    missing_in_osm: [{ lot_id: 'lot-2' }],
    missing_here: [{ osm_id: 'way/13' }],
    kept_back: { missing_in_osm: 1 },
  });
});

test('the challenge has one task a line, and the report says where it is', async () => {
  const path = join(dir, 'challenge.geojson');
  const { stdout } = await run(['--out', path]);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line.slice(1)).features[0].id)).toEqual([
    'way/12',
    'lot-2',
  ]);
  expect(stdout).toContain(`2 tasks for MapRoulette written to ${path}. Before you start`);
  expect(stdout).toContain('Import/Guidelines');
});

test('a challenge that cannot be written leaves the old file, and no half one', async () => {
  const path = join(dir, 'kept');
  await writeFile(path, 'old');
  await expect(run(['--out', join(path, 'inside.geojson')])).rejects.toThrow('ENOTDIR');
  expect(await readFile(path, 'utf8')).toBe('old');
  expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('the lots are asked for around the file or the given area, of one operator and world', async () => {
  const { asked } = await run(['--operator', 'op_1', '--mode', 'test']);
  expect(asked).toMatchObject([{ operatorId: 'op_1', livemode: false, boxes: [{}] }]);
  expect(asked[0]?.boxes[0]?.south).toBeLessThan(60.17 - 0.002);
  const pacific = await run(['--bbox', '179,-1,-179,1']);
  expect(pacific.asked).toMatchObject([{ livemode: true, boxes: [{ east: 180 }, { west: -180 }] }]);
});

test('a file without car parks is no error, and no lot is called missing', async () => {
  const { stdout, asked } = await run([], { objects: [] });
  expect(asked).toEqual([]);
  expect(stdout).toContain('0 car parks in OpenStreetMap, 0 lots of ours');
});

test.each([
  ['1,2,3', 'west,south,east,north'],
  ['1,2,3,x', 'west,south,east,north'],
  ['1,2,3,', 'west,south,east,north'],
  ['181,0,0,1', 'west,south,east,north'],
  ['0,5,1,4', 'south must not be more'],
])('--bbox %s is refused', async (bbox, message) => {
  await expect(run(['--bbox', bbox])).rejects.toThrow(message);
});
