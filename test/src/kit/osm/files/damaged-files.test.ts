import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AppError } from '../../../../../src/kit/errors.ts';
import { openAreas, openOutlines } from '../../../../../src/parking/lots/place/outline.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { openText, STRANGERS } from './opened.ts';

const seed = seedOfRun();
const VARIANTS = 100;

test(`a damaged file is refused with its reason, or read as far as it is whole (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const [pointInside, areaOf] = await Promise.all([openOutlines(), openAreas()]);
  const counts = { refused: 0, read: 0, lots: 0, problems: 0 };
  for (const name of readdirSync(STRANGERS).sort()) {
    const bytes = readFileSync(`${STRANGERS}/${name}`);
    for (let i = 0; i < VARIANTS; i += 1) {
      const damaged = Buffer.from(
        bytes.subarray(0, random() < 0.3 ? random() * bytes.length : undefined),
      );
      for (let hits = Math.floor(random() * 4); hits > 0 && damaged.length > 0; hits -= 1)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      try {
        const { entries } = await openText(damaged);
        counts.read += 1;
        for (const entry of entries) {
          if ('problem' in entry) counts.problems += 1;
          else {
            counts.lots += 1;
            const { geometry } = entry.feature;
            if (geometry.type === 'Point')
              expect(geometry.coordinates.every(Number.isFinite)).toBe(true);
            else refusesOnly(() => [pointInside(geometry), areaOf(geometry)]);
          }
        }
      } catch (error) {
        expect(error, `${name}, variant ${i}`).toBeInstanceOf(AppError);
        counts.refused += 1;
      }
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
});

/** A damaged outline may be too large, or have nothing inside. */
function refusesOnly(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
  }
}
