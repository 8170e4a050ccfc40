import type { Bilingual, Language } from '../lib/environment.ts';

const AREAS = {
  company: { pt: 'Dados da empresa', en: 'Company facts' },
  clients: { pt: 'Clientes', en: 'Clients' },
  texts: { pt: 'Textos', en: 'Texts' },
  brand: { pt: 'Marca', en: 'Brand' },
  configuration: { pt: 'Configuração', en: 'Configuration' },
  site: { pt: 'Site gerado', en: 'Built site' },
};

/** One thing that keeps this checkout from going live. */
export interface Obstacle extends Bilingual {
  area: keyof typeof AREAS;
}

/** The list of what keeps a checkout from going live, by area. */
export function launchReport(obstacles: Obstacle[], language: Language): string {
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
  return [title[language], ...blocks].join('\n\n');
}
