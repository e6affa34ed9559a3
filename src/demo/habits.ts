/** What people do in a district, which decides when and for how long they park. */
export type Habit =
  | 'office'
  | 'evening'
  | 'daytime'
  | 'steady'
  | 'night'
  | 'travel'
  | 'saturday'
  | 'crowded';

type HabitFigures = {
  /** Arrivals per space and day; those who find the lot full leave. */
  staysPerSpace: number;
  /** The median stay. */
  stayHours: number;
  /** The busiest local hour, and how many hours before and after it are busy. */
  peakHour: number;
  widthHours: number;
  /** Arrivals relative to a working day. */
  saturday: number;
  sunday: number;
  /** The share of the arrivals that is spread evenly over the day. */
  evenShare: number;
};

export const HABITS: Readonly<Record<Habit, HabitFigures>> = {
  office: {
    staysPerSpace: 0.85,
    stayHours: 3.2,
    peakHour: 9.5,
    widthHours: 2.6,
    saturday: 0.35,
    sunday: 0.2,
    evenShare: 0.06,
  },
  evening: {
    staysPerSpace: 0.8,
    stayHours: 2.4,
    peakHour: 18.5,
    widthHours: 2.4,
    saturday: 1.5,
    sunday: 0.9,
    evenShare: 0.08,
  },
  daytime: {
    staysPerSpace: 0.75,
    stayHours: 2.8,
    peakHour: 11,
    widthHours: 3,
    saturday: 0.5,
    sunday: 0.35,
    evenShare: 0.05,
  },
  steady: {
    staysPerSpace: 1,
    stayHours: 2.6,
    peakHour: 12,
    widthHours: 4.5,
    saturday: 0.8,
    sunday: 0.75,
    evenShare: 0.3,
  },
  night: {
    staysPerSpace: 0.6,
    stayHours: 9,
    peakHour: 18.5,
    widthHours: 2,
    saturday: 1,
    sunday: 1,
    evenShare: 0.1,
  },
  travel: {
    staysPerSpace: 0.2,
    stayHours: 50,
    peakHour: 7,
    widthHours: 5,
    saturday: 0.7,
    sunday: 1.1,
    evenShare: 0.3,
  },
  saturday: {
    staysPerSpace: 0.3,
    stayHours: 3.4,
    peakHour: 12.5,
    widthHours: 1.5,
    saturday: 4,
    sunday: 0.6,
    evenShare: 0.05,
  },
  crowded: {
    staysPerSpace: 16,
    stayHours: 2.6,
    peakHour: 13,
    widthHours: 4,
    saturday: 1.4,
    sunday: 1.3,
    evenShare: 0.1,
  },
};

const HOURS_PER_DAY = 24;
const SATURDAY = 6;
const SUNDAY = 0;

/**
 * The share of a working day's arrivals that come in this hour (local hour 0-23, weekday 0 =
 * Sunday).
 */
export function arrivalShare(habit: Habit, weekday: number, hour: number): number {
  const { peakHour, widthHours, saturday, sunday, evenShare } = HABITS[habit];
  const away = Math.abs(((hour + 0.5 - peakHour + 36) % HOURS_PER_DAY) - HOURS_PER_DAY / 2);
  const bell = Math.exp(-0.5 * (away / widthHours) ** 2) / (widthHours * Math.sqrt(2 * Math.PI));
  const day = weekday === SATURDAY ? saturday : weekday === SUNDAY ? sunday : 1;
  return day * (evenShare / HOURS_PER_DAY + (1 - evenShare) * bell);
}
