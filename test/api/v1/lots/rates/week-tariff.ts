/** As street signs have it: steps on working days, a flat night, free weekends, a daily maximum. */
export const WEEK = {
  parts: [
    {
      name: 'day',
      when: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' },
      steps: [
        { from_minutes: 0, price: 2, per_minutes: 60 },
        { from_minutes: 60, price: 0.6, per_minutes: 30 },
      ],
      max: 10,
    },
    { name: 'night', when: { from: '18:00', to: '08:00' }, flat: 5 },
    { name: 'weekend', flat: 0 },
  ],
  free_minutes: 30,
  maxima: [{ amount: 15, per: 'calendar_day' }],
};
