import { z } from 'zod';
import { cleanLine } from '@site/content/clean-text';

/** Days by the names that editors choose, and schema.org's. */
export const DAYS = {
  segunda: 'Monday',
  terça: 'Tuesday',
  quarta: 'Wednesday',
  quinta: 'Thursday',
  sexta: 'Friday',
  sábado: 'Saturday',
  domingo: 'Sunday',
} as const;

type Day = keyof typeof DAYS;

export const DAY_NAMES = Object.keys(DAYS) as Day[];

/** `8h`, `8h30`, `8:30` and `8.30` become `08:00` and `08:30`. */
function asTime(text: string): string {
  return cleanLine(text).replace(
    /^(\d{1,2})(?:[h:.](\d\d)?)?(?:h|min)?$/i,
    (_all, hour: string, minute = '00') => `${hour.padStart(2, '0')}:${minute}`,
  );
}

const time = (title: string) =>
  z
    .string()
    .overwrite(asTime)
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      error: 'um horário que existe, de 00:00 a 24:00',
      // No period is judged by it.
      abort: true,
    })
    .meta({ title, description: 'Como 08:00 ou 13:30.' });

const day = (title: string, description: string) => z.enum(DAY_NAMES).meta({ title, description });

const period = z
  .strictObject({
    from: day('Do dia', 'O primeiro dia da semana, ou o único.'),
    until: day('Até o dia', 'O último. Vazio, vale só o primeiro.').optional(),
    opens: time('Abre'),
    closes: time('Fecha'),
  })
  .refine(({ from, until = from }) => DAY_NAMES.indexOf(until) >= DAY_NAMES.indexOf(from), {
    path: ['until'],
    message: 'um dia que não venha antes do primeiro: a semana começa na segunda',
  })
  .refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    message:
      'um horário depois daquele em que abre (se fecha depois da meia-noite, faça dois períodos: um até 24:00, outro das 00:00 em diante, no dia seguinte)',
  })
  .meta({
    title: 'Período',
    description: 'Dias seguidos com o mesmo horário. Se fecha para o almoço, faça dois períodos.',
  });

export type Period = z.infer<typeof period>;

/** When the company is open. */
export const hoursSchema = z.array(period).max(14).meta({
  title: 'Horário',
  description:
    'Por exemplo: segunda a sexta, 08:00 às 12:00; segunda a sexta, 13:30 às 18:00; sábado, 08:00 às 12:00.',
});
