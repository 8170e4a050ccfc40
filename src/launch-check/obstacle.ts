import type { Bilingual, Language } from '../lib/environment.ts';

const AREAS = {
  company: { pt: 'Dados da empresa', en: 'Company facts' },
  clients: { pt: 'Clientes', en: 'Clients' },
  texts: { pt: 'Textos', en: 'Texts' },
  configuration: { pt: 'Configuração', en: 'Configuration' },
  site: { pt: 'Site gerado', en: 'Built site' },
};

/** One thing that keeps this checkout from going live. */
export interface Obstacle extends Bilingual {
  area: keyof typeof AREAS;
}

/**
 * The list of what keeps a checkout from going live, by area.
 *
 * @param missed what does not, and what visitors will miss
 */
export function launchReport(
  obstacles: Obstacle[],
  language: Language,
  missed: Bilingual[] = [],
): string {
  const count = obstacles.length;
  const title = {
    pt:
      count === 0
        ? 'Nada impede o site de ir ao ar.'
        : `${count === 1 ? 'Falta 1 coisa' : `Faltam ${count} coisas`} para o site ir ao ar:`,
    en:
      count === 0
        ? 'Nothing keeps the site from going live.'
        : `${count === 1 ? '1 thing keeps' : `${count} things keep`} the site from going live:`,
  };
  const blocks = Object.entries(Object.groupBy(obstacles, ({ area }) => area)).map(
    ([area, items]) =>
      [
        AREAS[area as keyof typeof AREAS][language],
        ...items.map((item) => `  - ${item[language]}`),
      ].join('\n'),
  );
  const wish = {
    pt: 'Não impede, mas os visitantes vão sentir falta (Dados da empresa):',
    en: 'Keeps nothing from going live, but visitors will miss (Company facts):',
  };
  const wishes = [wish[language], ...missed.map((it) => `  - ${it[language]}`)].join('\n');
  return [title[language], ...blocks, ...(missed.length > 0 ? [wishes] : [])].join('\n\n');
}
