import type { Habit } from './habits.ts';

export type District = {
  name: string;
  /** Kilometres from the centre of the city. */
  eastKm: number;
  northKm: number;
  /** All lots are within about three times this distance. */
  spreadKm: number;
  lotCount: number;
  /** The number of spaces of the smallest and the largest lot. */
  spaces: readonly [number, number];
  /** US cents; null: the lots charge per day only. */
  hourlyRate: number | null;
  dailyRate: number;
  habit: Habit;
  /** Its share of the city's searches; all shares add up to 1. */
  searchShare: number;
};

/** Millfield has no lots and Harbor Point too few, so some searches there find nothing. */
export const DISTRICTS: readonly District[] = [
  {
    name: 'Downtown',
    eastKm: 0,
    northKm: 0,
    spreadKm: 0.7,
    lotCount: 90,
    spaces: [4, 18],
    hourlyRate: 375,
    dailyRate: 2400,
    habit: 'office',
    searchShare: 0.3,
  },
  {
    name: 'Old Market',
    eastKm: -1.6,
    northKm: 0.4,
    spreadKm: 0.4,
    lotCount: 45,
    spaces: [3, 12],
    hourlyRate: 275,
    dailyRate: 1600,
    habit: 'evening',
    searchShare: 0.13,
  },
  {
    name: 'University',
    eastKm: 0.8,
    northKm: 2.6,
    spreadKm: 0.5,
    lotCount: 40,
    spaces: [4, 16],
    hourlyRate: 200,
    dailyRate: 1000,
    habit: 'daytime',
    searchShare: 0.1,
  },
  {
    name: 'Hospital',
    eastKm: 3.2,
    northKm: 0.3,
    spreadKm: 0.3,
    lotCount: 25,
    spaces: [5, 16],
    hourlyRate: 250,
    dailyRate: 1400,
    habit: 'steady',
    searchShare: 0.08,
  },
  {
    name: 'Riverside',
    eastKm: -0.9,
    northKm: -2.2,
    spreadKm: 0.7,
    lotCount: 40,
    spaces: [3, 9],
    hourlyRate: 125,
    dailyRate: 700,
    habit: 'night',
    searchShare: 0.06,
  },
  {
    name: 'Airport',
    eastKm: 2.5,
    northKm: -8.2,
    spreadKm: 0.5,
    lotCount: 18,
    spaces: [12, 40],
    hourlyRate: null,
    dailyRate: 1200,
    habit: 'travel',
    searchShare: 0.06,
  },
  {
    name: 'Stadium',
    eastKm: -3.4,
    northKm: -0.8,
    spreadKm: 0.4,
    lotCount: 14,
    spaces: [6, 24],
    hourlyRate: 300,
    dailyRate: 2000,
    habit: 'saturday',
    searchShare: 0.05,
  },
  {
    name: 'Northgate',
    eastKm: 0.3,
    northKm: 5.8,
    spreadKm: 0.8,
    lotCount: 22,
    spaces: [3, 12],
    hourlyRate: 100,
    dailyRate: 500,
    habit: 'daytime',
    searchShare: 0.05,
  },
  {
    name: 'Harbor Point',
    eastKm: 4.8,
    northKm: -2.9,
    spreadKm: 0.15,
    lotCount: 6,
    spaces: [3, 5],
    hourlyRate: 450,
    dailyRate: 3000,
    habit: 'crowded',
    searchShare: 0.09,
  },
  {
    name: 'Millfield',
    eastKm: -8.5,
    northKm: 6.5,
    spreadKm: 0.4,
    lotCount: 0,
    spaces: [1, 1],
    hourlyRate: 200,
    dailyRate: 1000,
    habit: 'daytime',
    searchShare: 0.08,
  },
];

/**
 * Far outside, with lots of two operators that only say what they cost: nobody stays or searches
 * there.
 */
export const STATION: District = {
  name: 'Prairie Station',
  eastKm: 24,
  northKm: -19,
  spreadKm: 0.15,
  lotCount: 6,
  spaces: [20, 60],
  hourlyRate: 75,
  dailyRate: 400,
  habit: 'daytime',
  searchShare: 0,
};
