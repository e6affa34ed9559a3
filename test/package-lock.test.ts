import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = { optionalDependencies?: Record<string, string>; resolved?: string };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>;
};

test('the lockfile has the packages of every platform, on whichever it was written', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});

test('the lockfile names no registry, so each machine uses its own', () => {
  expect(Object.values(packages).flatMap(({ resolved = [] }) => resolved)).toEqual([]);
});
