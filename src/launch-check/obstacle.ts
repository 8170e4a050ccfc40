/** One thing that keeps this checkout from going live. */
export interface Obstacle {
  area: 'Dados da empresa' | 'Clientes' | 'Textos' | 'Configuração' | 'Site gerado';
  text: string;
}

/** The list of what keeps a checkout from going live, by area. */
export function launchReport(obstacles: Obstacle[]): string {
  const count = obstacles.length;
  if (count === 0) return 'Nada impede o site de ir ao ar.';
  const things = count === 1 ? 'Falta 1 coisa' : `Faltam ${count} coisas`;
  const blocks = Object.entries(Object.groupBy(obstacles, ({ area }) => area)).map(
    ([area, items]) => [area, ...items.map(({ text }) => `  - ${text}`)].join('\n'),
  );
  return [`${things} para o site ir ao ar:`, ...blocks].join('\n\n');
}
