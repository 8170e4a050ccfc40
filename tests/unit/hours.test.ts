import { expect, test } from 'vitest';
import { hoursInWords, openingHours } from '../../src/lib/hours.ts';
import { hoursSchema, type Period } from '../../src/schemas/hours.ts';

const HOURS: Period[] = [
  { from: 'segunda', until: 'sexta', opens: '08:00', closes: '12:00' },
  { from: 'segunda', until: 'sexta', opens: '13:30', closes: '18:00' },
  { from: 'sábado', opens: '09:00', closes: '24:00' },
];

test('a visitor reads the hours in words', () => {
  expect(hoursInWords(HOURS)).toBe(
    'Segunda a sexta, das 8h às 12h e das 13h30 às 18h; sábado, das 9h às 24h.',
  );
  expect(hoursInWords([])).toBeUndefined();
});

test('search engines get the hours of each day', () => {
  const [morning, , saturday] = openingHours(HOURS);
  expect(morning).toEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '08:00',
    closes: '12:00',
  });
  expect(saturday).toMatchObject({ dayOfWeek: ['Saturday'], opens: '09:00', closes: '23:59' });
});

test('an editor of a place that closes after midnight is told how to say so', () => {
  const [day, time] = ['sábado', { opens: '18:00', closes: '02:00' }] as const;
  const { error } = hoursSchema.safeParse([{ from: day, ...time }]);
  expect(error?.issues[0]?.message).toContain('dois períodos: um até 24:00, outro das 00:00');
  const two: Period[] = [
    { from: day, opens: '18:00', closes: '24:00' },
    { from: 'domingo', opens: '00:00', closes: '02:00' },
  ];
  expect(hoursSchema.safeParse(two).success).toBe(true);
});
