/** One thing that keeps this checkout from going live. */
export interface Obstacle {
  area: 'Dados da empresa' | 'Clientes' | 'Textos' | 'Marca' | 'Configuração' | 'Site gerado';
  text: string;
}

/**
 * The list of what keeps a checkout from going live, by area.
 *
 * @param missed what does not, and what visitors will miss
 */
export function launchReport(obstacles: Obstacle[], missed: string[] = []): string {
  const count = obstacles.length;
  const things = count === 1 ? 'Falta 1 coisa' : `Faltam ${count} coisas`;
  const title = count === 0 ? 'Nada impede o site de ir ao ar.' : `${things} para o site ir ao ar:`;
  const asList = (name: string, items: string[]): string =>
    [name, ...items.map((item) => `  - ${item}`)].join('\n');
  const areas = Object.entries(Object.groupBy(obstacles, ({ area }) => area));
  const blocks = areas.map(([area, items]) =>
    asList(
      area,
      items.map(({ text }) => text),
    ),
  );
  const wish = 'Não impede, mas os visitantes vão sentir falta (Dados da empresa):';
  return [title, ...blocks, ...(missed.length > 0 ? [asList(wish, missed)] : [])].join('\n\n');
}
