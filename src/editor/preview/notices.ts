import type { Notice } from '../../schemas/pages.ts';

const DAYS = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** Says when a notice shows, if that is not today. Visitors read its days without the year. */
export function explainAbsence({ text, from, until }: Notice): string | undefined {
  // Swedish writes days as the content does.
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
  if (from <= today && today <= until) return undefined;
  const days = DAYS.formatRange(new Date(from), new Date(until));
  return `Hoje os visitantes não veem o aviso “${text}”. Os dias dele: ${days}.`;
}
