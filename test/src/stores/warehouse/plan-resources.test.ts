import { describe, expect, test } from 'vitest';
import { planResources, thisMachine } from '../../../../src/stores/warehouse/plan-resources.ts';

const GIB = 1_024;

describe('threads and memory of the warehouse fit the machine, and each other', () => {
  test.each([
    [
      { cores: 1, memoryMib: 256 },
      { threads: 1, memoryMib: 128 },
    ],
    [
      { cores: 1, memoryMib: 512 },
      { threads: 1, memoryMib: 128 },
    ],
    [
      { cores: 16, memoryMib: 512 },
      { threads: 1, memoryMib: 128 },
    ],
    [
      { cores: 2, memoryMib: GIB },
      { threads: 1, memoryMib: 256 },
    ],
    [
      { cores: 16, memoryMib: GIB },
      { threads: 2, memoryMib: 256 },
    ],
    [
      { cores: 2, memoryMib: 4 * GIB },
      { threads: 1, memoryMib: 1_024 },
    ],
    [
      { cores: 4, memoryMib: 4 * GIB },
      { threads: 2, memoryMib: 1_024 },
    ],
    [
      { cores: 16, memoryMib: 2 * GIB },
      { threads: 4, memoryMib: 512 },
    ],
    [
      { cores: 8, memoryMib: 16 * GIB },
      { threads: 4, memoryMib: 1_024 },
    ],
    [
      { cores: 16, memoryMib: 64 * GIB },
      { threads: 8, memoryMib: 1_024 },
    ],
    [
      { cores: 64, memoryMib: 64 * GIB },
      { threads: 32, memoryMib: 4_096 },
    ],
    [
      { cores: 64, memoryMib: 4 * GIB },
      { threads: 8, memoryMib: 1_024 },
    ],
  ])('%j has %j', (machine, resources) => {
    expect(planResources(machine)).toEqual(resources);
  });
});

test('what was set is taken as it is, and the rest is planned around it', () => {
  const machine = { cores: 16, memoryMib: 64 * GIB };
  expect(planResources(machine, { threads: 16 })).toEqual({ threads: 16, memoryMib: 2_048 });
  expect(planResources(machine, { memoryMib: 512 })).toEqual({ threads: 4, memoryMib: 512 });
  expect(planResources(machine, { memoryMib: 64 })).toEqual({ threads: 1, memoryMib: 64 });
  const both = { threads: 16, memoryMib: 512 };
  expect(planResources(machine, both)).toEqual(both);
});

test('this machine has a processor and memory, and no more than there is', () => {
  const { cores, memoryMib } = thisMachine();
  expect(cores).toBeGreaterThanOrEqual(1);
  expect(memoryMib).toBeGreaterThan(256);
  expect(memoryMib).toBeLessThan(64 * 1_024 * GIB);
});
