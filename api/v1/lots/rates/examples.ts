/** Bodies that post a rate: a plain one, a tariff, and one that moves. */
export const RATE_EXAMPLES = [
  { base_rate: 3.5, max_daily_rate: 24 },
  {
    tariff: {
      parts: [
        {
          name: 'day',
          when: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' },
          steps: [
            { from_minutes: 0, price: 2, per_minutes: 60 },
            { from_minutes: 60, price: 0.6, per_minutes: 30 },
          ],
        },
        { name: 'night', when: { from: '18:00', to: '08:00' }, flat: 5 },
        { name: 'weekend', flat: 0 },
      ],
      free_minutes: 30,
      maxima: [{ amount: 15, per: 'calendar_day' }],
    },
  },
  {
    base_rate: 4,
    dynamic: {
      floor_rate: 2,
      ceiling_rate: 8,
      occupancy: {},
      surge: { max_multiplier: 1.3 },
      events: [
        {
          name: 'Fair',
          starts_at: '2031-07-01T16:00:00Z',
          ends_at: '2031-07-02T04:00:00Z',
          multiplier: 1.5,
        },
      ],
    },
  },
];
